//! One playout after another, each of which begins at a leaf of the tree.

use super::tree::{MAX_NODES, Node, NodeId, Solved, Tree};
use crate::{
    games::{Color, Game, Move, Position, Rules, Step, Stepwise},
    lab::{
        amaf::PlayedKeys, generator::Generator, idle_switch::remove_idle_switches,
        playout::Playouts, reward::Rewards,
    },
};

/// How a search weighs what it knows. The values are those with which the players won most games against weaker ones.
#[derive(Clone, Copy, Debug)]
struct Weights {
    /// How strongly a child with few playouts is preferred.
    exploration: f32,
    /// How fast the results of moves that were played later lose their influence.
    amaf_bias: f32,
    /// The playouts that a prior opinion counts for.
    opinion: f32,
}

impl Weights {
    fn of(game: Game) -> Weights {
        match game {
            // The stones of a turn are searched with few playouts each.
            Game::Sygo => Weights {
                exploration: 0.1,
                amaf_bias: 0.03,
                opinion: 1.0,
            },
            _ => Weights {
                exploration: 0.25,
                amaf_bias: 0.002,
                opinion: 4.0,
            },
        }
    }
}

/// The playouts of a node before it is expanded.
const EXPAND_AFTER: u32 = 1;

/// Positions with at most so many steps are searched for one that wins at once, and so are those after each step.
const MAX_STEPS_AND_REPLIES: usize = 40;

/// A search of one position.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) tree: Tree,
    /// The position at the root.
    root_game: Stepwise,
    root: NodeId,
    generator: Generator,
    playouts: Playouts,
    played: PlayedKeys,
    /// Scratch: the position of the playout.
    game: Stepwise,
    /// Scratch: the position after a step that is tried.
    trial: Stepwise,
    /// Scratch: the nodes from the root to a leaf, each with the player who was to move there.
    path: Vec<(NodeId, Color)>,
    /// Scratch.
    steps: Vec<Step>,
    /// Whether any move may win at once, and not only the last of the game.
    has_goal: bool,
    weights: Weights,
}

impl Search {
    pub(super) fn new(position: &Position, generator: Generator) -> Search {
        let game = Stepwise::new(position.clone());
        let mut tree = Tree::default();
        let root = tree.reset();
        let has_goal = match position.rules() {
            Rules::Bamogo(_) => true,
            Rules::Margo(rules) => rules.first_capture,
            _ => false,
        };
        let mut search = Search {
            tree,
            root,
            root_game: game.clone(),
            generator,
            playouts: Playouts::new(position),
            played: PlayedKeys::new(position.game() == Game::Bamogo),
            trial: game.clone(),
            game,
            path: Vec::new(),
            steps: Vec::new(),
            has_goal,
            weights: Weights::of(position.game()),
        };
        search.game.clone_from(&search.root_game);
        search.expand(root, None);
        search.find_wins(root, true);
        search
    }

    pub(super) fn root(&self) -> NodeId {
        self.root
    }

    /// Whether the outcome with best play is certain.
    pub(super) fn is_solved(&self) -> bool {
        self.tree.get(self.root).solved.is_some()
    }

    /// Makes a child of the root the new root. Returns whether the player to move there is still the same, and in the same
    /// turn.
    pub(super) fn descend(&mut self, child: NodeId) -> bool {
        let step = self.tree.get(child).step.clone();
        self.root_game.try_step(&step);
        let old = std::mem::replace(&mut self.root, child);
        let continues = !self.root_game.turn().is_empty();
        if continues && self.tree.children(child).is_empty() {
            self.game.clone_from(&self.root_game);
            self.expand(child, Some(old));
        }
        continues
    }

