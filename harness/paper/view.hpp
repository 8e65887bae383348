#pragma once
// A view computes quantities of a sampled run: the outputs of its problem, and
//
//   energy                    total energy [J]
//   own.NAME                  an output that is one multiplier of the equations, such as the effort of a driver, from
//                             the multipliers of the method, if it computes any. NAME without `own.` is computed with
//                             the index-1 equations at q and v of the sample
//   violation.position        largest |component| of Φ [m], of its rate [m/s] and of its second derivative [m/s²];
//   violation.velocity        the last one uses the accelerations of the method, or, if it has none, of the
//   violation.acceleration    index-1 equations
//
// All quantities are computed in quad from states of working precision, so that their rounding errors are negligible.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/run/run_cell.hpp"
#include "reference/stored_outputs.hpp"

namespace plumb {

class SampleView {
 public:
  explicit SampleView(const ResolvedCell& cell);

  /// Returns the names of all quantities of `cell`. Finding the names `own.NAME` is slow, so they are omitted if
  /// `requested` is another existing name.
  static std::vector<std::string> names(const ResolvedCell& cell, std::string_view requested = {});
  /// Throws UsageError if the name does not exist.
  static void require(const ResolvedCell& cell, const std::string& name);

  static std::string unit(const ResolvedCell& cell, const std::string& name);
  /// Returns the value of a quantity in a sample.
  quad of(const std::string& name, const Sample<quad>& sample);
  /// Returns the change of a quantity when the coordinates of the state are rounded to doubles. Smaller differences
  /// have no meaning.
  quad rounding(const std::string& name, const Sample<quad>& sample);
  /// Shifts an angle by multiples of 2π to the value nearest to `another`. Returns other values unchanged.
  quad next_to(const std::string& name, const quad& another, const quad& value) const;
  /// Returns the initial state.
  Sample<quad> initial();
  /// Returns the certified state at a time; none if the accuracy of the reference is too low (see `lost_at`). If the
  /// reference stores outputs, the state contains only outputs.
  std::optional<Sample<quad>> exact(const quad& t);
  /// Returns the time after which the reference is too inaccurate for that quantity [s]; none if no call of `exact` has
  /// failed so far.
  std::optional<double> lost_at(const std::string& name) const;

 private:
  quad violation(const std::string& level, const Sample<quad>& x);
  quad own(std::size_t output, const Sample<quad>& x);
  std::string output_of(const std::string& name) const;
  std::size_t place_of(const std::string& output) const;
  void lose_outputs(const StoredOutputs& stored, const quad& t);

  const Problem& problem;
  const Formulation& formulation;
  Parameters data;
  AnySystem<quad> system;
  // For each output the multiplier whose negative it is, if there is one. Empty: not computed yet.
  std::vector<std::optional<Eigen::Index>> multipliers = {};
  std::optional<double> lost;
  std::map<std::string, double> lost_outputs;  // time up to which each stored output is accurate [s]
};

}  // namespace plumb
