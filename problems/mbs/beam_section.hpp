#pragma once
// One cross-section of a beam between three nodes, and how it moves with these.
//
// A node a has a point f_a and a frame E_a in its body: p_a = r_a + A_a f_a, R_a = A_a E_a, with the beam's direction
// as the first axis. Between the nodes the place is a parabola, and the rotation that of the middle node turned by the
// parabola through the rotation vectors g_a of the nodes against it,
//
//   p = Σ N_a p_a,   R = R_m exp(g),   g = Σ N_a g_a,   exp(g_a) = R_mᵀ R_a
//   ν = Rᵀ p',       κ = T(g) g'                                                     (' by the initial length)
//
// of which a common motion of all nodes changes nothing but p and R, whatever its size (Jelenić & Crisfield 1999,
// CMAME 171, 141). With the turns w_a of the nodes in their own axes and C = T⁻¹ (so3.hpp) of the rotation vectors:
//
//   δg_a = C(g_a) w_a − C(g_a)ᵀ w_m,   the section's own turn  ρ = exp(g)ᵀ w_m + T(g) δg
//   δν = Rᵀ δp' + ν × ρ,               δκ = T(g) δg' + ∂(T(g) g')/∂g δg
//
// T may be a dual number.

#include "problems/mbs/frames.hpp"

namespace plumb::mbs {

/// Where a section lies between the nodes.
template <class T>
struct BeamStation {
  std::array<T, 3> shape, slope;  // N_a; N_a' [1/m]

  template <class X>
  BeamStation<X> in() const {
    return {{X(shape[0]), X(shape[1]), X(shape[2])}, {X(slope[0]), X(slope[1]), X(slope[2])}};
  }
};

/// A node's frame in its body; the first axis is the beam's.
template <class T>
struct BeamNode {
  Vector<T> point = zeros<Vector<T>>();
  Matrix<T> axes = identity<Matrix<T>>();

  template <class X>
  BeamNode<X> in() const {
    return {point.template cast<X>(), axes.template cast<X>()};
  }
};
template <class T>
using BeamNodes = std::array<BeamNode<T>, 3>;
template <class X, class T>
BeamNodes<X> nodes_in(const BeamNodes<T>& of) {
  return {of[0].template in<X>(), of[1].template in<X>(), of[2].template in<X>()};
}

/// The rotations of the nodes against the middle one.
template <class T>
struct BeamBend {
  std::array<const BodyState<T>*, 3> bodies;
  const BeamNodes<T>& nodes;
  Matrix<T> middle;               // R_m
  std::array<Vector<T>, 3> turn;  // g_a
  std::array<Matrix<T>, 3> rate;  // C(g_a)

  BeamBend(const BeamNodes<T>& of, const Group<T, 3>& x)
      : bodies{&x.first, &x.middle, &x.last}, nodes(of), middle(axes_of(1)) {
    const so3::Chart<T> chart;
    const so3::Quaternion<T> none(T(1), T(0), T(0), T(0));
    for (const std::size_t a : {0, 2}) {
      turn[a] = chart.local(none, quaternion_of(Matrix<T>(middle.transpose() * axes_of(a))));
      rate[a] = chart.rate_matrix(turn[a]);
    }
    turn[1] = zeros<Vector<T>>();
    rate[1] = identity<Matrix<T>>();
  }
  Matrix<T> axes_of(std::size_t a) const { return bodies[a]->A * nodes[a].axes; }
  Vector<T> place_of(std::size_t a) const { return bodies[a]->r + bodies[a]->A * nodes[a].point; }
};

template <class T>
class BeamSection {
 public:
  Vector<T> place;   // p, m
  Matrix<T> axes;    // R
  Vec<T, 6> strain;  // ν, κ: -, 1/m