    /// Carries out one playout.
    pub(super) fn run(&mut self) {
        self.game.clone_from(&self.root_game);
        self.path.clear();
        self.path.push((self.root, self.game.to_move()));
        let mut node = self.root;
        let mut parent = None;
        while !self.tree.children(node).is_empty() {
            let child = self.select(node, self.game.to_move());
            let step = &self.tree.get(child).step;
            if !self.game.try_step(step) {
                debug_assert!(false, "a listed step is legal");
                break;
            }
            parent = Some(node);
            node = child;
            self.path.push((node, self.game.to_move()));
            if self.tree.get(node).solved.is_some() {
                break;
            }
        }
        if let Some(outcome) = self.game.position().outcome() {
            self.tree.get_mut(node).solved = Some(outcome.into());
        } else if self.tree.get(node).visits >= EXPAND_AFTER
            && self.tree.children(node).is_empty()
            && self.tree.len() < MAX_NODES
        {
            self.expand(node, parent);
            if self.has_goal {
                self.find_wins(node, false);
            }
        }
        self.played.begin();
        let (rewards, _) =
            self.playouts
                .play(&mut self.game, &mut self.generator, &mut self.played);
        self.back_up(&rewards);
    }

    /// The child with the highest upper bound.
    fn select(&self, node: NodeId, mover: Color) -> NodeId {
        let parent = self.tree.get(node);
        let log = logarithm(parent.visits.max(1));
        let first = self.tree.children(node).start;
        let mut best = (first, f32::NEG_INFINITY);
        for (index, child) in self.tree.child_nodes(node).iter().enumerate() {
            let bound = match child.solved {
                Some(Solved(Some(winner))) if winner == mover => return first + index,
                // Only if all of them lose.
                Some(Solved(Some(_))) => -1.0,
                Some(Solved(None)) => 0.5,
                None => upper_bound(child, log, self.weights),
            };
            if bound > best.1 {
                best = (first + index, bound);
            }
        }
        best.0
    }

    /// Gives a leaf, whose position `self.game` is, its children. In a turn of Sygo their prior opinion is what is known of
    /// the same stones as the stone before.
    fn expand(&mut self, node: NodeId, parent: Option<NodeId>) {
        self.steps.clear();
        self.game.steps(&mut self.steps);
        let is_partial = remove_idle_switches(self.game.position(), &mut self.steps);
        let game = &self.game;
        let in_turn = !game.turn().is_empty();
        let known: Vec<(Step, f32, f32)> = match parent {
            Some(parent) if in_turn => self
                .tree
                .child_nodes(parent)
                .iter()
                .map(|child| (child.step.clone(), child.amaf_reward, child.amaf_visits))
                .collect(),
            _ => Vec::new(),
        };
        let has_others = self.steps.len() > 1;
        let weight_of_opinion = self.weights.opinion;
        let children: Vec<Node> = self
            .steps
            .drain(..)
            .map(|step| {
                let opinion = opinion(&step, has_others);
                let mut child = Node::new(step, opinion, weight_of_opinion);
                if let Some((_, reward, visits)) =
                    known.iter().find(|(step, ..)| *step == child.step)
                    && *visits > weight_of_opinion
                {
                    let weight = visits.min(20.0);
                    child.amaf_reward = reward / visits * weight;
                    child.amaf_visits = weight;
                }
                child
            })
            .collect();
        self.tree.expand(node, children.into_iter());
        self.tree.get_mut(node).is_partial = is_partial;
    }

    /// Marks the children of a node that end the game; then the node is solved if one of them wins. `self.game` is its
    /// position. With `and_replies` the replies are tried as well, unless there are many.
    fn find_wins(&mut self, node: NodeId, and_replies: bool) {
        let mover = self.game.to_move();
        let children = self.tree.children(node);
        let few = children.len() <= MAX_STEPS_AND_REPLIES;
        for child in children {
            self.trial.clone_from(&self.game);
            if !self.trial.try_step(&self.tree.get(child).step) {
                continue;
            }
            if let Some(outcome) = self.trial.position().outcome() {
                self.tree.get_mut(child).solved = Some(outcome.into());
            } else if and_replies && few && self.tree.get(child).step != Step::Move(Move::Swap) {
                let winner = winning_reply(&self.trial);
                if let Some(winner) = winner {
                    self.tree.get_mut(child).solved = Some(Solved(Some(winner)));
                }
            }
        }
        self.solve(node, mover);
    }

