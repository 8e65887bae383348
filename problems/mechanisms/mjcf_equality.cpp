#include "problems/mechanisms/mjcf_equality.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "problems/mbs/long_vectors.hpp"
#include "text/mistakes.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

using Words = std::vector<std::string>;

int body_of(const XmlItem& item, const char* key, const Robot& robot) {
  if (!item.has(key)) return 0;
  const auto found = std::ranges::find(robot.links, item.text(key), &RobotLink::name);
  if (found != robot.links.end()) return static_cast<int>(found - robot.links.begin());
  Words known;
  for (const auto& link : robot.links) known.push_back(link.name);
  throw item.refusal(unknown_name("body", item.text(key), known).of(key));
}

const MjcfSite& site_of(const XmlItem& item, const char* key, const MjcfSites& sites) {
  const auto found = sites.find(item.text(key));
  if (found != sites.end()) return found->second;
  Words known;
  for (const auto& [name, site] : sites) known.push_back(name);
  throw item.refusal(unknown_name("site", item.text(key), known).of(key));
}

/// Reads `relpose`, a point and a quaternion: the pose of the second body in the first body. Returns nullopt if the
/// attribute is absent or its quaternion is 0, which means that the pose of the file's configuration applies.
std::optional<RobotPose> relative_pose(const XmlItem& item) {
  if (!item.has("relpose")) return {};
  const auto x = item.numbers("relpose");
  if (x.size() != 7)
    throw item.refusal(wrong_kind("relpose=\"{}\": seven numbers are needed", item.text("relpose")).of("relpose"));
  if (std::all_of(x.begin() + 3, x.end(), is_zero)) return {};
  return RobotPose{{x[0], x[1], x[2]}, turns_of_quaternion({x[3], x[4], x[5], x[6]})};
}

void tie_bodies(const XmlItem& item, const Robot& robot, RobotLoop& out) {
  if (!item.has("body1")) throw item.refusal(missing_part("give body1, or both site1 and site2").of("body1"));
  out.first = body_of(item, "body1", robot);
  out.second = body_of(item, "body2", robot);
  if (out.kind == mbs::JointKind::spherical) {
    out.on_first.xyz = item.triple("anchor");
    return;
  }
  const auto pose = relative_pose(item);
  if (!pose) return;
  out.on_first = *pose;
  out.on_second = RobotPose{};
  if (item.has("anchor")) out.on_second->xyz = item.triple("anchor");
}

RobotJoint& joint_of(const XmlItem& item, const char* key, Robot& robot) {
  const auto found = std::ranges::find(robot.joints, item.text(key), &RobotJoint::name);
  if (found != robot.joints.end() && has_coordinate(found->kind)) return *found;
  Words known;
  for (const auto& joint : robot.joints)
    if (has_coordinate(joint.kind)) known.push_back(joint.name);
  throw item.refusal(unknown_name("joint with a coordinate", item.text(key), known).of(key));
}

}  // namespace

RobotLoop mjcf_loop(const XmlItem& item, const std::string& name, const Robot& robot, const MjcfSites& sites) {
  RobotLoop out{name, item.element.place};
  out.kind = item.element.name == "connect" ? mbs::JointKind::spherical : mbs::JointKind::fixed;
  if (!item.has("site1") && !item.has("site2")) {
    tie_bodies(item, robot, out);
    return out;
  }
  for (const char* key : {"body1", "body2", "anchor", "relpose"})
    if (item.has(key))
      throw item.refusal(contradiction("{} is not allowed together with site1 and site2", key).of(key));
  const auto &first = site_of(item, "site1", sites), &second = site_of(item, "site2", sites);
  out.first = first.link;
  out.second = second.link;
  out.on_first = first.pose;
  out.on_second = second.pose;
  return out;
}

void add_joint_equality(const XmlItem& item, Robot& robot) {
  auto& first = joint_of(item, "joint1", robot);
  auto a = item.has("polycoef") ? item.numbers("polycoef") : std::vector{ExactNumber("0"), ExactNumber("1")};
  if (a.empty() || a.size() > 5) throw item.refusal(wrong_kind("polycoef needs five numbers").of("polycoef"));
  if (a.size() < 2) a.push_back(ExactNumber("1"));
  if (!std::all_of(a.begin() + 2, a.end(), is_zero))
    throw item.refusal("polycoef: only polynomials of degree 1 are supported, so the last three numbers must be 0");
  if (first.follows) throw item.refusal(contradiction("joint '{}' already follows another joint", first.name));
  Follows out{.other = {}, .ratio = ExactNumber("0"), .place = item.element.place};
  Digits50 offset = a[0].in<Digits50>() + first.reference.in<Digits50>();
  if (item.has("joint2")) {
    const auto& second = joint_of(item, "joint2", robot);
    out.other = second.name;
    out.ratio = a[1];
    offset -= a[1].in<Digits50>() * second.reference.in<Digits50>();
  }
  out.offset = mbs::written(offset);
  first.follows = std::move(out);
}

}  // namespace plumb
