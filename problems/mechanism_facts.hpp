#pragma once
// The description of a mechanism: a problem that consists of bodies, joints and forces. Other problems have none.

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "contract/parameters.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

struct Problem;

using Lines = std::vector<std::string>;

/// A rule of a joint by the name of its law ("points-coincide"), with the axes of its two markers: 0, 1, 2.
struct RuleOfJoint {
  std::string law;
  std::array<int, 2> axes;
};

/// The elements of a mechanism by kind, for pages that describe it.
struct MechanismElements {
  struct Kind {
    std::string kind;                     // kind of joint ("revolute") or driver ("rotation-rate")
    std::vector<std::string> names;       // names with bodies: "pivot (ground, link3)"
    std::vector<RuleOfJoint> rules = {};  // for joints: their rules
  };
  std::vector<Kind> joints, drivers;
  std::size_t beam_elements = 0;
  std::vector<std::string> frictions;  // names of the elements with Coulomb friction
};

/// The description of a mechanism. Each function takes the parameters of the problem.
struct MechanismFacts {
  /// Describes the changes of the initial values by `start = "correct"`; empty if there are none.
  std::function<std::string(const Parameters&)> corrected_start;
  /// Returns warnings, one per line: unusual data, such as a negative stiffness, and ignored contents of a robot file.
  std::function<Lines(const Parameters&)> remarks;
  /// Returns the names of the elements with friction as a list in a text: "'rub', 'slide'".
  std::function<std::string(const Parameters&)> frictions;
  /// Returns the internal unit of length of the mechanism [m] (problems/mbs/natural_scales.hpp).
  std::function<double(const Parameters&)> natural_length;
  /// Returns the reason for a reference by step refinement, with fewer than 20 digits: the mechanism is stiff, large, or
  /// has beams with incremental rotations. Empty if 20 digits can be computed, or if the file does not allow refinement.
  std::function<std::string(const Parameters&)> why_refined;
  /// Returns an error with the reason why the mechanism has no formulation `ode` (in joint coordinates), the location
  /// in the file, and the available formulations; nullopt if it has this formulation.
  std::function<std::optional<UsageError>(const Problem&)> refusal_of_joint_coordinates;
  /// Returns the elements.
  std::function<MechanismElements(const Parameters&)> elements;
};

}  // namespace plumb
