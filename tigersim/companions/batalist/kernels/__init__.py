"""Strikes, dice and fights at random, compiled; ``settings`` and ``parts`` are not.

A kernel plays trials ``first`` to ``first + n - 1`` of the setting ``terms`` and adds its results to ``sums``
(``companions.sampling``).  Strikes stand in a setting as ``Strike.terms``.
"""
