#include "problems/mbs/elimination_plan.hpp"

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

namespace plumb {
namespace {

using Set = std::set<int>;
std::size_t index(int i) { return static_cast<std::size_t>(i); }

// The graph of couplings between parts, and the order of elimination. Part 2k is the body of block k, part 2k + 1 its
// joint.
class Ordering {
 public:
  Ordering(const std::vector<PivotBlock>& of, const EntryList& entries)
      : blocks(of), coupled(2 * of.size()), open(of.size(), 0), step_of_block(of.size(), -1) {
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      for (int i = 0; i < blocks[k].body; ++i) owner.push_back(static_cast<int>(2 * k));
      for (int i = 0; i < blocks[k].joint; ++i) owner.push_back(static_cast<int>(2 * k) + 1);
    }
    for (const auto& [row, column] : entries.places) connect(owner[index(row)], owner[index(column)]);
    for (std::size_t k = 0; k < blocks.size(); ++k)
      if (blocks[k].body == 0) open[k] = coupled_bodies(static_cast<int>(k));
  }

  int part_of(int unknown) const { return owner[index(unknown)]; }
  int size_of(int part) const {
    const auto& block = blocks[index(part / 2)];
    return part % 2 == 0 ? block.body : block.joint;
  }
  int step_of(int part) const { return step_of_block[index(part / 2)]; }

  /// Calls each(block, parts coupled with the body, parts coupled with the joint) in the order of elimination.
  template <class Each>
  void eliminate_all(Each each) {
    std::set<std::pair<int, int>> waiting;
    for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
      if (open[index(k)] == 0) waiting.insert(key(k));
    for (int step = 0; !waiting.empty(); ++step) {
      const int k = -waiting.begin()->second;
      const Set front = front_of(k);
      for (const int part : front) waiting.erase(key(part / 2));
      waiting.erase(key(k));
      step_of_block[index(k)] = step;
      each(k, front, coupled[index(2 * k)], coupled[index(2 * k + 1)]);
      for (const int part : front) {
        auto& of_part = coupled[index(part)];
        of_part.erase(2 * k);
        of_part.erase(2 * k + 1);
        for (const int other : front)
          if (other != part) of_part.insert(other);
      }
      for (const int part : front) release(part / 2, k);
      for (const int part : front)
        if (open[index(part / 2)] == 0) waiting.insert(key(part / 2));
    }
    assert(std::ranges::find(step_of_block, -1) == step_of_block.end());
  }

 private:
  void connect(int a, int b) {
    if (a == b) return;
    coupled[index(a)].insert(b);
    coupled[index(b)].insert(a);
  }
  Set front_of(int k) const {
    Set front = coupled[index(2 * k)];
    front.insert(coupled[index(2 * k + 1)].begin(), coupled[index(2 * k + 1)].end());
    front.erase(2 * k);
    front.erase(2 * k + 1);
    return front;
  }
  std::pair<int, int> key(int k) const {
    int degree = 0, last = -1;
    for (const int part : front_of(k)) {  // ascending order
      if (part / 2 != last) ++degree;
      last = part / 2;
    }
    return {degree, -k};
  }
  int coupled_bodies(int k) const {
    return static_cast<int>(std::ranges::count_if(coupled[index(2 * k + 1)], [](int part) { return part % 2 == 0; }));
  }
  // Updates `open` of block k after the elimination of a body: multipliers without a body wait for all bodies coupled
  // with them.
  void release(int k, int eliminated) {
    if (open[index(k)] > 0 && blocks[index(eliminated)].body > 0) open[index(k)] = coupled_bodies(k);
  }

