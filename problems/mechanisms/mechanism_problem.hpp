#pragma once
// A mechanism as a problem: its bodies in absolute coordinates, with their constraints imposed at every level.

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mechanisms/mechanism_text.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// Makes the mechanism that a problem's complete parameters describe; throws std::invalid_argument.
using MechanismOf = std::function<mbs::Mechanism(const Parameters&)>;

/// The parts of a problem in addition to its mechanism. `located` adds the location of an item and a code to a mistake
/// in it.
struct MechanismProblem {
  std::string name, title, source, t_begin = "0", t_end;
  std::function<Lines(const Parameters&)> remarks = [](const Parameters&) { return Lines(); };
  bool has_momenta = false;  // whether there are formulations in momenta
  bool refines = false;      // whether a reference with fewer digits is allowed if 20 are not possible
  std::vector<ParameterSpec> parameters;
  MechanismOf mechanism;
  std::function<UsageError(const mbs::MechanismMistake&)> located = [](const mbs::MechanismMistake& mistake) {
    return UsageError(mistake.what(), mistake.code);
  };
};

/// The problem, with `retraction` and `solver` as its last parameters. Its coordinates are named "space": the centre of
/// mass and the unit quaternion of one body after the other, their velocities and the angular velocities in the bodies.
Problem mechanism_problem(const MechanismProblem& of);

/// The problem of a file that was read.
Problem mechanism_problem(const MechanismText& text);

}  // namespace plumb
