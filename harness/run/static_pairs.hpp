#pragma once
// The static binding: for some pairs of problem and method, system and stepper are compiled together, in double and
// without type erasure, because the time of their steps matters.

#include <string_view>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/runner.hpp"

namespace plumb {

/// A problem in a formulation, and a method, of the catalogue.
struct StaticPair {
  using Make = TypedRunner<double> (*)(const ResolvedCell&, const RunSetup<double>&);

  const Problem* problem;
  const Formulation* formulation;
  const Method* method;
  Make make;
  /// Returns whether the pair supports the method parameters of the cell; null: it supports all values.
  bool (*fits)(const ResolvedCell&) = nullptr;
};

/// Returns the pair with these names. Throws std::out_of_range if a name is not in the catalogue.
StaticPair static_pair(std::string_view problem, std::string_view formulation, std::string_view method,
                       StaticPair::Make make, bool (*fits)(const ResolvedCell&) = nullptr);

/// Returns all pairs.
const std::vector<StaticPair>& static_pairs();

/// Returns the pair that the cell belongs to; null if there is none, or if the cell is in another precision. Problems
/// and methods outside of the catalogue have no pairs, even if they have the name of a problem or method in a pair.
const StaticPair* static_pair_of(const ResolvedCell& cell);

// Each function returns an empty list if the build leaves out its problem.

/// Returns the pairs on the pendulum and the spinning top, whose steps take nanoseconds.
std::vector<StaticPair> quick_pairs();
/// Returns the pairs of methods with coupled stages on the two-link manipulator.
std::vector<StaticPair> coupled_pairs();
/// Returns the pairs of methods that solve one stage at a time on the squeezer.
std::vector<StaticPair> one_stage_pairs();

}  // namespace plumb
