#pragma once
// A mechanism as plain data, with numbers as they were written: rigid bodies, elements of beams between them, joints,
// drivers, forces, outputs and the initial state. MultibodySystem (multibody_system.hpp) turns it into equations in a
// working precision.
//
// SI units. Space has one frame, whose body is called "ground". A body's frame has its origin in the centre of mass;
// A turns its axes into those of space, and the angular velocity ω is that of the body's frame.
//
// A place that is given in space is where the initial configuration has it as written, before any correction.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contract/exact_number.hpp"
#include "problems/mbs/body.hpp"

namespace plumb::mbs {

/// Tells what a joint ties. Its axes are the third axes of its two places.
///
///   spherical      the points coincide
///   universal      the points coincide, the axes stay perpendicular
///   revolute       the points coincide, the axes are parallel
///   cylindrical    the second point stays on the first axis, the axes are parallel
///   translational  the same without rotation
///   planar         the second point stays in the plane across the first axis, the axes are parallel
///   fixed          nothing moves
///   distance       the points keep their distance
///   perpendicular  the axes stay perpendicular
///   in_plane       the second point stays in the plane across the first axis
///   knife_edge     the first point does not move along the first axis, against the second body there
///   rolling_disk   a disk around the second point, across the second axis, rolls on the plane through the first point,
///                  across the first axis, on the side that this shows to
///   rolling_ball   the same of a ball around the second point
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
/// Whether it has rows that are the derivative of no position.
constexpr bool is_nonholonomic(JointKind kind) { return kind == JointKind::knife_edge || rolls(kind); }

struct Joint {
  std::string name;
  JointKind kind = JointKind::spherical;
  std::string first = std::string(ground), second;  // bodies
  Place on_first = {}, on_second = {};
  std::optional<ExactNumber> length = {};  // m, of a distance; unset: that of the initial configuration
  std::optional<ExactNumber> radius = {};  // m, of what rolls
};

/// A coordinate of a joint. `rotation` is the angle of a revolute or cylindrical joint: by how much the second place is
/// turned about the first axis, from the first axis of the first place to that of the second (0 in the initial
/// configuration where no references are given). `translation` belongs to a cylindrical or translational joint: the way
/// of the second point along the first axis.
enum class Coordinate { rotation, translation };

/// Ties the coordinates of two joints, revolute or translational: first = ratio · second + offset. States do not count
/// turns, so that it holds modulo what a turn of either joint adds to it (GearData, assembly.hpp).
struct Gear {
  std::string name, first, second;         // joints
  ExactNumber ratio = number("1");         // by the units of the coordinates
  std::optional<ExactNumber> offset = {};  // rad or m; unset: that of the initial configuration
};

/// Imposes coordinate = value(t), or, with `of_rate`, only rate = value(t). The latter is a nonholonomic condition: the
/// coordinate keeps its initial value. The rate of a rotation is the angular velocity of the second body against the
/// first about the first axis. A spherical joint has such a rate too, though it is the derivative of no angle.
struct Driver {
  std::string name, joint;
  Coordinate coordinate = Coordinate::rotation;
  TimeFunction value;  // rad or m, with `of_rate` rad/s or m/s
  bool of_rate = false;
};

/// A force at a point of a body, or a torque (which has no `point`): vector · factor(t). The vector is fixed in space
/// or in the body.
struct Load {
  std::string name, body;
  bool torque = false;
  Frame frame = Frame::space;  // of the vector
  Triple vector;               // N or N m
  Place point = {};            // unset: the centre of mass
  TimeFunction factor = {{number("1")}};
};

/// Pulls two points together with k (l − l_0) + c l' + F(t), where l is their distance.
struct Spring {
  std::string name, first = std::string(ground), second;
  Place on_first = {}, on_second = {};                                                    // points
  ExactNumber stiffness = number("0"), damping = number("0"), free_length = number("0");  // N/m, N s/m, m
  TimeFunction actuator = {};                                                             // N
  TimeFunction factor = {{number("1")}};                                                  // multiplies all of it
};

/// A smooth friction that does not depend on loads: −size tanh(rate/speed), which is 3/4 of the size at that speed.
struct SmoothFriction {
  ExactNumber size = number("0");   // N m or N
  ExactNumber speed = number("1");  // rad/s or m/s
};

/// Turns the second body of a revolute or cylindrical joint against the first with −k (θ − θ_0) − c θ' + N(t) and
/// friction. Where k is not 0, the coordinate θ is taken between −π and π.
struct RotationalSpring {
  std::string name, joint;
  ExactNumber stiffness = number("0"), damping = number("0"), free_angle = number("0");  // N m/rad, N m s/rad, rad
  SmoothFriction friction = {};
  TimeFunction actuator = {}, factor = {{number("1")}};  // N m; the factor multiplies all
};

/// Moves the second body of a translational or cylindrical joint along the first axis, at the second point, with
/// −k (s − s_0) − c s' + N(t) and friction, where s is the joint's translation. Without a joint it moves the second of
/// two bodies along an axis of the first, and s is the way from point to point along this axis.
struct TranslationalSpring {
  std::string name, joint;                                                                     // "" with two bodies
  ExactNumber stiffness = number("0"), damping = number("0"), free_translation = number("0");  // N/m, N s/m, m
  SmoothFriction friction = {};
  TimeFunction actuator = {};                            // N
  TimeFunction factor = {{number("1")}};                 // multiplies all of it
  std::string first = std::string(ground), second = {};  // bodies, unset if there is a joint
  Place on_first = {}, on_second = {};                   // a point and an axis; a point
};

/// Turns the second body against the first with the torque −k φ − c ω, where φ is the rotation vector from the axes of
/// the first place to those of the second, and ω its angular velocity against the first body.
struct TurningSpring {
  std::string name;
  ExactNumber stiffness = number("0"), damping = number("0");  // N m/rad, N m s/rad
  std::string first = std::string(ground), second = {};        // bodies
  Place on_first = {}, on_second = {};                         // axes z and references x
};

/// Coulomb friction −μ |N| sign(s') along the axis of a translational joint, at the second point. There is none while
/// |s'| < threshold. N is the reaction across the axis, or its component along `normal` (in space, at the initial
/// configuration).
struct Friction {
  std::string name, joint;
  ExactNumber coefficient;                 // μ
  ExactNumber threshold = number("1e-5");  // m/s, as in fang2023
  std::optional<Triple> normal = {};
};

struct JointLimits {  // which nothing keeps: a run tells when they are passed
  std::string joint;
  ExactNumber lower, upper;  // rad or m
};

/// Tells what pictures draw of a body: a box, a cylinder along z, a sphere, or a point with lines to its joints.
enum class ShapeKind { box, cylinder, sphere, point };
struct Shape {
  std::string body;
  ShapeKind kind = ShapeKind::box;
  Place place = {};                     // its middle, its z axis, and its x axis as `reference`
  Triple size = triple("0", "0", "0");  // m: edges; radius and length; radius
};

/// The cross-section of a beam in its axes: x along the beam, y and z across it.
struct Section {
  std::string name;
  ExactNumber mass = number("0");                                                // kg/m
  std::array<ExactNumber, 3> inertia = {number("0"), number("0"), number("0")};  // kg m, about x, y, z
  /// EA, GA_y, GA_z [N], GJ, EJ_y, EJ_z [N m²]: of ν and of κ (beam_section.hpp).
  std::array<ExactNumber, 6> stiffness = {number("0"), number("0"), number("0"), number("0"), number("0"), number("0")};
  ExactNumber damping = number("0");  // τ in s: the forces get τ times stiffness times rates of strain
};

/// Tells how an element of a beam acts on its nodes: by the forces at the cuts beside each of them, or by the gradient
/// of its energy (beam_force.hpp).
enum class BeamBalance { finite_volume, energy };
inline constexpr std::array<std::string_view, 2> beam_balance_names = {"finite-volume", "energy"};

/// Tells from what the rotations of an element's sections follow: from where the nodes are, relative to the middle one,
/// or from the path of the nodes, whose turns are interpolated all along it (carried_sections.hpp).
enum class BeamRotations { relative, incremental };
inline constexpr std::array<std::string_view, 2> beam_rotations_names = {"relative", "incremental"};

/// A piece of a beam between three bodies: the force of beam_force.hpp, without mass. A place is the frame of the
/// section at that body: its point, the beam's direction as `axis`, and the section's y axis as `reference`. In the
/// shape of the initial configuration there are no forces.
struct BeamElement {
  std::string beam;  // the elements of one beam stand next to each other
  Section section;
  std::array<std::string, 3> bodies;
  std::array<Place, 3> places;
  BeamBalance balance = BeamBalance::finite_volume;
  BeamRotations rotations = BeamRotations::relative;
};

/// What an output tells:
///
///   position, velocity   component of a point of a body in space (unset: the centre of mass)
///   acceleration         of the same point
///   angular_velocity     component in the body's frame, or in space (of the place)
///   angle                one of three turns about axes of the body, one after the other, that lead from space to it
///   attitude             component of the body's axis `axis` of the place in space
///   coordinate, rate     of a joint: see Coordinate
///   force, torque        that the first body exerts on the second through a joint, at the second point: component in
///                        the first place's frame (third: along its axis)
///   effort               of a driver: force or torque about the axis on the second body
///   section_force, section_moment   in a beam at `station`, in the section's axes: of what follows on what is before
///   kinetic_energy, potential_energy   of all bodies, springs and beams, J
///   momentum             component of Σ m r', in space
///   angular_momentum     component of Σ (r − p) × m r' + A J ω, in space, about a point p (unset: the centre)
///   centre_of_mass       component of Σ m r/Σ m, in space
///
/// The last three are those of all bodies but the rotors that stand for armatures.
///
/// Accelerations and reactions are those of the equations of index 1 at (t, q, v), whichever form and method computes
/// the motion. With `by_method` they are the method's own.
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
  std::string of = {};                           // body, joint, driver or beam
  int component = 0;                             // 0, 1, 2
  Coordinate coordinate = Coordinate::rotation;  // of a joint
  Place place = {};                              // of a body: point, or axis; of an angular momentum: point in space
  ExactNumber station = number("0");             // of a beam: 0 at its beginning, 1 at its end
  std::array<int, 3> sequence = {0, 1, 2};       // of an angle: the axes of its turns; `component` is the turn
  bool by_method = false;  // takes accelerations and reactions from the method; NaN if it has none
};

