#pragma once
// A mechanism of rigid bodies in the coordinates of a spanning tree of its joints: angles of revolute joints,
// displacements of translational joints, and position and attitude of every floating body. The only constraints are the
// conditions that close loops. So its motion is an independent check of the equations in absolute coordinates.
//
// The accelerations follow from the articulated-body algorithm. Spatial vectors are in the axes of space and refer to a
// point o near the bodies, because they lose digits with the distance from it. o is the middle of the bodies in the
// initial configuration or, if no body is joined to the ground, the first floating body. Motions are (ω, velocity of
// the body's point at o), forces are (moment about o, force). Each body k has a joint to its parent p. The joint's unit
// motion is S = (z, x × z) if it is revolute, with a point x on its axis, or (0, z) if it is translational:
//
//   V = V_p + S q',   c = V × S q',   b = V ×* I V − gravity − other forces
//   from the leaves:  U = I S,  D = S·U,  u = τ − S·b,   I_p += I − U Uᵀ/D,   b_p += b + (I − U Uᵀ/D) c + U u/D
//   from the root:    a' = a_p + c,   q'' = (u − U·a')/D,   a = a' + S q''
//
// where a floating body (floating_base.hpp) begins with I a = −b.
//
//   I = [J + m (|c|² − c cᵀ), m c̃; −m c̃, m] of a body with its centre of mass at c
//
// J has the rows of all conditions that close loops (loop_closing.hpp). The accelerations q''_0 of the tree yield
//
//   (J H⁻¹ Jᵀ) λ = −(J q''_0 + γ),   q'' = q''_0 + H⁻¹ Jᵀ λ
//
// where H is the mass matrix in joint coordinates, and the same recursions compute H⁻¹ Jᵀ row by row. A gear with the
// ratio i is the row q''_1 − i q''_2 = 0 of its two joints. If all rows are gears, J H⁻¹ Jᵀ = (L⁻ᵀ Jᵀ)ᵀ D⁻¹ (L⁻ᵀ Jᵀ)
// with H = Lᵀ D L, and the columns of L⁻ᵀ Jᵀ are 0 except on the paths from the two joints to the ground. The armature
// of a joint is added to D and to H_ii. Rows that depend linearly on others at the initial configuration are omitted.
// The loop conditions have the second derivative 0, so loops stay closed up to the integration error.
//
// Tangents are derivatives of H q'' = τ − N(q, q', q'') at a given q'', for a tree on which only gravity and torques in
// joints act. I_j, E_j and F_j are sums over the body of joint j and all bodies further from the root, with
// E ψ = I (ψ × V) + ψ ×* I V + V ×* I ψ and F = I A + V ×* I V, where A is the acceleration minus gravity. With
// S' = V × S and S° = A × S + V × S', for i = j or i between the root and j,
//
//   H_ij = S_i·I_j S_j
//   ∂N_i/∂q_j = S_i·(I_j S°_j + E_j S'_j + S_j ×* F_j)   ∂N_j/∂q_i = S_j·(I_j S°_i + E_j S'_i)
//   ∂N_i/∂v_j = S_i·(2 I_j S'_j + E_j S_j)               ∂N_j/∂v_i = S_j·(2 I_j S'_i + E_j S_i)
//
// Source: Featherstone 2008, Rigid Body Dynamics Algorithms, sections 7.3 and 8.5; tangents: Singh, Russell, Wensing
// 2022, IEEE Robotics and Automation Letters 7, 1776, derived again for spatial vectors in the axes of space. The cost
// is proportional to the number of bodies; with loops, to bodies times rows; with gears, to bodies plus pairs of rows;
// for tangents, to the number of pairs of joints on a common branch. All other derivatives are computed by automatic
// differentiation of the algorithm, one direction at a time.

#include "contract/system.hpp"
#include "numerics/dual.hpp"
#include "problems/mechanisms/floating_base.hpp"
#include "problems/mechanisms/joint_space.hpp"
#include "problems/mechanisms/loop_closing.hpp"
#include "problems/mechanisms/spanning_tree.hpp"
#include "problems/motion.hpp"

namespace plumb::mbs {

template <class T>
class JointTree : public JointSpace<T> {
 public:
  using Scalar = T;
  using Space = JointSpace<T>;
  static constexpr int size = Eigen::Dynamic, invariant_count = 0;

  /// Precondition: the mechanism has joint coordinates.
  JointTree(const Mechanism& mechanism, const Assembly<T>& parts, so3::Chart<T> chart = {});