    /// Finds out whether a node is solved by its children.
    fn solve(&mut self, node: NodeId, mover: Color) {
        let children = self.tree.child_nodes(node);
        if children.is_empty() {
            return;
        }
        let wins = Solved(Some(mover));
        let mut best = None;
        // What was left out may be better than what loses.
        let mut are_all = !self.tree.get(node).is_partial;
        for child in children {
            match child.solved {
                // After a swap the winner's color is that of the other player.
                Some(_) if child.step == Step::Move(Move::Swap) => are_all = false,
                Some(solved) if solved == wins => {
                    self.tree.get_mut(node).solved = Some(wins);
                    return;
                }
                Some(Solved(None)) => best = Some(Solved(None)),
                Some(solved) => best = best.or(Some(solved)),
                None => are_all = false,
            }
        }
        if are_all {
            self.tree.get_mut(node).solved = best;
        }
    }

    /// Adds the rewards of a playout to the nodes it went through, from the leaf up.
    fn back_up(&mut self, rewards: &Rewards) {
        let mut rewards = *rewards;
        for index in (0..self.path.len()).rev() {
            let (node, mover) = self.path[index];
            let reward = rewards[mover as usize];
            // The children first: what was played below this node was played later.
            for child in self.tree.child_nodes_mut(node) {
                if self.played.contains(mover, child.keys) {
                    child.amaf_visits += 1.0;
                    child.amaf_reward += reward;
                }
            }
            if self.tree.get(node).solved.is_none() {
                self.solve(node, mover);
            }
            let Some(&(_, maker)) = index.checked_sub(1).and_then(|index| self.path.get(index))
            else {
                self.tree.get_mut(node).visits += 1;
                break;
            };
            if self.tree.get(node).step == Step::Move(Move::Swap) {
                rewards.swap(Color::Black as usize, Color::White as usize);
            }
            let this = self.tree.get_mut(node);
            this.visits += 1;
            this.reward += match this.solved {
                Some(Solved(Some(winner))) => f32::from(u8::from(winner == maker)),
                _ => rewards[maker as usize],
            };
            let keys = this.keys;
            self.played.note(maker, keys);
        }
    }
}

/// About the natural logarithm, without the functions of the platform, which differ in the last digit.
fn logarithm(number: u32) -> f32 {
    let whole = number.ilog2();
    let rest = number as f32 / (1_u64 << whole) as f32 - 1.0;
    (whole as f32 + rest) * std::f32::consts::LN_2
}

/// What a child is worth at most, as far as is known.
fn upper_bound(child: &Node, log: f32, weights: Weights) -> f32 {
    let visits = child.visits as f32;
    let amaf = child.amaf_visits;
    let known = child.amaf_reward / amaf.max(f32::MIN_POSITIVE);
    let mean = if child.visits == 0 {
        known
    } else {
        let weight = amaf / (amaf + visits + amaf * visits * weights.amaf_bias);
        weight * known + (1.0 - weight) * child.reward / visits
    };
    mean + weights.exploration * (log / (visits + 1.0)).sqrt()
}

/// The winner, if the player to move wins with one step.
fn winning_reply(game: &Stepwise) -> Option<Color> {
    let mover = game.to_move();
    let mut steps = Vec::new();
    game.steps(&mut steps);
    if steps.len() > MAX_STEPS_AND_REPLIES {
        return None;
    }
    let mut trial = game.clone();
    let wins = |step: &Step| {
        trial.clone_from(game);
        let outcome = trial
            .try_step(step)
            .then(|| trial.position().outcome())
            .flatten();
        outcome.is_some_and(|outcome| outcome.winner() == Some(mover))
    };
    steps.iter().any(wins).then_some(mover)
}

/// What a step is likely to be worth, before any playout.
fn opinion(step: &Step, has_others: bool) -> f32 {
    match step {
        Step::Move(Move::Pass) | Step::EndTurn if has_others => 0.2,
        Step::Move(Move::Switch(..)) => 0.45,
        Step::Move(Move::King(_)) => 0.6,
        _ => 0.5,
    }
}
