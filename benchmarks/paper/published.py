"""Figures that Nikolaev and Myasnikov print (arXiv 2603.09483), measured on their machine with ten cores."""

from __future__ import annotations

TABLE: dict[int, tuple[int, int, float, float, float]] = {
    5: (450, 1_429, 0.025, 0.027, 0.032),
    6: (876, 3_615, 0.041, 0.053, 0.061),
    7: (1_525, 7_556, 0.079, 0.095, 0.111),
    8: (2_471, 14_326, 0.127, 0.175, 0.234),
    9: (3_819, 26_729, 0.223, 0.334, 0.438),
    10: (5_352, 41_905, 0.415, 0.597, 0.842),
    11: (8_080, 74_248, 0.626, 1.246, 1.736),
    12: (11_287, 129_946, 1.681, 2.547, 3.301),
    13: (14_940, 192_501, 2.127, 3.761, 5.327),
    14: (20_351, 289_132, 4.727, 7.643, 9.741),
    15: (27_648, 459_073, 9.662, 14.952, 22.832),
    16: (31_893, 525_008, 10.409, 23.543, 37.457),
    17: (39_675, 740_220, 20.165, 39.130, 74.549),
    18: (53_307, 1_121_290, 31.961, 54.739, 80.257),
}
"""Table 1: by the side of a board, medians of variables and constraints, and quartiles of seconds with CP-SAT."""

PROFILE: dict[str, tuple[int, int]] = {"cp-sat": (50, 43), "scip": (49, 14), "bop": (48, 22), "cbc": (48, 9)}
"""Of 50 boards of 10x10, how many each solver solved within 180 seconds, and how many within one."""
