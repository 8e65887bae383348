#pragma once
// A mechanism as a problem: its bodies in absolute coordinates, with their constraints imposed at every level.

#include "problems/mbs/mechanism.hpp"
#include "problems/mechanisms/mechanism_text.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// What a mechanism is as a function of a problem's complete parameters; throws std::invalid_argument.
using MechanismOf = std::function<mbs::Mechanism(const Parameters&)>;

/// What a problem has beside its mechanism. `located` tells a mistake in an item where the item stands.
struct MechanismProblem {
  std::string name, title, source, t_begin = "0", t_end;
  std::function<std::string(const Parameters&)> left_out = [](const Parameters&) { return std::string(); };
  bool has_momenta = false;  // formulations in momenta beside the others
  bool refines = false;      // a reference of fewer digits is computed where 20 cannot be had
  std::vector<ParameterSpec> parameters;
  MechanismOf mechanism;
  std::function<UsageError(const std::string& item, const std::string& message)> located =
      [](const std::string&, const std::string& message) { return UsageError(message); };
};

/// The problem, with `retraction` and `solver` as its last parameters. Its coordinates are named "space": the centre of
/// mass and the unit quaternion of one body after the other, their velocities and the angular velocities in the bodies.
Problem mechanism_problem(const MechanismProblem& of);

/// What `start = "correct"` moved of the initial values for these data (start_correction.hpp); empty: nothing, or the
/// problem is no mechanism.
std::string corrected_start(const Problem& problem, const Parameters& parameters);

/// What the motion takes no notice of, of what the file of its robot tells; empty: nothing, or the problem has none.
std::string left_out(const Problem& problem, const Parameters& parameters);

/// Why its reference is refined for these data: 20 digits of the motion cannot be had, since it is stiff or large, and
/// the file asks for fewer. Empty: it is not, or the problem is no mechanism.
std::string why_refined(const Problem& problem, const Parameters& parameters);

/// A state of a mechanism with the momenta of a formulation as one with the velocities that these belong to.
Configuration<long double> with_velocities(const Problem& problem, const Parameters& parameters,
                                           const Formulation& formulation, const Configuration<long double>& x);

/// The problem of a file that was read.
Problem mechanism_problem(const MechanismText& text);

}  // namespace plumb
