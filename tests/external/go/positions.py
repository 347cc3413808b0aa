"""Reads records of Go with sgfmill and prints, a line a record, the position at every node.

The files are named on standard input. Nodes come in the order of the file.
"""

import json
import sys

from sgfmill import boards, sgf


def rows(board):
    """The board from the top, a letter a point."""
    letters = {None: ".", "b": "X", "w": "O"}
    return ["".join(letters[stone] for stone in row) for row in reversed(board.board)]


def positions(game):
    waiting = [(game.get_root(), boards.Board(game.get_size()))]
    while waiting:
        node, before = waiting.pop()
        board = before.copy()
        if node.has_setup_stones():
            # Board.apply_setup would take stones without liberties off the board, but a record may
            # set up any stones, and kings stand without liberties.
            for color, points in zip(("b", "w", None), node.get_setup_stones()):
                for row, column in points:
                    board.board[row][column] = color
        color, point = node.get_move()
        if color is not None and point is not None:
            board.play(*point, color)
        marks = node.get("MA") if node.has_property("MA") else []
        yield {
            "rows": rows(board),
            "kings": sorted([column + 1, row + 1] for row, column in marks),
        }
        waiting.extend((child, board) for child in reversed(node))


for path in sys.stdin.read().splitlines():
    with open(path, "rb") as file:
        game = sgf.Sgf_game.from_bytes(file.read())
    print(json.dumps(list(positions(game))))
