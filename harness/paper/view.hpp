#pragma once
// A view shows what can be seen of a sampled run: the outputs of its problem, and beside them
//
//   energy                    total energy [J]
//   own.NAME                  an output that is one multiplier of the equations, as the effort of a driver is, by the
//                             multipliers of the method, where it computes any: NAME is by the index-1 equations at its
//                             q and v, whatever the method's own are
//   violation.position        largest |component| of Φ [m], of its rate [m/s] and of its second derivative [m/s²];
//   violation.velocity        the last one with the accelerations of the method, or, where it computes none, with those
//   violation.acceleration    of the index-1 equations
//
// Everything is computed in quad from states of working precision, so that no rounding is added to that of the states.

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

  /// Returns everything that `cell` shows. The multipliers take long to find, and are left out if `asked_for` is found
  /// without them.
  static std::vector<std::string> names(const ResolvedCell& cell, std::string_view asked_for = {});
  /// Throws UsageError if the name is not among them.
  static void require(const ResolvedCell& cell, const std::string& name);

  static std::string unit(const ResolvedCell& cell, const std::string& name);
  quad of(const std::string& name, const Sample<quad>& sample);
  /// Returns how far a quantity moves if the coordinates of the state are rounded to doubles: nothing smaller can be
  /// seen of it.
  quad rounding(const std::string& name, const Sample<quad>& sample);
  /// Moves an angle by whole turns to where it is nearest to another value. Any other value stays as it is.
  quad next_to(const std::string& name, const quad& another, const quad& value) const;
  /// Returns the state that the run begins with.
  Sample<quad> initial();
  /// Returns the certified state at a time. None if the reference has lost its digits; `lost_at` tells when. If the
  /// reference stores outputs, the state has nothing else.
  std::optional<Sample<quad>> exact(const quad& t);
  /// Returns when the reference has lost the digits of that quantity [s]. None if it has lost none that was asked for.
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
  // Each output is the negative of this multiplier, or of none. Empty: nobody has asked.
  std::vector<std::optional<Eigen::Index>> multipliers = {};
  std::optional<double> lost;
  std::map<std::string, double> lost_outputs;  // times at which stored outputs lose their digits
};

}  // namespace plumb
