#pragma once
// Makes a problem from a mechanism: its formulations use absolute coordinates and impose the constraints at all levels
// (index 3, 2, 1, ...).

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mechanisms/mechanism_text.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// Makes the mechanism that a problem's complete parameters describe; throws std::invalid_argument.
using MechanismOf = std::function<mbs::Mechanism(const Parameters&)>;

/// The data of a problem that is a mechanism. `located` converts a mistake in an item to an error with its location in
/// the file.
struct MechanismProblem {
  std::string name, title, source, t_begin = "0", t_end;
  std::function<Lines(const Parameters&)> remarks = [](const Parameters&) { return Lines(); };
  bool has_momenta = false;  // whether there are formulations in momenta
  bool refines = false;      // whether a refined reference is allowed (below 20 digits)
  std::vector<ParameterSpec> parameters;
  MechanismOf mechanism;
  std::function<UsageError(const mbs::MechanismMistake&)> located = [](const mbs::MechanismMistake& mistake) {
    return UsageError(mistake.what(), mistake.code);
  };
};

/// Returns the problem, with `retraction` and `solver` as additional last parameters. The coordinates are named
/// "space": for each body the centre of mass and the unit quaternion, with the velocity and the angular velocity in the
/// body.
Problem mechanism_problem(const MechanismProblem& definition);

/// Returns the problem of a mechanism file.
Problem mechanism_problem(const MechanismText& text);

}  // namespace plumb
