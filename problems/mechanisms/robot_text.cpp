#include "problems/mechanisms/robot_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mechanisms/body_text.hpp"
#include "problems/mechanisms/mjcf_robot.hpp"
#include "problems/mechanisms/urdf_robot.hpp"
#include "text/mistakes.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 2> bases = {"fixed", "floating"};

std::vector<std::string> ignored_by(const MechanismItem& urdf) {
  const std::vector<std::string> known(urdf_may_be_ignored.begin(), urdf_may_be_ignored.end());
  auto out = urdf.texts("ignore");
  for (const auto& word : out)
    if (std::ranges::find(known, word) == known.end()) throw urdf.refusal("ignore", unknown_name("word", word, known));
  return out;
}

FreeStart free_start(const MechanismItem& item) {
  item.allow({"position", "turns", "velocity", "angular_velocity"});
  FreeStart out;
  if (const auto x = item.optional_triple("position")) out.position = *x;
  if (const auto x = item.optional_triple("velocity")) out.velocity = *x;
  if (const auto x = item.optional_triple("angular_velocity")) out.angular_velocity = *x;
  for (const auto& turn : item.all_inner("turns")) out.turns.push_back(turn_of(turn));
  for (const auto& turn : out.turns)
    if (std::ranges::all_of(turn.axis, [](const ExactNumber& x) { return x.in<double>() == 0; }))
      throw item.refusal("turns", out_of_range("an axis has no direction: all its components are 0"));
  return out;
}

JointStart joint_start(const MechanismItem& initial, const std::string& name) {
  if (!initial.has_table(name)) return {initial.number(name)};
  const auto item = *initial.inner(name);
  item.allow({"position", "velocity"});
  return {item.number_or("position", "0"), item.number_or("velocity", "0")};
}

std::vector<std::string> moving_names(const Robot& robot, bool floats) {
  std::vector<std::string> out;
  if (floats) out.push_back(robot.links[static_cast<std::size_t>(robot.root)].name);
  for (const auto& joint : robot.joints)
    if (joint.kind != RobotJointKind::fixed) out.push_back(joint.name);
  return out;
}

}  // namespace

Robot robot_of(const MechanismItem& urdf, const std::string& file, const FileText& read) {
  urdf.allow({"file", "base", "ignore", "fix"});
  const auto path = (std::filesystem::path(file).parent_path() / urdf.text("file")).string();
  if (!read) throw urdf.refusal("file", unreadable("in this context other files cannot be read"));
  return robot_from_text(read(path), path, read, ignored_by(urdf));
}

Robot robot_from_text(std::string_view text, const std::string& file, const FileText& read,
                      std::span<const std::string> ignored) {
  return is_mjcf(text) ? robot_from_mjcf(text, file, read, ignored) : robot_from_urdf(text, file, ignored);
}

bool base_floats(const MechanismItem& urdf) { return urdf.choice("base", bases, 0) == 1; }

std::set<std::string> fixed_joints(const MechanismItem& urdf, const Robot& robot) {
  std::vector<std::string> known;
  for (const auto& joint : robot.joints)
    if (has_coordinate(joint.kind)) known.push_back(joint.name);
  std::set<std::string> out;
  for (const auto& name : urdf.texts("fix")) {
    if (std::ranges::find(known, name) == known.end())
      throw urdf.refusal("fix", unknown_name("joint with a coordinate", name, known));
    out.insert(name);
  }
  for (const auto& joint : robot.joints)
    if (joint.follows && !joint.follows->other.empty() && out.contains(joint.name) &&
        !out.contains(joint.follows->other))
      throw urdf.refusal(
          "fix", contradiction("joint '{0}' follows '{1}': fix '{1}' instead", joint.name, joint.follows->other));
  return out;
}

void add_initial(const MechanismItem& initial, const Robot& robot, RobotStart& start) {
  const auto known = moving_names(robot, start.floats);
  for (const auto& name : initial.keys()) {
    if (std::ranges::find(known, name) == known.end())
      throw initial.refusal(name, unknown_name("joint that moves", name, known));
    const auto joint = std::ranges::find(robot.joints, name, &RobotJoint::name);
    if (joint == robot.joints.end() || joint->kind == RobotJointKind::floating) {
      start.free.emplace(name, free_start(*initial.inner(name)));
      continue;
    }
    if (joint->kind == RobotJointKind::ball)
      throw initial.refusal(
          name,
          UsageError("the initial state of a ball joint cannot be set; it starts at rest in the position of the file"));
    if (joint->follows && joint->follows->other.empty())
      throw initial.refusal(name, contradiction("{} locks it at {}, so its initial state cannot be set",
                                                printable(robot.file), joint->follows->offset.text()));
    if (joint->follows)
      throw initial.refusal(
          name, contradiction("it follows joint '{}', so its initial state cannot be set", joint->follows->other));
    const auto initial_state = joint_start(initial, name);
    if (start.fixed.contains(name) && initial_state.velocity.in<double>() != 0)
      throw initial.refusal(name, contradiction("'fix' locks it, so its velocity must be 0"));
    start.joints.emplace(name, initial_state);
  }
}

}  // namespace plumb
