#include "problems/mechanisms/robot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "problems/mbs/mechanism_check.hpp"
#include "text/mistakes.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

[[noreturn]] void refuse_two_roots(const Robot& robot, const std::vector<int>& roots) {
  const auto& first = robot.links[at(roots[0])];
  const auto& second = robot.links[at(roots[1])];
  throw second.place.refusal(
      contradiction("link '{}' is a second root, after link '{}' at line {}: no joint has it as its child; a robot "
                    "must be a tree with one root",
                    second.name, first.name, first.place.line));
}

// Throws with the names of the links in a cycle that contains an ancestor of `link`. `to` has for each link the joint
// whose child it is.
[[noreturn]] void refuse_cycle(const Robot& robot, const std::vector<int>& to, std::size_t link) {
  const auto before = [&](std::size_t l) { return at(robot.joints[at(to[l])].parent); };
  for (std::size_t i = 0; i < to.size(); ++i) link = before(link);  // reaches the cycle
  std::vector<std::string> names = {robot.links[link].name};
  constexpr std::size_t most_names = 5;
  for (auto l = before(link); l != link && names.size() < most_names; l = before(l))
    names.push_back(robot.links[l].name);
  const auto& joint = robot.joints[at(to[link])];
  throw joint.place.refusal(contradiction(
      "joint '{}': its links form a closed loop: {}; a robot must be a tree, and a mechanism file can close loops",
      joint.name, fmt::join(names, " < ")));
}

const RobotJoint& followed(const Robot& robot, const RobotJoint& by) {
  const auto other = std::ranges::find(robot.joints, by.follows->other, &RobotJoint::name);
  if (other != robot.joints.end()) return *other;
  std::vector<std::string> known;
  for (const auto& joint : robot.joints) known.push_back(joint.name);
  throw by.follows->place.refusal(
      unknown_name("joint", by.follows->other, known).after(mbs::item("joint", by.name) + ": it follows"));
}

}  // namespace

bool Robot::rubs() const {
  return std::ranges::any_of(joints, [](const RobotJoint& joint) { return joint.friction.in<double>() != 0; });
}

void order_joints(Robot& robot) {
  std::vector<int> to(robot.links.size(), -1);  // joint whose child is each link; −1: none
  for (std::size_t j = 0; j < robot.joints.size(); ++j) to[at(robot.joints[j].child)] = static_cast<int>(j);
  std::vector<int> roots;
  for (std::size_t i = 0; i < to.size(); ++i)
    if (to[i] < 0) roots.push_back(static_cast<int>(i));
  if (roots.size() > 1) refuse_two_roots(robot, roots);
  if (roots.empty()) refuse_cycle(robot, to, 0);
  robot.root = roots[0];

  std::vector<std::vector<int>> from(robot.links.size());
  for (std::size_t j = 0; j < robot.joints.size(); ++j) from[at(robot.joints[j].parent)].push_back(static_cast<int>(j));
  std::vector<RobotJoint> ordered;
  std::vector<int> left = {robot.root};
  std::vector<bool> reached(robot.links.size());
  while (!left.empty()) {
    const auto link = at(left.back());
    left.pop_back();
    reached[link] = true;
    for (auto j = from[link].rbegin(); j != from[link].rend(); ++j) left.push_back(robot.joints[at(*j)].child);
    if (to[link] >= 0) ordered.push_back(robot.joints[at(to[link])]);
  }
  const auto lost = std::ranges::find(reached, false);
  if (lost != reached.end()) refuse_cycle(robot, to, static_cast<std::size_t>(lost - reached.begin()));
  robot.joints = std::move(ordered);
}

void require_followed(const Robot& robot) {
  for (const auto& joint : robot.joints) {
    if (!joint.follows) continue;
    const auto* other = &joint;
    for (std::size_t steps = 0; other->follows && !other->follows->other.empty(); ++steps) {
      const auto label = mbs::item("joint", other->name) + ": it follows '" + other->follows->other + "'";
      if (steps > robot.joints.size())
        throw joint.follows->place.refusal(contradiction("{}, and they form a cycle", label));
      other = &followed(robot, *other);
      if (!has_coordinate(other->kind) && other->kind != RobotJointKind::fixed)
        throw joint.follows->place.refusal(contradiction("{}, which has no single coordinate", label));
    }
  }
}

}  // namespace plumb