/// Returns whether the output is an angle between −π and π.
inline bool wraps(const OutputOf& output) {
  return output.kind == OutputKind::angle ||
         (output.kind == OutputKind::coordinate && output.coordinate == Coordinate::rotation);
}

/// Tells what happens if initial values violate the constraints: `refuse` throws and tells by how much; `correct` moves
/// them onto the constraints, by the least change in the metric of the masses. `equilibrium` takes the configuration,
/// at rest, in which all forces at the beginning balance.
enum class Start { refuse, correct, equilibrium };
/// Tells what happens to constraints that say nothing new at the initial configuration.
enum class Redundant { refuse, remove };

struct Mechanism {
  std::string name;
  ExactNumber begin = number("0");                // s, the time of the initial state
  Triple gravity = triple("0", "0", "-9.81");     // m/s²
  TimeFunction gravity_factor = {{number("1")}};  // multiplies gravity
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
  bool exact_beam_tangents = true;  // beam_force.hpp
  std::vector<OutputOf> outputs;
  Start start = Start::refuse;
  Redundant redundant = Redundant::refuse;
  std::vector<JointLimits> limits = {};
  std::vector<Shape> shapes = {};
  std::optional<Triple> up = {};  // in pictures; unset: against gravity if that has one of the axes, else z
};

}  // namespace plumb::mbs
