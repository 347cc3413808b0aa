"""Ugo, written from its rules page, docs/rules/ugo.md, alone: slow and short, an example for runner.py."""

import re

ENEMY = {"B": "W", "W": "B"}


class Game:
    """A game of Ugo. A point is a column and a row, from 1; a piece is its color and whether it is a king."""

    def __init__(self, rules, size, komi, setup):
        columns, _, rows = size.partition(":")
        self.columns, self.rows = int(columns), int(rows or columns)
        self.has_button, self.komi = rules["button"], komi
        self.board, self.button, self.to_move = {}, None, "B"
        self.passes, self.result = 0, None
        if setup:
            self.to_move, self.button = setup["PL"], setup.get("BUTTON")
            for color in "BW":
                for name in setup["A" + color]:
                    is_king, point = self.read(name)
                    self.board[point] = (color, is_king)

    # The board and the pieces

    def read(self, move):
        """A `K` followed by a letter is a king."""
        found = re.fullmatch(r"(k(?=[a-z]))?([a-z]+)([0-9]+)", move.lower())
        if not found:
            return None
        king, letters, row = found.groups()
        column = ord(letters) - ord("a") + 1 if len(letters) == 1 else 99
        return king is not None, (column, int(row))

    def name(self, point, is_king=False):
        return ("K" if is_king else "") + chr(ord("a") + point[0] - 1) + str(point[1])

    def points(self):
        return [(column, row) for column in range(1, self.columns + 1) for row in range(1, self.rows + 1)]

    def adjacent(self, point):
        column, row = point
        near = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        return [(c, r) for c, r in near if 1 <= c <= self.columns and 1 <= r <= self.rows]

    def connected(self, points):
        """The maximal sets of connected points among these."""
        rest, sets = set(points), []
        while rest:
            found, todo = set(), [rest.pop()]
            while todo:
                point = todo.pop()
                found.add(point)
                near = [other for other in self.adjacent(point) if other in rest]
                rest.difference_update(near)
                todo += near
            sets.append(found)
        return sets

    def groups(self, color):
        return self.connected(point for point, piece in self.board.items() if piece[0] == color)

    def has_liberty(self, group):
        return any(other not in self.board for point in group for other in self.adjacent(point))

    def without_liberties(self, colors):
        return [group for color in colors for group in self.groups(color) if not self.has_liberty(group)]

    # The turn

    def play(self, color, text):
        """Plays a move; returns the id of the rule that forbids it, or None."""
        move = "".join(text.lower().split()) or "pass"
        if self.result:
            return "record::after-end"
        if color != self.to_move:
            return "record::turn-order"
        if move == "resign":
            self.result = ENEMY[color] + "+R"
        elif move == "button":
            if not self.has_button or self.button:
                return "ugo::button-taken"
            self.button, self.passes = color, 0
        elif move == "pass":
            if self.has_button and not self.button:
                return "ugo::pass-before-button"
            self.passes += 1
        else:
            placed = self.read(move)
            broken = self.place(color, *placed) if placed else "record::notation"
            if broken:
                return broken
            self.passes = 0
        self.to_move = ENEMY[color]
        if self.passes == 2:
            self.count()
        return None

    def place(self, color, is_king, point):
        if point not in self.points():
            return "ugo::off-board"
        if point in self.board:
            return "ugo::occupied"
        affected = ENEMY[color] if is_king else "BW"
        before = len(self.without_liberties(affected))
        self.board[point] = (color, is_king)
        takes = len(self.without_liberties(affected)) - before
        if not is_king and takes != 0:
            del self.board[point]
            return "ugo::stone-takes-last-liberty"
        if is_king and takes <= 0:
            del self.board[point]
            return "ugo::king-captures-nothing"
        if is_king:
            self.remove_stones(ENEMY[color])
            self.remove_stones(color)
        return None

    def remove_stones(self, color):
        for group in self.without_liberties(color):
            for point in group:
                if not self.board[point][1]:
                    del self.board[point]

    def legal_moves(self):
        """All legal moves but `resign`, none after the end."""
        moves = ["button", "pass"] + [self.name(point, king) for point in self.points() for king in (False, True)]
        return [move for move in moves if self.copy().play(self.to_move, move) is None]

    def copy(self):
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__, board=dict(self.board))
        return other

    # The end and the score

    def score(self):
        score = {"B": 0, "W": self.komi}
        for color in "BW":
            for group in self.groups(color):
                winner = color if self.has_liberty(group) else ENEMY[color]
                score[winner] += len(group)
        for region in self.connected(point for point in self.points() if point not in self.board):
            around = {self.board[other][0] for point in region for other in self.adjacent(point) if other in self.board}
            if len(around) == 1:
                score[around.pop()] += len(region)
        if self.button:
            score[self.button] += 0.5
        return score

    def count(self):
        score = self.score()
        margin = score["B"] - score["W"]
        winner = "B+" if margin > 0 else "W+"
        self.result = f"{winner}{abs(margin):g}" if margin else "0"

    def state(self):
        """What `end` says of a position in a judged record."""
        pieces = {"AB": [], "AW": []}
        for point, (color, is_king) in self.board.items():
            pieces["A" + color].append(self.name(point, is_king))
        pieces = {key: sorted(names) for key, names in pieces.items()}
        return {"pieces": pieces, "to_move": self.to_move, "button": self.button, "score": self.score(), "result": self.result}
