#pragma once
// Reads mechanisms from TOML; docs/mechanism-files.md describes the format.
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
// A mechanism may contain a robot from a URDF file (urdf_robot.hpp) in addition to the items of its file. A URDF file
// alone is a mechanism: its root is fixed to the ground, all joints start at 0 and at rest, and t_end is 1 s.

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
  std::function<Lines(const Parameters&)> remarks = [](const Parameters&) { return Lines(); };  // see MechanismFacts
  bool has_momenta = false;  // whether the file requests formulations in momenta
  bool refines = false;      // whether the file allows a refined reference (below 20 digits)
  std::vector<ParameterSpec> parameters;
  /// Returns the mechanism for complete parameters. Throws std::invalid_argument with one line that begins with the
  /// location in the file: "FILE:7:8: body 'crank': mass: ..."; RefusedMechanism if the file contains the mistake.
  std::function<mbs::Mechanism(const Parameters&)> mechanism;
  /// Returns the error for a mistake in an item, with the location of the item and its code.
  std::function<UsageError(const mbs::MechanismMistake&)> located;
};

/// Parses the text of a TOML or URDF file with the path `file`, and checks its mechanism for the default parameters.
/// `read` returns the text of files named in it. Throws UsageError with one line as above.
MechanismText mechanism_from_text(std::string_view text, const std::string& file, const FileText& read = {});

}  // namespace plumb
