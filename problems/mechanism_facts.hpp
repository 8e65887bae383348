#pragma once
// Properties that only mechanisms have: problems that are made of bodies, joints and forces.

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
  std::vector<std::string> frictions;  // names of the frictions
};

/// Functions of the data of a mechanism. For other problems they return empty values: "", 0, no lines.
struct MechanismFacts {
  /// Describes the changes of the initial values by `start = "correct"`; empty if there are none.
  std::function<std::string(const Parameters&)> corrected_start = [](const Parameters&) { return std::string(); };
  /// Unusual data, such as a negative stiffness, and contents of a robot's file that Plumb does not use: a line each.
  std::function<Lines(const Parameters&)> remarks = [](const Parameters&) { return Lines(); };
  /// The names of the elements with friction, as 'rub', 'slide'.
  std::function<std::string(const Parameters&)> frictions = [](const Parameters&) { return std::string(); };
  /// The unit of length that suits the mechanism [m].
  std::function<double(const Parameters&)> natural_length = [](const Parameters&) { return 0.; };
  /// The reason why the reference is refined: 20 digits of the motion are out of reach, since it is stiff or large, and
  /// the file allows fewer. Empty if it is not refined.
  std::function<std::string(const Parameters&)> why_refined = [](const Parameters&) { return std::string(); };
  /// The reason why the mechanism has no formulation `ode`, in joint coordinates, with its location in the file and
  /// the formulations of this problem; nullopt if it has this formulation.
  std::function<std::optional<UsageError>(const Problem&)> refusal_of_joint_coordinates = [](const Problem&) {
    return std::optional<UsageError>();
  };
  /// The elements; nullopt if the problem is no mechanism.
  std::function<std::optional<MechanismElements>(const Parameters&)> elements = [](const Parameters&) {
    return std::optional<MechanismElements>();
  };
};

}  // namespace plumb
