#pragma once
// A robot as described in a file: a tree of links and joints, with numbers as written.
//
// Every link has a frame. A joint's frame has the pose `origin` in the parent link. If the joint coordinate equals
// `reference`, the frame of the child link has the same axes as the joint's frame, whose origin is at `anchor` in the
// child. The motion starts at `reference` unless the mechanism file sets another initial value.

#include <optional>
#include <string>
#include <vector>

#include "problems/mbs/mechanism.hpp"
#include "problems/mechanisms/unused_contents.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

/// A frame relative to another frame: its origin, and successive rotations about its own current axes.
struct RobotPose {
  mbs::Triple xyz = mbs::triple("0", "0", "0");  // position [m]
  std::vector<mbs::Turn> turns = {};
};

struct RobotInertial {
  RobotPose origin = {};  // pose of the centre of mass and the inertia's axes, in the link
  ExactNumber mass;
  std::array<ExactNumber, 6> inertia;  // entries xx, yy, zz, xy, xz, yz of the inertia tensor [kg m²]
  FilePlace place;
};

struct RobotShape {
  mbs::ShapeKind kind;
  RobotPose origin = {};  // pose in the link
  mbs::Triple size;       // size, as in mbs::Shape
};

/// An element of a link whose mass the file does not contain, such as a mesh.
struct UnknownInertia {
  FilePlace place;
  std::string item;  // description of the element: "geom 'cover'"
};

struct RobotLink {
  std::string name;
  FilePlace place;
  std::vector<RobotInertial> inertials = {};  // parts of the inertia; empty: the link has no mass
  std::vector<RobotShape> shapes = {};
  std::optional<UnknownInertia> unknown = {};  // element with unknown inertia; a mistake if the link can move
};

enum class RobotJointKind { revolute, continuous, prismatic, fixed, floating, ball };
constexpr bool turns(RobotJointKind kind) {
  return kind == RobotJointKind::revolute || kind == RobotJointKind::continuous;
}
constexpr bool has_coordinate(RobotJointKind kind) { return turns(kind) || kind == RobotJointKind::prismatic; }

/// A joint coordinate that depends on another coordinate: ratio · other + offset.
struct Follows {
  std::string other;  // name of the other joint; empty, with the ratio 0: the coordinate is constant
  ExactNumber ratio = ExactNumber("1"), offset = ExactNumber("0");
  FilePlace place = {};
};

struct RobotJoint {
  std::string name;
  FilePlace place;
  RobotJointKind kind = RobotJointKind::fixed;
  int parent = -1, child = -1;  // indices of links; −1: none
  RobotPose origin = {};
  mbs::Triple anchor = mbs::triple("0", "0", "0");
  ExactNumber reference = ExactNumber("0");                    // reference coordinate [rad or m]
  mbs::Triple axis = mbs::triple("1", "0", "0");               // axis in the joint's frame
  ExactNumber damping = ExactNumber("0"), friction = damping;  // damping [N m s/rad or N s/m]; friction [N m or N]
  ExactNumber stiffness = ExactNumber("0"), free = stiffness;  // stiffness [N m/rad or N/m]; free coordinate [rad or m]
  ExactNumber armature = ExactNumber("0");                     // armature [kg m² or kg]
  // In a ball joint, damping, friction, stiffness and armature apply to rotations about all axes, relative to the
  // configuration of the file; an armature requires a parent at rest. In a floating joint they also apply to
  // displacements of the child's origin along the axes of the parent.
  std::optional<std::array<ExactNumber, 2>> limits = {};  // limits [rad or m]
  std::optional<Follows> follows = {};
};

/// A constraint that closes a loop of the tree: the frames of two links coincide (fixed), or only their origins
/// (spherical).
struct RobotLoop {
  std::string name;
  FilePlace place;
  mbs::JointKind kind = mbs::JointKind::fixed;
  int first = -1, second = -1;  // indices of links
  RobotPose on_first = {};
  std::optional<RobotPose> on_second = {};  // unset: the position of `on_first` in the configuration of the file
};

struct Robot {
  std::string name, file, format = "URDF";
  std::vector<RobotLink> links;
  std::vector<RobotJoint> joints;  // joints; parents precede their children
  std::vector<RobotLoop> loops = {};
  int root = 0;                             // index of the root link
  std::optional<mbs::Triple> gravity = {};  // gravity [m/s²]; unset: not given in the file
  std::vector<std::string> remarks = {};    // remarks on unusual contents of the file, one line each with its location
  UnusedContents unused = {};
  bool any_inertia = false;  // accepts physically impossible inertia tensors

  bool rubs() const;  // whether any joint has friction
};

/// Sorts parents before children. Throws UsageError if there is no root or several, or if links form a cycle.
void order_joints(Robot& robot);
/// Throws UsageError if a joint depends on a joint that does not exist, on a joint without a coordinate, or on itself.
void require_followed(const Robot& robot);

}  // namespace plumb
