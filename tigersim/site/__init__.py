"""The static site: odds, units, armies, findings and rules for people without Python.

``site("folder")`` writes it.  Every page is one file that loads nothing: style, scripts, words and tables are in it, so
it works from a disk, from any server, and in a mail.  What a visitor has asked stands in the address after ``#``.
"""

from tigersim.site.build import Written as Written
from tigersim.site.build import site as site
