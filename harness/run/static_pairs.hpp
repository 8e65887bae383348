#pragma once
// The pairs of problem and method whose systems and steps are compiled as one, in double: those whose time counts.

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
  bool (*fits)(const ResolvedCell&) =
      nullptr;  // whether these parameters of the method are compiled too; null: all are
};

/// The pair of these names. Throws std::out_of_range if the catalogue does not have one of them.
StaticPair static_pair(std::string_view problem, std::string_view formulation, std::string_view method,
                       StaticPair::Make make, bool (*fits)(const ResolvedCell&) = nullptr);

/// All of them.
const std::vector<StaticPair>& static_pairs();

/// The one that the cell is of; null: it is of none, or in another precision. What has the names of one and is not of
/// the catalogue is of none.
const StaticPair* static_pair_of(const ResolvedCell& cell);

/// Those of methods with coupled stages on the two-link manipulator, and of methods that solve one stage at a time on
/// the squeezer.
std::vector<StaticPair> coupled_pairs();
std::vector<StaticPair> one_stage_pairs();

}  // namespace plumb
