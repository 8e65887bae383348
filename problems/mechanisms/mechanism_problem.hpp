#pragma once
// A mechanism as a problem: its bodies in absolute coordinates, with their constraints imposed at every level.

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mechanisms/mechanism_text.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// Makes the mechanism that a problem's complete parameters describe; throws std::invalid_argument.
using MechanismOf = std::function<mbs::Mechanism(const Parameters&)>;

/// The parts of a problem beside its mechanism. `located` reports a mistake in an item at the item's place, with its
/// code.
struct MechanismProblem {
  std::string name, title, source, t_begin = "0", t_end;
  std::function<Lines(const Parameters&)> remarks = [](const Parameters&) { return Lines(); };
  bool has_momenta = false;  // formulations in momenta beside the others
  bool refines = false;      // a reference of fewer digits is computed where 20 cannot be had
  std::vector<ParameterSpec> parameters;
  MechanismOf mechanism;
  std::function<UsageError(const mbs::MechanismMistake&)> located = [](const mbs::MechanismMistake& mistake) {
    return UsageError(mistake.what(), mistake.code);
  };
};

/// The problem, with `retraction` and `solver` as its last parameters. Its coordinates are named "space": the centre of
/// mass and the unit quaternion of one body after the other, their velocities and the angular velocities in the bodies.
Problem mechanism_problem(const MechanismProblem& of);

/// Says what `start = "correct"` changed in the initial values for these data (start_correction.hpp). It is empty if it
/// changed nothing, or if the problem is no mechanism.
std::string corrected_start(const Problem& problem, const Parameters& parameters);

/// What is unusual in the data, as a negative stiffness, and what of a robot's file the motion ignores: a line each.
Lines remarks(const Problem& problem, const Parameters& parameters);

/// Returns the names of the elements with friction, as 'rub', 'slide'. It is empty if there are none, or if the problem
/// is no mechanism.
std::string frictions_of(const Problem& problem, const Parameters& parameters);

/// Returns the unit of length that suits the mechanism [m] (natural_scales.hpp); 0 if the problem is no mechanism.
double natural_length(const Problem& problem, const Parameters& parameters);

/// Says why the reference is refined for these data: 20 digits of the motion are out of reach, since it is stiff or
/// large, and the file asks for fewer. It is empty if it is not refined, or if the problem is no mechanism.
std::string why_refined(const Problem& problem, const Parameters& parameters);

/// Returns what keeps a mechanism from the formulation `ode`, in the coordinates of joints, at its place in the file,
/// with the formulations that there are; its code is that of an unknown name. Empty where there are joint coordinates,
/// or if the problem is no mechanism.
std::optional<UsageError> refusal_of_joint_coordinates(const Problem& problem);

/// A state of a mechanism with the momenta of a formulation as one with the velocities that these belong to.
Configuration<long double> with_velocities(const Problem& problem, const Parameters& parameters,
                                           const Formulation& formulation, const Configuration<long double>& x);

/// The problem of a file that was read.
Problem mechanism_problem(const MechanismText& text);

}  // namespace plumb
