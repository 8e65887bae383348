#pragma once
// A mechanism in a working precision: data of bodies, basic constraints and forces on pairs of bodies. All vectors are
// written in body frames. Only `assemble` converts points and axes from the frame of space to the body frames.

#include "problems/mbs/basic_constraints.hpp"
#include "problems/mbs/force_elements.hpp"

namespace plumb::mbs {

inline constexpr int on_ground = -1;  // index of the ground
inline constexpr int most_nodes = 5;  // largest number of bodies and carried sections on which one force acts

template <class T>
struct BodyData {
  std::string name;
  T mass;             // kg
  Matrix<T> inertia;  // inertia tensor J about the centre of mass, in the body [kg m²]
  bool is_rotor = false;
};

/// The role of a basic constraint: it has separate rows, or it is the first or second term in the row of a gear. The
/// second term of a gear follows the first term in the list of ties.
enum class TieRole { alone, first_term, second_term };

/// A frame in a body: its origin, and its axes x, y, z as the columns of a matrix.
template <class T>
struct Marker {
  Vector<T> point = zeros<Vector<T>>();
  Matrix<T> axes = identity<Matrix<T>>();
};

/// A basic constraint of a joint, driver or gear. It defines the rows `row`, row + 1, ... of Φ. A gear has two ties,
/// whose sum is one row.
template <class T>
struct Tie {
  int first, second;  // indices of bodies
  int row;
  BasicConstraint<T> law;
  std::string owner, rule;  // description of the joint ("joint 'pin'") and of the constraint ("coincident points")
  TieRole role = TieRole::alone;

  int rows() const {
    return std::visit([](const auto& l) { return l.rows; }, law);
  }
  bool is_holonomic() const {
    return std::visit([](const auto& l) { return l.holonomic; }, law);
  }
};

template <class T>
struct JointData {
  std::string name;
  int first, second;
  Marker<T> on_first, on_second;
  std::vector<int> ties = {};
};

template <class T>
struct DriverData {
  std::string name;
  int joint, row;
  Coordinate coordinate;
  Signal<T> value;  // prescribed value [rad or m]; with `of_rate` prescribed rate [rad/s or m/s]
  bool of_rate = false;
};

/// The row of a gear. A full turn of one of its joints changes the row by a multiple of `period`, which is 0 if no
/// joint is revolute.
template <class T>
struct GearData {
  std::string name;
  int first, second;  // indices of joints
  int row;
  T ratio, offset, period;
};

/// A force law, and the indices of the bodies on which it acts, followed by the indices of the carried sections. The
/// sections are numbered after all bodies, as in q.
template <class T>
struct ForceData {
  std::array<int, most_nodes> nodes;
  ForceElement<T> law;
};

/// Friction −μ |N| sign(s') along the axis z of a joint. N² = n_1² + n_2², where n_1 and n_2 are the components of the
/// reaction along the directions `normals`; with a single normal N = n_1.
template <class T>
struct FrictionData {
  int joint;
  T coefficient, threshold;        // coefficient of friction; threshold speed [m/s]
  std::vector<Vector<T>> normals;  // directions in the first body
};

template <class T>
struct OutputData {
  OutputKind kind;
  int of = 0, component = 0;  // index of the body, joint, driver, or beam force
  Coordinate coordinate = Coordinate::rotation;
  T xi = T(0);                            // coordinate in the beam element, from −1 to 1
  std::array<int, 3> sequence = {};       // axes of a rotation sequence
  bool by_method = false;                 // accelerations and reactions: values of the method; else of the equations
  bool in_space = false;                  // for angular velocities: in space; else in the body
  Vector<T> vector = zeros<Vector<T>>();  // point or axis in the body, or point in space
  bool of_centre = false;                 // for angular momenta: about the centre of mass of the mechanism
};

/// Returns the residual x of a gear modulo the period, in [−period/2, period/2); x itself if the period is 0.
template <class T>
T without_turns(const T& x, const T& period) {
  using std::floor;
  return period == T(0) ? x : T(x - period * floor(T(x / period + T(1) / 2)));
}

template <class T>
struct Assembly {
  Vector<T> gravity;  // gravity without its factor
  Signal<T> gravity_factor;
  std::vector<BodyData<T>> bodies;
  std::vector<Tie<T>> ties;
  std::vector<JointData<T>> joints;
  std::vector<GearData<T>> gears;
  std::vector<DriverData<T>> drivers;
  std::vector<ForceData<T>> forces;
  std::vector<CarriedSection<T>> sections;
  std::vector<FrictionData<T>> frictions;
  std::vector<OutputData<T>> outputs;
  T begin = T(0);                       // time of the initial state [s]
  Vec<T> q, v;                          // initial state as written: (r, quaternion), (r', ω); sections follow bodies
  int rows = 0, nonholonomic_rows = 0;  // numbers of rows; the nonholonomic rows come last

  int count() const { return static_cast<int>(bodies.size()); }
  /// Returns the number of segments of q (7 entries each) and v (6 entries each): bodies, then carried sections.
  int places() const { return count() + static_cast<int>(sections.size()); }
  Vector<T> gravity_at(const T& t) const { return gravity_factor.at(t).value * gravity; }
};

/// Throws MechanismMistake (mechanism_check.hpp), also for constraints that are redundant at the initial configuration
/// (redundancy.hpp), unless the mechanism requests their removal.
template <class T>
Assembly<T> assemble(const Mechanism& mechanism);

extern template Assembly<double> assemble(const Mechanism&);
extern template Assembly<long double> assemble(const Mechanism&);
extern template Assembly<quad> assemble(const Mechanism&);

}  // namespace plumb::mbs
