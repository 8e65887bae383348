#pragma once
// A tree of rigid bodies in the coordinates of its joints, one each: angles of revolute joints, displacements of
// translational ones. It knows nothing of constraints, and so confirms or contradicts the equations of space.
//
// Accelerations by articulated bodies. All vectors of six are in the axes of space and refer to its origin: motions
// (ω, velocity of the point of the body that is there), forces (moment about the origin, force). With the joint's unit
// motion S = (z, p × z), p a point on its axis, or (0, z), and body k on its parent p(k):
//
//   V = V_p + S q',   c = V × S q',   b = V ×* I V − gravity
//   from the leaves:  U = I S,  D = S·U,  u = τ − S·b,   I_p += I − U Uᵀ/D,   b_p += b + (I − U Uᵀ/D) c + U u/D
//   from the root:    a' = a_p + c,   q'' = (u − U·a')/D,   a = a' + S q''
//
//   I = [J + m (|c|² − c cᵀ), m c̃; −m c̃, m] of a body with its centre of mass at c
//
// Source: Featherstone 2008, Rigid Body Dynamics Algorithms, section 7.3. Cost: proportional to the number of bodies;
// derivatives are those of the algorithm, one direction at a time.

#include "contract/system.hpp"
#include "numerics/dual.hpp"
#include "problems/mbs/assembly.hpp"
#include "problems/motion.hpp"

namespace plumb::mbs {

/// Whether every body hangs on the ground or a body before it, by a revolute or translational joint of the same place
/// in its list, and nothing acts but gravity and springs in joints. It depends on names and kinds alone.
bool is_joint_tree(const Mechanism& mechanism);

template <class T>
class JointTree {
 public:
  using Scalar = T;
  static constexpr int size = Eigen::Dynamic, invariant_count = 0;

  /// Precondition: the mechanism is such a tree, and no constraint is redundant.
  JointTree(const Mechanism& mechanism, const Assembly<T>& parts);

  int coordinates() const { return static_cast<int>(nodes.size()); }
  int velocities() const { return coordinates(); }
  bool velocity_dependent() const { return true; }
  bool conservative() const;
  void acceleration(const T& t, const Vec<T>& q, const Vec<T>& v, Vec<T>& a) const;
  void stiffness(const T& t, const Vec<T>& q, const Vec<T>& v, Mat<T>& k) const;
  void damping(const T& t, const Vec<T>& q, const Vec<T>& v, Mat<T>& d) const;
  /// Of dampers and actuators in the joints.
  T power(const T& t, const Vec<T>& q, const Vec<T>& v) const;

  /// (r, e) of all bodies and (r', ω), out of the joints' coordinates; quaternions are continuous in these.
  Configuration<T> in_space(const Configuration<T>& joints) const;
  /// The joints' coordinates at a state of space that keeps the joints; angles from −π to π.
  Configuration<T> in_joints(const Configuration<T>& space) const;

 private:
  struct Torque {
    T stiffness, damping, free;  // free: the coordinate without force
    Signal<T> actuator;
  };
  struct Node {
    int parent;  // body
    bool turns;
    Vector<T> on_parent, on_body;                // the joint's points, in the bodies
    Matrix<T> from_parent, to_body;              // A = A_p · from_parent · Rz(q) · to_body
    so3::Quaternion<T> first_turn, second_turn;  // of these two
    T mass;
    Matrix<T> inertia;
    std::vector<Torque> torques = {};
  };
  template <class X>
  struct Motion {
    Matrix<X> A;
    Vector<X> r, z, p;  // centre of mass; axis and a point on it
    Vec<X, 6> V, S, c, b, U, a;
    Mat<X, 6> I;
    X D, u;
  };
  template <class X>
  void place(const Node& node, const X& q, const std::vector<Motion<X>>& before, Motion<X>& out) const;
  template <class X>
  void accelerate(const T& t, const Vec<X>& q, const Vec<X>& v, std::vector<Motion<X>>& work, Vec<X>& a) const;
  template <class X>
  X torque(const Node& node, const T& t, const X& q, const X& v) const;

  Vector<T> gravity;
  std::vector<Node> nodes;

  using D = Dual<T, 1>;
  mutable std::vector<Motion<T>> plain;  // work of the last call
  mutable std::vector<Motion<D>> dual;
  mutable Vec<D> dual_q, dual_v, dual_a;
};

extern template class JointTree<double>;
extern template class JointTree<long double>;
extern template class JointTree<quad>;

}  // namespace plumb::mbs