  int coordinates() const { return tree.coordinate_of(count()); }
  int velocities() const { return tree.velocity_of(count()); }
  bool velocity_dependent() const { return true; }
  bool conservative() const;
  void acceleration(const T& t, const Vec<T>& q, const Vec<T>& v, Vec<T>& a) const;
  void stiffness(const T& t, const Vec<T>& q, const Vec<T>& v, Mat<T>& k) const;
  void damping(const T& t, const Vec<T>& q, const Vec<T>& v, Mat<T>& d) const;
  /// Returns whether tangents() supports all forces and constraints of the mechanism.
  bool has_tangents() const;
  /// Computes H, H ∂q''/∂v and H ∂q''/∂q at the cost of some evaluations of the accelerations. Precondition:
  /// has_tangents().
  void tangents(const T& t, const Vec<T>& q, const Vec<T>& v, Mat<T>& H, Mat<T>& HD, Mat<T>& HK) const;
  /// Returns the power of dampers, actuators, loads, and of gravity that depends on time.
  T power(const T& t, const Vec<T>& q, const Vec<T>& v) const;

  /// Returns (r, e) and (r', ω) of all bodies. The quaternions e are continuous functions of the joint coordinates.
  Configuration<T> in_space(const Configuration<T>& joints) const;
  /// Returns the joint coordinates, in the order of the tree, of a state in absolute coordinates that satisfies the
  /// joints. Angles are between −π and π.
  Configuration<T> in_joints(const Configuration<T>& space) const;

 private:
  JointTree(SpanningTree spanning, const Mechanism& mechanism, const Assembly<T>& parts, so3::Chart<T> chart);

  struct Torque {
    T stiffness, damping, free;  // free: value of the coordinate at which the spring force is 0
    Signal<T> actuator;
    Rubbing<T> friction;
  };
  /// Requires q_first − ratio q_second = constant for the coordinates of two nodes.
  struct GearRow {
    int first, second;
    T ratio;
  };
  /// The rotor of an armature: a body that slides on the ground, with r = at + (ratio q + offset) along, where q is the
  /// coordinate of a node.
  struct Rotor {
    int body, node;
    T ratio, offset;
    Vector<T> at, along;
  };
  struct Node {
    int body, parent;  // index of the body; node of the parent, −1 for the ground
    bool turns = false;
    T sign = T(1);                             // −1 if the body is the first body of its joint
    Vector<T> on_parent = {}, on_body = {};    // points of the joint, in body coordinates
    Matrix<T> from_parent = {}, to_body = {};  // rotation matrices in A = A_p · from_parent · Rz(±q) · to_body
    so3::Quaternion<T> first_turn = {}, second_turn = {};  // quaternions of `from_parent` and `to_body`
    T mass;
    Matrix<T> inertia;
    std::vector<Torque> torques = {};
    T armature = T(0);
  };
  template <class X>
  struct Moving : PlacedBody<X> {
    Vector<X> z, p;  // axis z, and a point p on it
    Vec<X, 6> S, c, b, U, a;
    Mat<X, 6> I;  // articulated inertia I; in a floating body overwritten by L of I = L Lᵀ by the accelerations
    X D, u;
    Vec<X, 6> pull, response;  // spatial force of a loop constraint; acceleration due to this force

    void rest() {
      pull = zeros<Vec<X, 6>>();
      u = X(T(0));
    }
  };
  /// Sums over a node and all its descendants, from the last call of tangents().
  struct Tangent {
    Mat<T, 6> I, E;
    Vec<T, 6> F;
  };
  // Intermediate quantities of one call, preallocated.
  template <class X>
  struct Work {
    Vector<T> origin;  // reference point o of all positions, in space
    PlacedBody<X> earth;
    std::vector<Moving<X>> nodes;
    std::vector<BodyState<X>> states;  // states, by body
    std::vector<typename LoopClosing<T>::template Condition<X>> rows;
    Mat<X> responses, matrix;  // matrices H⁻¹ Jᵀ and J H⁻¹ Jᵀ
    Mat<X> forces, divided;    // for gears only: matrices L⁻ᵀ Jᵀ and D⁻¹ L⁻ᵀ Jᵀ
    Vec<X> lambda;
  };

