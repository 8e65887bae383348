#pragma once
// Converts a robot to the bodies and joints of a mechanism. Links connected by fixed joints become one body, named
// after its base link, the link nearest to the root. If the root does not float, links fixed to it belong to the
// ground. Joints that the user fixes at their initial positions are treated in the same way. Mass and inertia of a body
// are checked after its links are combined. A body's frame has the axes of the base link, and its origin in the common
// centre of mass. All values are computed in 50 digits.

#include <map>
#include <set>
#include <string>

#include "numerics/long_matrix.hpp"
#include "problems/mechanisms/mistakes_of_file.hpp"
#include "problems/mechanisms/robot.hpp"

namespace plumb {

/// The initial state of a revolute, continuous or prismatic joint.
struct JointStart {
  ExactNumber position = ExactNumber("0"), velocity = ExactNumber("0");  // rad or m; rad/s or m/s
};

/// The initial state of a floating link: position and velocity of its origin, and its attitude, relative to its joint's
/// frame (for a floating root, to space), and its angular velocity in the link's axes.
struct FreeStart {
  mbs::Triple position = mbs::triple("0", "0", "0");  // position [m]
  std::vector<mbs::Turn> turns = {};
  mbs::Triple velocity = mbs::triple("0", "0", "0"), angular_velocity = mbs::triple("0", "0", "0");  // m/s, rad/s
};

struct RobotStart {
  bool floats = false;                            // whether the root floats
  std::map<std::string, JointStart> joints = {};  // by joint name; others: RobotJoint::reference, at rest
  std::map<std::string, FreeStart> free = {};     // by name of the floating joint, or of the floating root
  std::set<std::string> fixed = {};               // joints that are fixed at their initial positions
  ExactNumber friction_speed = ExactNumber("0");  // speed of mbs::SmoothFriction [rad/s or m/s]; 0: no friction
  std::optional<mbs::Triple> gravity = {};        // gravity [m/s²]; unset: gravity of the robot's file
};

class RobotBodies {
 public:
  using Number = Digits50;
  using Vector = Vec<Number, 3>;
  using Matrix = Mat<Number, 3>;

  /// Throws UsageError, with a line for each mistake: an impossible inertia, a moving body without mass that
  /// carries no mass either, or a floating joint on a moving link.
  RobotBodies(const Robot& robot, RobotStart start);

  /// Inserts the robot's items before the items of a mechanism. In the latter, a link's name is replaced by the name of
  /// its body, and points and directions in the frame "body", which refer to the link's frame, are converted to the
  /// body's. Throws MechanismMistake.
  void put_into(mbs::Mechanism& mechanism) const;

 private:
  static constexpr int no_group = -1;  // group of the links that are fixed to the ground

  struct Frame {
    Matrix axes;
    Vector origin;
  };
  struct LinkState {
    int body;
    Frame in_body;             // frame in the body; in space if the link is on the ground
    Frame pose;                // frame in space
    Vector velocity, turning;  // velocity of the link's origin, angular velocity, both in space
  };
  struct Group {
    int base;  // index of the base link
    std::vector<int> links;
    Vector centre;  // centre of mass, in the frame of the base link
  };

  const RobotLink& link(int index) const { return robot_.links[static_cast<std::size_t>(index)]; }
  static Frame frame_of(const RobotPose& pose);
  static Frame product(const Frame& a, const Frame& b);

  void place_root();
  void place(const RobotJoint& joint);
  bool stays(const RobotJoint& joint) const;
  JointStart start_of(const RobotJoint& joint) const;
  Frame shift_of(const RobotJoint& joint) const;
  LinkState moved(const RobotJoint& joint, const LinkState& at_joint) const;
  LinkState freed(const RobotJoint& joint, const LinkState& at_joint) const;
  void begin_body(int link, LinkState state);
  mbs::Body body_of(Group& group) const;
  void require_body(const Group& group, const mbs::Body& body) const;
  bool carries_mass(int body) const;
  mbs::Joint joint_of(const RobotJoint& joint) const;
  mbs::Joint joint_of(const RobotLoop& loop) const;
  Frame file_pose(int link) const;
  const RobotJoint* joint_to(int link) const;
  bool has_isotropic_armature(const RobotJoint& joint) const;
  void put_loops_into(mbs::Mechanism& mechanism) const;
  void put_free_forces_into(const RobotJoint& joint, mbs::Mechanism& mechanism) const;
  void compensate_weights(mbs::Mechanism& mechanism) const;
  void put_joint_into(const RobotJoint& joint, mbs::Mechanism& mechanism) const;
  void put_force_into(const RobotJoint& joint, mbs::Mechanism& mechanism) const;
  void put_shapes_into(mbs::Mechanism& mechanism) const;
  mbs::Place place_on(int link, const Frame& frame, const Vector& axis, const Vector& reference) const;
  std::string body_name(int body) const;

  struct InBody {
    int link;
    std::string body;
    Frame frame;
  };
  std::optional<InBody> find(const std::string& link) const;
  void translate(std::string& body, mbs::Place& place) const;
  void translate(mbs::Load& load) const;
  void translate(mbs::OutputOf& output) const;
  void require_point(const std::string& item, const InBody& at, const mbs::Place& place) const;

  const Robot& robot_;
  const RobotStart start_;
  std::vector<LinkState> states_;
  std::vector<Group> groups_;
  std::vector<mbs::Body> bodies_;
  double length_ = 0;  // largest distance of a link's origin from the root, or of a centre of mass in its link [m]
};

}  // namespace plumb
