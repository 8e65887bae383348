#pragma once
// A mechanism as plain data, with numbers as they were written: rigid bodies, beam elements between them, joints,
// drivers, forces, outputs and the initial state. MultibodySystem (multibody_system.hpp) turns it into equations in a
// working precision.
//
// SI units. "Space" is the inertial frame, which is fixed to the body "ground". The origin of a body frame is its
// centre of mass. The matrix A transforms components in the body frame to components in space. The angular velocity ω
// has components in the body frame.
//
// Points and axes in the frame of space refer to the initial configuration as written, before any correction.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contract/exact_number.hpp"
#include "problems/mbs/body.hpp"

namespace plumb::mbs {

/// The kind of a joint. In this list, "points" and "axes" are the origins and third axes of the joint's frames (Place)
/// on its two bodies.
///
///   spherical      the points coincide
///   universal      the points coincide, the axes stay perpendicular
///   revolute       the points coincide, the axes are parallel
///   cylindrical    the second point stays on the first axis, the axes are parallel
///   translational  the second point stays on the first axis, no relative rotation
///   planar         the second point stays in the plane normal to the first axis, the axes are parallel
///   fixed          no relative motion
///   distance       the distance of the points is constant
///   perpendicular  the axes stay perpendicular
///   in_plane       the second point stays in the plane normal to the first axis
///   knife_edge     the first point has no velocity along the first axis, relative to the second body at that point
///   rolling_disk   a disk normal to the second axis around the second point rolls on the plane through the first point
///                  and normal to the first axis, on the side that this axis points to
///   rolling_ball   a ball around the second point rolls in the same way
enum class JointKind {
  spherical,
  universal,
  revolute,
  cylindrical,
  translational,
  planar,
  fixed,
  distance,
  perpendicular,
  in_plane,
  knife_edge,
  rolling_disk,
  rolling_ball,
};
inline constexpr std::array<std::string_view, 13> joint_names = {
    "spherical", "universal",     "revolute", "cylindrical", "translational", "planar",      "fixed",
    "distance",  "perpendicular", "in-plane", "knife-edge",  "rolling-disk",  "rolling-ball"};
constexpr std::string_view name(JointKind kind) { return joint_names[static_cast<std::size_t>(kind)]; }
constexpr bool rolls(JointKind kind) { return kind == JointKind::rolling_disk || kind == JointKind::rolling_ball; }
/// Returns whether the joint has nonholonomic rows.
constexpr bool is_nonholonomic(JointKind kind) { return kind == JointKind::knife_edge || rolls(kind); }

struct Joint {
  std::string name;
  JointKind kind = JointKind::spherical;
  std::string first = std::string(ground), second;  // names of bodies
  Place on_first = {}, on_second = {};
  std::optional<ExactNumber> length = {};  // for a distance: length [m]; unset: initial distance
  std::optional<ExactNumber> radius = {};  // for rolling joints: radius [m]
};

/// A coordinate of a joint. `rotation` is the angle of a revolute or cylindrical joint about its axis z: from the axis
/// x of the joint's frame on the first body to the axis x of its frame on the second. It is 0 in the initial
/// configuration if no references are given. `translation` belongs to a cylindrical or translational joint: the
/// position of the second point along the axis of the first body.
enum class Coordinate { rotation, translation };

/// Couples the coordinates of two revolute or translational joints: first = ratio · second + offset. States do not
/// count turns, so the equation holds modulo the change by a full turn of either joint (GearData, assembly.hpp).
struct Gear {
  std::string name, first, second;         // name of the gear; names of joints
  ExactNumber ratio = number("1");         // ratio in the units of the coordinates
  std::optional<ExactNumber> offset = {};  // offset [rad or m]; unset: value of the initial configuration
};

/// Imposes coordinate = value(t), or, with `of_rate`, only rate = value(t). A rate condition is nonholonomic: it does
/// not change the initial value of the coordinate. The rate of a rotation is the angular velocity of the second body
/// relative to the first about the first axis. It can also be imposed on a spherical joint, where it is not the
/// derivative of an angle.
struct Driver {
  std::string name, joint;
  Coordinate coordinate = Coordinate::rotation;
  TimeFunction value;  // prescribed value [rad or m]; with `of_rate` prescribed rate [rad/s or m/s]
  bool of_rate = false;
};

/// A force at a point of a body, or a torque (without `point`): vector · factor(t). The vector is fixed in space or in
/// the body.
struct Load {
  std::string name, body;
  bool torque = false;
  Frame frame = Frame::space;  // frame in which the vector is constant
  Triple vector;               // force [N] or torque [N m]
  Place point = {};            // point of action; unset: centre of mass
  TimeFunction factor = {{number("1")}};
};

/// Pulls two points together with the force k (l − l_0) + c l' + F(t), where l is their distance.
struct Spring {
  std::string name, first = std::string(ground), second;
  Place on_first = {}, on_second = {};                                                    // end points on the bodies
  ExactNumber stiffness = number("0"), damping = number("0"), free_length = number("0");  // N/m, N s/m, m
  TimeFunction actuator = {};                                                             // actuator force [N]
  TimeFunction factor = {{number("1")}};                                                  // factor on the whole force
};

/// Smooth friction, independent of reactions: −size tanh(rate/speed). Its magnitude at rate = speed is 3/4 of `size`.
struct SmoothFriction {
  ExactNumber size = number("0");   // friction [N m or N]
  ExactNumber speed = number("1");  // transition speed [rad/s or m/s]
};

/// Acts between the bodies of a revolute or cylindrical joint: the torque on the second body about the axis is
/// −k (θ − θ_0) − c θ' + N(t), plus friction. If k is not 0, θ − θ_0 is taken between −π and π.
struct RotationalSpring {
  std::string name, joint;
  ExactNumber stiffness = number("0"), damping = number("0"), free_angle = number("0");  // N m/rad, N m s/rad, rad
  SmoothFriction friction = {};
  TimeFunction actuator = {}, factor = {{number("1")}};  // actuator torque [N m]; factor on the whole torque
};

/// Acts on the second body of a translational or cylindrical joint along the first axis, at the second point, with the
/// force −k (s − s_0) − c s' + N(t) and friction, where s is the translation of the joint. Without a joint it acts on
/// the second of two bodies along an axis of the first, and s is the distance of the points along this axis.
struct TranslationalSpring {
  std::string name, joint;  // name; name of the joint, or "" with two bodies
  ExactNumber stiffness = number("0"), damping = number("0"), free_translation = number("0");  // N/m, N s/m, m
  SmoothFriction friction = {};
  TimeFunction actuator = {};                            // actuator force [N]
  TimeFunction factor = {{number("1")}};                 // factor on the whole force
  std::string first = std::string(ground), second = {};  // names of bodies; unset if there is a joint
  Place on_first = {}, on_second = {};                   // point and axis on the first body; point on the second body
};

/// Acts between two bodies: the torque on the second body is −k φ − c ω. φ is the rotation vector from the frame on the
/// first body to the frame on the second; ω is the angular velocity of the second body relative to the first.
struct TurningSpring {
  std::string name;
  ExactNumber stiffness = number("0"), damping = number("0");  // N m/rad, N m s/rad
  std::string first = std::string(ground), second = {};        // names of bodies
  Place on_first = {}, on_second = {};                         // markers with axes z and references x
};

/// Coulomb friction −μ |N| sign(s') along the axis of a translational joint, at the second point. It is 0 while
/// |s'| < threshold. N is the reaction normal to the axis, or its component along `normal` (in space, at the initial
/// configuration).
struct Friction {
  std::string name, joint;
  ExactNumber coefficient;                 // coefficient of friction μ
  ExactNumber threshold = number("1e-5");  // threshold speed, as in fang2023 [m/s]
  std::optional<Triple> normal = {};
};

struct JointLimits {  // limits that are not enforced: a run reports when they are exceeded
  std::string joint;
  ExactNumber lower, upper;  // limits [rad or m]
};

/// The shape of a body in pictures: a box, a cylinder along z, a sphere, or a point with lines to its joints.
enum class ShapeKind { box, cylinder, sphere, point };
struct Shape {
  std::string body;
  ShapeKind kind = ShapeKind::box;
  Place place = {};                     // centre, z axis, and x axis as `reference`
  Triple size = triple("0", "0", "0");  // box: edges; cylinder: radius and length; sphere: radius [m]
};

/// The cross-section of a beam in its axes: x along the beam, y and z normal to it.
struct Section {
  std::string name;
  ExactNumber mass = number("0");                                                // mass per length [kg/m]
  std::array<ExactNumber, 3> inertia = {number("0"), number("0"), number("0")};  // about x, y, z [kg m]
  /// EA, GA_y, GA_z [N], GJ, EJ_y, EJ_z [N m²]: stiffness for ν and for κ (beam_section.hpp).
  std::array<ExactNumber, 6> stiffness = {number("0"), number("0"), number("0"), number("0"), number("0"), number("0")};
  ExactNumber damping = number("0");  // damping time τ [s]: adds τ times stiffness times strain rate to the forces
};

/// The formula for the forces of a beam element on its nodes: from the section forces at the two cuts of the element,
/// or as the gradient of the element's energy (beam_force.hpp).
enum class BeamBalance { finite_volume, energy };
inline constexpr std::array<std::string_view, 2> beam_balance_names = {"finite-volume", "energy"};

/// The rotations of the sections in an element: `relative` interpolates the rotations of the nodes relative to the
/// middle node; `incremental` interpolates angular velocities, so the rotations depend on the path
/// (carried_sections.hpp).
enum class BeamRotations { relative, incremental };
inline constexpr std::array<std::string_view, 2> beam_rotations_names = {"relative", "incremental"};

/// A massless beam element between three bodies (beam_force.hpp). Each place is the frame of the section at one body:
/// its point, the beam's direction as `axis`, and the section's y axis as `reference`. The initial configuration is
/// unstressed.
struct BeamElement {
  std::string beam;  // name of the beam; the elements of a beam follow one another in the list
  Section section;
  std::array<std::string, 3> bodies;
  std::array<Place, 3> places;
  BeamBalance balance = BeamBalance::finite_volume;
  BeamRotations rotations = BeamRotations::relative;
};

/// The quantity of an output:
///
///   position, velocity   component of a point of a body in space (unset: the centre of mass)
///   acceleration         of a point of a body in space (unset: the centre of mass)
///   angular_velocity     component in the body's frame or in space, according to `place.frame`
///   angle                one of three successive rotations about axes of the body, from the axes of space to its axes
///   attitude             component in space of the direction `place.axis` of the body
///   coordinate, rate     of a joint: see Coordinate
///   force, torque        exerted by the first body on the second through a joint, at the second point: component in
///                        the joint's frame on the first body (third component: along its axis)
///   effort               of a driver: force along, or torque about, the joint's axis on the second body
///   section_force, section_moment   component in the section's axes, in a beam at `station`: acts on the part of the
///                        beam before this section
///   kinetic_energy, potential_energy   of all bodies, springs and beams, J
///   momentum             component of Σ m r', in space
///   angular_momentum     component of Σ (r − p) × m r' + A J ω, in space, about a point p (unset: the centre of mass
///                        of the mechanism)
///   centre_of_mass       component of Σ m r/Σ m, in space
///
/// The last three exclude rotors that represent armatures.
///
/// Accelerations and reactions are computed from the equations of index 1 at (t, q, v), whichever form and method
/// computes the motion. With `by_method` they are the values of the method.
enum class OutputKind {
  position,
  velocity,
  acceleration,
  angular_velocity,
  attitude,
  angle,
  coordinate,
  rate,
  force,
  torque,
  effort,
  section_force,
  section_moment,
  kinetic_energy,
  potential_energy,
  momentum,
  angular_momentum,
  centre_of_mass
};
inline constexpr std::array<std::string_view, 18> output_names = {"position",
                                                                  "velocity",
                                                                  "acceleration",
                                                                  "angular-velocity",
                                                                  "attitude",
                                                                  "angle",
                                                                  "coordinate",
                                                                  "rate",
                                                                  "force",
                                                                  "torque",
                                                                  "effort",
                                                                  "section-force",
                                                                  "section-moment",
                                                                  "kinetic-energy",
                                                                  "potential-energy",
                                                                  "momentum",
                                                                  "angular-momentum",
                                                                  "centre-of-mass"};

constexpr bool is_of_point(OutputKind kind) {
  return kind == OutputKind::position || kind == OutputKind::velocity || kind == OutputKind::acceleration;
}
constexpr bool is_total_vector(OutputKind kind) {
  return kind == OutputKind::momentum || kind == OutputKind::angular_momentum || kind == OutputKind::centre_of_mass;
}
constexpr bool is_of_all(OutputKind kind) {
  return kind == OutputKind::kinetic_energy || kind == OutputKind::potential_energy || is_total_vector(kind);
}
constexpr bool is_of_body(OutputKind kind) {
  return is_of_point(kind) || kind == OutputKind::angular_velocity || kind == OutputKind::attitude ||
         kind == OutputKind::angle;
}

struct OutputOf {
  std::string name, unit, meaning;
  OutputKind kind = OutputKind::position;
  std::string of = {};                           // name of the body, joint, driver or beam
  int component = 0;                             // index of the component: 0, 1, 2
  Coordinate coordinate = Coordinate::rotation;  // for a joint: its coordinate
  Place place = {};                              // for a body: point, or axis; for an angular momentum: point in space
  ExactNumber station = number("0");             // for a beam: station from 0 at its beginning to 1 at its end
  std::array<int, 3> sequence = {0, 1, 2};  // for an angle: axes of its rotations, of which `component` is an index
  bool by_method = false;                   // true: accelerations and reactions of the method; NaN if it has none
};

/// Returns whether the output is an angle between −π and π.
inline bool wraps(const OutputOf& output) {
  return output.kind == OutputKind::angle ||
         (output.kind == OutputKind::coordinate && output.coordinate == Coordinate::rotation);
}

/// Handling of initial values that violate the constraints: `refuse` throws and reports the residual; `correct` moves
/// them onto the constraints, by the least change in the metric of the masses. `equilibrium` uses the configuration at
/// rest in which all forces at the initial time are in equilibrium.
enum class Start { refuse, correct, equilibrium };
/// Handling of constraints that are redundant at the initial configuration.
enum class Redundant { refuse, remove };

struct Mechanism {
  std::string name;
  ExactNumber begin = number("0");                // time of the initial state [s]
  Triple gravity = triple("0", "0", "-9.81");     // m/s²
  TimeFunction gravity_factor = {{number("1")}};  // factor on gravity
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Gear> gears;
  std::vector<Driver> drivers;
  std::vector<Load> loads;
  std::vector<Spring> springs;
  std::vector<RotationalSpring> rotational_springs;
  std::vector<TranslationalSpring> translational_springs;
  std::vector<TurningSpring> turning_springs;
  std::vector<Friction> frictions;
  std::vector<BeamElement> beam_elements;
  bool exact_beam_tangents = true;  // see beam_force.hpp
  std::vector<OutputOf> outputs;
  Start start = Start::refuse;
  Redundant redundant = Redundant::refuse;
  std::vector<JointLimits> limits = {};
  std::vector<Shape> shapes = {};
  std::optional<Triple> up = {};  // upward in pictures; unset: opposite to gravity if gravity is along an axis, else z
};

}  // namespace plumb::mbs