  Node node_of(const Branch& branch, const Mechanism& mechanism, const Assembly<T>& parts) const;
  void take_forces(const Mechanism& mechanism, const Assembly<T>& parts);
  void take_signs(const Assembly<T>& parts);
  void take_gears(const Mechanism& mechanism, const Assembly<T>& parts);
  void take_closings(const Assembly<T>& parts);
  void take_paths();
  int count() const { return static_cast<int>(nodes.size()); }
  std::size_t row_count() const { return closings.size() + gears.size(); }
  std::size_t floating() const { return static_cast<std::size_t>(tree.floating); }
  // Index of a node's first component in q and v.
  Eigen::Index in_q(std::size_t k) const { return tree.coordinate_of(static_cast<int>(k)); }
  Eigen::Index in_v(std::size_t k) const { return tree.velocity_of(static_cast<int>(k)); }
  template <class X>
  Work<X> work() const;

  template <class X>
  const PlacedBody<X>& node(int k, const Work<X>& w) const {
    return k < 0 ? w.earth : w.nodes[static_cast<std::size_t>(k)];
  }
  template <class X>
  void place(const Node& node, const X& q, Work<X>& w, Moving<X>& out) const;
  template <class X>
  void place_floating(const Vec<X>& q, const Vec<X>& v, Work<X>& w) const;
  template <class X>
  FloatingBase<X> base(std::size_t k, const Vec<X>& v, const Work<X>& w) const {
    return {w.nodes[k], v.template segment<3>(in_v(k))};
  }
  template <class X>
  void move(const Vec<X>& q, const Vec<X>& v, Work<X>& w) const;
  void move_to(const Configuration<T>& joints) const;
  template <class X>
  void add_forces(const T& t, Work<X>& w) const;
  template <class X>
  void add_force(const Vec<X, 6>& on_body, int body, Work<X>& w) const;
  template <class X>
  void close_loops(const Vec<X>& v, Work<X>& w, Vec<X>& a) const;
  template <class X>
  X apart(std::size_t row, const Work<X>& w, const Vec<X>& a, Vec<X, 6> Moving<X>::*of) const;
  template <class X>
  void pull(std::size_t row, const X& by, Work<X>& w) const;
  template <class X>
  void hand_on_pulls(std::span<const int> path, Work<X>& w) const;
  template <class X>
  void factor_row(std::size_t row, Work<X>& w) const;
  template <class X>
  X compliance(std::size_t r, std::size_t s, const Work<X>& w) const;
  template <class X>
  void turn_gears(const Vec<X>& v, Work<X>& w, Vec<X>& a) const;
  template <class X>
  void give_way(const Vec<X>& v, Work<X>& w, Vec<X>& a) const;
  template <class X>
  void accelerate(const T& t, const Vec<X>& q, const Vec<X>& v, Work<X>& w, Vec<X>& a) const;
  void vary(Eigen::Index j, const Vec<T>& q, const Vec<T>& v) const;
  /// Computes the columns of node k. `fall` is r'' − gravity of a floating body. Precondition: the poses of all bodies
  /// are computed.
  void take_columns(std::size_t k, const Vec<T>& v, const Vector<T>& fall) const;
  void start_tangents(const T& t, const Vec<T>& v) const;
  void add_tangents(std::size_t k, Eigen::Index j, Mat<T>& H, Mat<T>& HD, Mat<T>& HK) const;
  template <class X>
  X torque(const Node& node, const T& t, const X& q, const X& v) const;

  Vector<T> gravity, middle;  // gravity without its factor; mean initial position of the bodies
  Signal<T> gravity_factor;
  SpanningTree tree;
  std::vector<Node> nodes;
  std::vector<ForceData<T>> forces;      // forces except in joints of the tree
  std::vector<LoopClosing<T>> closings;  // loop closings between nodes
  std::vector<GearRow> gears;            // gears; their rows follow the rows of `closings`
  std::vector<std::vector<int>> paths;   // for each row: nodes on the paths to the root, in descending order
  std::vector<int> all_paths;            // the union of the paths
  std::vector<Rotor> rotors;
  int bodies;   // number of bodies, including rotors
  bool stands;  // whether a joint connects a node with the ground

  using D = Dual<T, 1>;
  mutable Work<T> plain;  // workspace of the last call
  mutable Work<D> dual;
  mutable Vec<D> dual_q, dual_v, dual_a;
  mutable std::vector<Tangent> tangent;    // sums, by node
  mutable std::vector<Column<T>> columns;  // columns by velocity, from the last call of `tangents`
  mutable Vec<T> tangent_a;
};

extern template class JointTree<double>;
extern template class JointTree<long double>;
extern template class JointTree<quad>;

}  // namespace plumb::mbs
