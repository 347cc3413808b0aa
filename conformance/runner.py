"""Compares an implementation of one game with the tables of the conformance kit.

    python3 runner.py toy_ugo.py ugo

The first argument is a Python file with a class `Game`, as in toy_ugo.py; the second is the game. Each difference is
printed in one line. Exit status: 0 if there is none, 1 if there are some or the implementation fails, 2 for wrong arguments.
"""

import json
import pathlib
import runpy
import sys

KIT = pathlib.Path(__file__).resolve().parent


def table(name):
    return json.loads((KIT / name).read_text(encoding="utf-8"))["rows"]


class Runner:
    def __init__(self, start, game):
        self.start, self.game = start, game
        self.rulesets = {row["name"]: row["keys"] for row in table("rulesets.json")}
        self.rows = self.wrong = 0

    def compare(self, row, what, expected, found):
        if expected != found:
            self.wrong += 1
            print(f"{row['id']}: {what}: expected {expected}, found {found}", row.get("sentence", ""))

    def replay(self, row):
        """The position after the last legal ply of a row, and the first illegal ply with the rule."""
        self.rows += 1
        rules = self.rulesets[row["ruleset"]]
        position = self.start(rules, row["size"], row.get("komi", 0), row["setup"])
        for number, ply in enumerate(row["moves"], 1):
            rule = position.play(ply["color"], ply["move"])
            if rule:
                return position, {"ply": number, "rule": rule}, number - 1
        return position, None, len(row["moves"])

    def records(self, name):
        for row in table(f"{self.game}/{name}.json"):
            position, illegal, plies = self.replay(row)
            self.compare(row, "first illegal ply", row["first_illegal"], illegal)
            found = {"plies": plies, **position.state()}
            for key, expected in row["end"].items():
                if key != "to_move" or row["end"]["result"] is None:
                    self.compare(row, key, expected, found[key])

    def positions(self):
        for row in table(f"{self.game}/positions.json"):
            position, illegal, _ = self.replay(row)
            self.compare(row, "illegal ply", None, illegal)
            self.compare(row, "player to move", row["to_move"], position.state()["to_move"])
            self.compare(row, "legal moves", row["legal"], sorted(position.legal_moves()))

    def perft(self):
        for row in table(f"{self.game}/perft.json"):
            position, illegal, _ = self.replay(row)
            self.compare(row, "illegal ply", None, illegal)
            for expected in row["counts"]:
                counts = dict.fromkeys(("leaves", "captures", "passes", "ends"), 0)
                self.count(position, expected["depth"], counts)
                self.compare(row, "counts", expected, {"depth": expected["depth"], **counts})

    def count(self, position, depth, counts):
        before = position.state()["pieces"]
        for move in position.legal_moves():
            after = position.copy()
            after.play(after.to_move, move)
            if depth > 1:
                self.count(after, depth - 1, counts)
                continue
            state = after.state()
            counts["leaves"] += 1
            if "<>" not in move:  # A switch of Bamogo captures nothing, although stones are elsewhere.
                counts["captures"] += any(set(before[key]) - set(state["pieces"][key]) for key in before)
            counts["passes"] += move == "pass"
            counts["ends"] += state["result"] is not None


def main(path, game):
    runner = Runner(runpy.run_path(path)["Game"], game)
    runner.records("cases")
    runner.records("records")
    runner.positions()
    if not runner.wrong:  # Other differences are easier to examine.
        runner.perft()
    print(f"{runner.rows} rows compared, {runner.wrong} differences")
    return 1 if runner.wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(*sys.argv[1:]))
