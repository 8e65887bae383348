#pragma once
// A robot as files describe it: a tree of links and joints, in numbers as they were written.
//
// A link has a frame of its own. A joint's frame stands in its parent at `origin`. Where the joint is at `reference`,
// the child's frame has the same axes, and the joint stands in it at `anchor`. The joint begins there unless a start is
// given.

#include <optional>
#include <string>
#include <vector>

#include "problems/mbs/mechanism.hpp"
#include "problems/mechanisms/unused_contents.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

/// A frame in another frame: its origin, and turns one after the other about its own axes as they then stand.
struct RobotPose {
  mbs::Triple xyz = mbs::triple("0", "0", "0");  // m
  std::vector<mbs::Turn> turns = {};
};

struct RobotInertial {
  RobotPose origin = {};  // of the centre of mass and the axes of the inertia, in the link
  ExactNumber mass;
  std::array<ExactNumber, 6> inertia;  // kg m², xx, yy, zz, xy, xz, yz
  FilePlace place;
};

struct RobotShape {
  mbs::ShapeKind kind;
  RobotPose origin = {};  // in the link
  mbs::Triple size;       // as mbs::Shape has it
};

/// A share of a link's mass that its file does not tell, such as that of a mesh.
struct UnknownInertia {
  FilePlace place;
  std::string item;  // "geom 'cover'"
};

struct RobotLink {
  std::string name;
  FilePlace place;
  std::vector<RobotInertial> inertials = {};  // none: the link has no mass
  std::vector<RobotShape> shapes = {};
  std::optional<UnknownInertia> unknown = {};  // a mistake if the link moves
};

enum class RobotJointKind { revolute, continuous, prismatic, fixed, floating, ball };
constexpr bool turns(RobotJointKind kind) {
  return kind == RobotJointKind::revolute || kind == RobotJointKind::continuous;
}
constexpr bool has_coordinate(RobotJointKind kind) { return turns(kind) || kind == RobotJointKind::prismatic; }

/// A joint's coordinate that follows another one: ratio · other + offset.
struct Follows {
  std::string other;  // empty, with the ratio 0: it follows no other
  ExactNumber ratio = ExactNumber("1"), offset = ExactNumber("0");
  FilePlace place = {};
};

struct RobotJoint {
  std::string name;
  FilePlace place;
  RobotJointKind kind = RobotJointKind::fixed;
  int parent = -1, child = -1;  // links
  RobotPose origin = {};
  mbs::Triple anchor = mbs::triple("0", "0", "0");
  ExactNumber reference = ExactNumber("0");                    // rad or m
  mbs::Triple axis = mbs::triple("1", "0", "0");               // in the joint's frame
  ExactNumber damping = ExactNumber("0"), friction = damping;  // N m s/rad or N s/m; N m or N
  ExactNumber stiffness = ExactNumber("0"), free = stiffness;  // N m/rad or N/m; rad or m
  ExactNumber armature = ExactNumber("0");                     // kg m² or kg
  // In a ball these act about all axes, from the configuration of the file on, and armature where the parent stands
  // still. In a floating joint they act on the child's origin along the axes of the parent, and about all axes.
  std::optional<std::array<ExactNumber, 2>> limits = {};  // rad or m
  std::optional<Follows> follows = {};
};

/// A tie that does not belong to the tree: frames of two links coincide, or their origins.
struct RobotLoop {
  std::string name;
  FilePlace place;
  mbs::JointKind kind = mbs::JointKind::fixed;
  int first = -1, second = -1;  // links
  RobotPose on_first = {};
  std::optional<RobotPose> on_second = {};  // unset: where the first one is in the configuration of the file
};

struct Robot {
  std::string name, file, format = "URDF";
  std::vector<RobotLink> links;
  std::vector<RobotJoint> joints;  // parents before their children
  std::vector<RobotLoop> loops = {};
  int root = 0;                             // link
  std::optional<mbs::Triple> gravity = {};  // m/s²; unset: the file does not say
  std::vector<std::string> remarks = {};    // what is unusual in the file, a line for each with its place
  UnusedContents left_out = {};
  bool any_inertia = false;  // moments that no body has are taken as they are

  bool rubs() const;  // does a joint have friction?
};

/// Puts parents before children. Throws UsageError if there is no root or several, or if links are parents of each
/// other.
void order_joints(Robot& robot);
/// Throws UsageError if a joint follows one that does not exist, one that has no coordinate, or itself.
void require_followed(const Robot& robot);

}  // namespace plumb
