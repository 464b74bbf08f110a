from tigersim.odds.pool import pool
from tigersim.odds.shot import shot
