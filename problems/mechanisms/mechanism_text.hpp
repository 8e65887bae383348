#pragma once
// Mechanisms as data, in TOML; docs/mechanism-files.md describes the format.
//
//   schema = 1
//   name = "rod"
//   t_end = 2                                            # s
//   [parameters]
//   length = { value = 1, unit = "m", meaning = "length of the rod", minimum = 0.01 }
//   [[body]]
//   name = "rod"
//   density = 7800                                       # kg/m^3
//   shape = { kind = "bar", length = "length", width = 0.05 }
//   position = ["length/2", 0, 0]                        # m, of the centre of mass
//   [[joint]]
//   name = "hinge"
//   kind = "revolute"
//   bodies = ["ground", "rod"]
//   point = [0, 0, 0]
//   axis = [0, 1, 0]
//
// A mechanism may have a robot of URDF (urdf_robot.hpp) beside the items of its file. A URDF file is a mechanism by
// itself: its root stands on the ground, all joints begin at 0 and at rest, and t_end is 1 s.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "contract/parameters.hpp"
#include "problems/mbs/mechanism_check.hpp"
#include "problems/mechanism_facts.hpp"
#include "problems/mechanisms/robot_text.hpp"
#include "problems/refused_mechanism.hpp"

namespace plumb {

struct MechanismText {
  std::string name, title, source, t_begin, t_end;
  std::function<Lines(const Parameters&)> remarks = [](const Parameters&) { return Lines(); };  // MechanismFacts
  bool has_momenta = false;  // formulations in momenta are asked for
  bool refines = false;      // the file asks for a reference of fewer digits where 20 are out of reach
  std::vector<ParameterSpec> parameters;
  /// The mechanism that complete parameters describe. Throws std::invalid_argument, one line that begins with the place
  /// in the file: "FILE:7:8: body 'crank': mass: ..."; a RefusedMechanism if it is a mistake of the file's author.
  std::function<mbs::Mechanism(const Parameters&)> mechanism;
  /// Reports a mistake in an item at the place of the item, with its code.
  std::function<UsageError(const mbs::MechanismMistake&)> located;
};

/// Reads a file whose path is `file`, in TOML or URDF, and its mechanism with default parameters. `read` returns the
/// text of the files that it names. Throws UsageError, one line as above.
MechanismText mechanism_from_text(std::string_view text, const std::string& file, const FileText& read = {});

}  // namespace plumb
