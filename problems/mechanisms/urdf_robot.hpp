#pragma once
// A robot of a URDF file: a tree of links and joints, in numbers as they were written. docs/mechanism-files.md tells
// what of URDF is used, what is not, and what is refused.
//
// A link has a frame of its own. A joint's frame stands in its parent at `origin`, and is the child's where the joint
// is at 0. Roll, pitch and yaw turn about the x, y and z axes of the frame outside, in this order: R = Rz Ry Rx.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "problems/mbs/mechanism.hpp"
#include "text/xml_document.hpp"

namespace plumb {

struct UrdfPose {
  mbs::Triple xyz = mbs::triple("0", "0", "0"), rpy = mbs::triple("0", "0", "0");  // m, rad
};

struct UrdfInertial {
  UrdfPose origin;  // of the centre of mass and the axes of the inertia, in the link
  ExactNumber mass;
  std::array<ExactNumber, 6> inertia;  // kg m², xx, yy, zz, xy, xz, yz
  FilePlace place;
};

struct UrdfLink {
  std::string name;
  FilePlace place;
  std::optional<UrdfInertial> inertial = {};  // none: the link has no mass
};

enum class UrdfJointKind { revolute, continuous, prismatic, fixed, floating };
constexpr bool turns(UrdfJointKind kind) {
  return kind == UrdfJointKind::revolute || kind == UrdfJointKind::continuous;
}

struct UrdfJoint {
  std::string name;
  FilePlace place;
  UrdfJointKind kind = UrdfJointKind::fixed;
  int parent = -1, child = -1;  // links
  UrdfPose origin = {};
  mbs::Triple axis = mbs::triple("1", "0", "0");  // in the joint's frame
  ExactNumber damping = ExactNumber("0");         // N m s/rad or N s/m
};

struct UrdfRobot {
  std::string name, file;
  std::vector<UrdfLink> links;
  std::vector<UrdfJoint> joints;    // parents before their children
  int root = 0;                     // link
  std::vector<std::string> unused;  // names of elements that the file has and that are not read, sorted
};

/// What changes the motion and may be left out of account all the same. Friction and mimic are refused otherwise, and
/// so is the damping of prismatic joints.
inline constexpr std::array<std::string_view, 3> urdf_may_be_ignored = {"damping", "friction", "mimic"};

/// Whether a text is meant to be XML, and so no TOML.
bool is_urdf(std::string_view text);

/// Reads a robot; `file` is its path, `ignored` are words of `urdf_may_be_ignored`. Throws UsageError, one line that
/// begins with file and line: "robot.urdf:12: joint 'elbow': ...".
UrdfRobot robot_from_urdf(std::string_view text, const std::string& file, std::span<const std::string> ignored = {});

}  // namespace plumb