  BeamSection(const BeamBend<T>& bend, const BeamStation<T>& at)
      : place(zeros<Vector<T>>()), along(place), g(place), g_slope(place) {
    const so3::Chart<T> chart;
    for (std::size_t a = 0; a < 3; ++a) {
      const Vector<T> node = bend.place_of(a);
      place += at.shape[a] * node;
      along += at.slope[a] * node;
      g += at.shape[a] * bend.turn[a];
      g_slope += at.slope[a] * bend.turn[a];
    }
    turned = so3::matrix(chart.rotation(g));
    tangent = chart.tangent(g);
    axes = bend.middle * turned;
    strain << axes.transpose() * along, tangent * g_slope;
  }

  /// What a turn of one node's body does: to p_a; to the section, in its own axes; to κ.
  struct ByTurn {
    Matrix<T> lever, turn, curvature;
  };
  /// All derivatives by the motions δr, δθ of the nodes' bodies:
  ///
  ///   δp = Σ N_a (δr_a + lever_a δθ_a),   ρ = Σ turn_a δθ_a,   δκ = Σ curvature_a δθ_a
  ///   δν = Σ N_a' Rᵀ (δr_a + lever_a δθ_a) + ν × ρ
  using Derivatives = std::array<ByTurn, 3>;
  Derivatives derivatives(const BeamBend<T>& bend, const BeamStation<T>& at) const {
    Derivatives out;
    const Vector<T> kappa = strain.template tail<3>();
    const Matrix<T> by_g = -tangent * so3::Chart<T>().rate_derivative(g, kappa);  // ∂(T g')/∂g
    Matrix<T> turn_of_middle = turned.transpose(), curvature_of_middle = zeros<Matrix<T>>();
    for (const std::size_t a : {0, 2}) {
      const Matrix<T> turning = at.shape[a] * tangent, bending = at.slope[a] * tangent + at.shape[a] * by_g;
      const Matrix<T> own = bend.rate[a] * bend.nodes[a].axes.transpose(), opposite = bend.rate[a].transpose();
      out[a].turn = turning * own;
      out[a].curvature = bending * own;
      turn_of_middle -= turning * opposite;
      curvature_of_middle -= bending * opposite;
    }
    const Matrix<T> own = bend.nodes[1].axes.transpose();
    out[1].turn = turn_of_middle * own;
    out[1].curvature = curvature_of_middle * own;
    for (std::size_t a = 0; a < 3; ++a) out[a].lever = slope<T>(bend.bodies[a]->A, bend.nodes[a].point);
    return out;
  }
  /// ν' and κ' of the motion.
  Vec<T, 6> strain_rate(const BeamBend<T>& bend, const BeamStation<T>& at, const Derivatives& by) const {
    auto shift = zeros<Vector<T>>(), turning = shift, bending = shift;
    for (std::size_t a = 0; a < 3; ++a) {
      const auto& body = *bend.bodies[a];
      shift += at.slope[a] * (body.v + by[a].lever * body.w);
      turning += by[a].turn * body.w;
      bending += by[a].curvature * body.w;
    }
    const Vector<T> nu = strain.template head<3>();
    Vec<T, 6> out;
    out << axes.transpose() * shift + nu.cross(turning), bending;
    return out;
  }
  /// The strains' derivatives by the turn of a node's body. Those by its place are N_a' Rᵀ, and 0.
  Mat<T, 6, 3> strain_by_turn(const ByTurn& by, const T& shape_slope) const {
    const Vector<T> nu = strain.template head<3>();
    Mat<T, 6, 3> out;
    out.template topRows<3>() = shape_slope * (axes.transpose() * by.lever) + crossed(nu, by.turn);
    out.template bottomRows<3>() = by.curvature;
    return out;
  }
  /// x × every column.
  static Matrix<T> crossed(const Vector<T>& x, const Matrix<T>& columns) {
    Matrix<T> out;
    for (int j = 0; j < 3; ++j) out.col(j) = x.cross(Vector<T>(columns.col(j)));
    return out;
  }

 private:
  Vector<T> along, g, g_slope;  // p', g, g'
  Matrix<T> turned, tangent;    // exp(g), T(g)
};

}  // namespace plumb::mbs
