#pragma once
// What can be seen of a sampled run: the outputs of its problem, and beside them
//
//   energy                    total energy [J]
//   violation.position        largest |component| of Φ [m], of its rate [m/s] and of its second derivative [m/s²];
//   violation.velocity        the last one with the accelerations of the method, or, where it computes none, with those
//   violation.acceleration    of the index-1 equations
//
// Everything is formed in quad from states of working precision, so that what is seen is the states' own.

#include <optional>
#include <string>
#include <vector>

#include "harness/run/run_cell.hpp"

namespace plumb {

class SampleView {
 public:
  explicit SampleView(const ResolvedCell& cell);

  /// Everything that `cell` shows.
  static std::vector<std::string> names(const ResolvedCell& cell);
  /// Throws UsageError on a name that is not among them.
  static void require(const ResolvedCell& cell, const std::string& name);

  std::string unit(const std::string& name) const;
  quad of(const std::string& name, const Sample<quad>& sample);
  /// The state that the run begins with.
  Sample<quad> initial();
  /// The certified one at a time; none where the reference has lost its digits, and `lost_at` tells when.
  std::optional<Sample<quad>> exact(const quad& t);
  std::optional<double> lost_at() const { return lost; }  // s; none: it has lost none that was asked for

 private:
  quad violation(const std::string& level, const Sample<quad>& x);

  const Problem& problem;
  const Formulation& formulation;
  Parameters data;
  AnySystem<quad> system;
  std::optional<double> lost;
};

}  // namespace plumb
