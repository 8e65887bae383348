#include "problems/mechanisms/fit_for_joints.hpp"

#include <algorithm>

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mechanisms/spanning_tree.hpp"

namespace plumb::mbs {
namespace {

/// Returns whether the function is the constant 1.
bool is_one(const TimeFunction& factor) {
  const bool is_number =
      factor.pieces.empty() && factor.sines.empty() && !factor.table && factor.polynomial.size() == 1;
  return is_number && factor.polynomial.front().in<double>() == 1;
}

bool acts_in_joints_alone(const Mechanism& m) {
  const auto in_joint = [](const TranslationalSpring& spring) { return !spring.joint.empty(); };
  return m.loads.empty() && m.springs.empty() && m.turning_springs.empty() &&
         std::ranges::all_of(m.translational_springs, in_joint);
}

std::optional<JointObstacle> obstacle_of_forces(const Mechanism& m) {
  if (!m.drivers.empty()) return JointObstacle{item("driver", m.drivers.front().name), "it imposes a motion"};
  if (!m.frictions.empty())
    return JointObstacle{item("force", m.frictions.front().name), "its friction depends on a constraint force"};
  if (!m.beam_elements.empty())
    return JointObstacle{item("beam", m.beam_elements.front().beam), "the nodes of a beam are not connected by joints"};
  const auto changing = [](const auto& springs) -> std::optional<JointObstacle> {
    for (const auto& spring : springs)
      if (!is_one(spring.factor)) return JointObstacle{item("force", spring.name), "its force has a factor over time"};
    return {};
  };
  if (auto turning = changing(m.rotational_springs)) return turning;
  return changing(m.translational_springs);
}

std::optional<JointObstacle> obstacle_of_gears(const Mechanism& m, const SpanningTree& tree) {
  for (const auto& gear : m.gears)
    for (const auto& joint : {gear.first, gear.second}) {
      const bool is_of_rotor = joint == gear.first && moves_rotor(m, gear);
      if (!is_of_rotor && tree.branch_of_joint(joint_index(m, joint)) < 0)
        return JointObstacle{item("gear", gear.name), "its joint '" + joint + "' closes a loop"};
    }
  return {};
}

std::optional<JointObstacle> obstacle_of_joints(const Mechanism& m) {
  const auto outside = joint_outside_of_trees(m);
  if (!outside) return {};
  const auto& joint = m.joints[static_cast<std::size_t>(outside->joint)];
  const std::string kind = "a " + std::string(name(joint.kind)) + " joint ";
  if (outside->body.empty()) return JointObstacle{item("joint", joint.name), kind + "constrains velocities only"};
  return JointObstacle{item("joint", joint.name), kind + "is the only joint on the path to body '" + outside->body +
                                                      "'; a revolute or translational joint is required there"};
}

}  // namespace

std::optional<JointObstacle> obstacle_to_joint_coordinates(const Mechanism& m) {
  if (auto force = obstacle_of_forces(m)) return force;
  if (auto joint = obstacle_of_joints(m)) return joint;
  const auto tree = spanning_tree(m);
  if (!tree) return JointObstacle{"mechanism", "it has no bodies"};
  return obstacle_of_gears(m, *tree);
}

bool has_joint_coordinates(const Mechanism& mechanism) { return !obstacle_to_joint_coordinates(mechanism); }

bool is_joint_tree(const Mechanism& m) {
  if (!acts_in_joints_alone(m) || obstacle_of_forces(m)) return false;
  const auto tree = spanning_tree(m);
  if (!tree || !tree->closings.empty()) return false;
  for (std::size_t k = 0; k < tree->branches.size(); ++k) {
    const auto& branch = tree->branches[k];
    const auto place = static_cast<int>(k), joint = std::max(place - tree->floating, -1);
    if (branch.joint != joint || branch.body != place || branch.reversed) return false;
  }
  return tree->branches.size() > static_cast<std::size_t>(tree->floating);
}

}  // namespace plumb::mbs