  const std::vector<PivotBlock>& blocks;
  std::vector<Set> coupled;  // parts with which each part is coupled
  std::vector<int> open;     // for blocks of multipliers without a body: number of bodies to be eliminated first
  std::vector<int> step_of_block, owner;
};

/// Builds the plan step by step.
class PlanMaker {
 public:
  PlanMaker(const std::vector<PivotBlock>& pivot_blocks, const EntryList& entries, EliminationPlan& plan)
      : blocks(pivot_blocks), ordering(pivot_blocks, entries), out(plan) {
    for (const auto& block : blocks) {
      first.push_back(out.unknowns);
      out.unknowns += block.body + block.joint;
    }
    ordering.eliminate_all([this](int k, const Set& front, const Set& of_body, const Set& of_joint) {
      add_step(k, front, of_body, of_joint);
    });
    for (auto& step : out.steps) add_updates(step);
    add_places(entries);
  }

 private:
  using Step = EliminationPlan::Step;
  using Update = EliminationPlan::Update;

  int unknown_of(int part) const { return first[index(part / 2)] + (part % 2 == 0 ? 0 : blocks[index(part / 2)].body); }

  void add_step(int k, const Set& front, const Set& of_body, const Set& of_joint) {
    const auto& block = blocks[index(k)];
    Step step{.unknown = first[index(k)],
              .body = block.body,
              .joint = block.joint,
              .part = block.body,
              .own = out.size,
              .first_part = static_cast<int>(out.parts.size()),
              .parts = static_cast<int>(front.size())};
    if (!front.empty()) step.part = ordering.size_of(*front.begin());
    for (const int part : front) {
      const bool couples_with_body = of_body.contains(part);
      const int of_part = ordering.size_of(part);
      out.parts.push_back({unknown_of(part), of_part, step.front, couples_with_body, of_joint.contains(part)});
      fronts.push_back(part);
      step.front += of_part;
      step.couples_body = step.couples_body || couples_with_body;
      if (of_part != step.part) step.part = -1;
    }
    step.up = step.own + step.width() * step.width();
    step.down = step.up + step.width() * step.front;
    out.size = step.down + step.front * step.width();
    out.steps.push_back(step);
  }

  // Returns the index of the first value of the block with these parts, and the stride of its columns.
  Update locate(int row_part, int column_part) const {
    const int of_row = ordering.step_of(row_part), of_column = ordering.step_of(column_part);
    const Step& step = out.steps[index(std::min(of_row, of_column))];
    const auto in_step = [&](int part) { return unknown_of(part) - step.unknown; };
    const auto in_front = [&](int part) {
      const auto begin = fronts.begin() + step.first_part, end = begin + step.parts;
      const auto place = std::lower_bound(begin, end, part);
      assert(place != end && *place == part);
      return out.parts[static_cast<std::size_t>(place - fronts.begin())].at;
    };
    if (of_row == of_column) return {step.own + in_step(row_part) + in_step(column_part) * step.width(), step.width()};
    if (of_row < of_column) return {step.up + in_step(row_part) + in_front(column_part) * step.width(), step.width()};
    return {step.down + in_front(row_part) + in_step(column_part) * step.front, step.front};
  }

  void add_updates(Step& step) {
    step.first_update = static_cast<int>(out.updates.size());
    const auto part = [&](int i) { return fronts[index(step.first_part + i)]; };
    for (int b = 0; b < step.parts; ++b)
      for (int a = 0; a < step.parts; ++a) out.updates.push_back(locate(part(a), part(b)));
  }

  void add_places(const EntryList& entries) {
    out.places.reserve(entries.places.size());
    for (const auto& [row, column] : entries.places) {
      const int of_row = ordering.part_of(row), of_column = ordering.part_of(column);
      const auto [place, stride] = locate(of_row, of_column);
      out.places.push_back(place + row - unknown_of(of_row) + (column - unknown_of(of_column)) * stride);
    }
  }

  const std::vector<PivotBlock>& blocks;
  Ordering ordering;
  EliminationPlan& out;
  std::vector<int> first;   // index of the first unknown of each block
  std::vector<int> fronts;  // for each part of the plan: its index in the ordering
};

}  // namespace

EliminationPlan::EliminationPlan(const std::vector<PivotBlock>& blocks, const EntryList& entries) {
  PlanMaker(blocks, entries, *this);
}

}  // namespace plumb
