#pragma once
// One cross-section of a beam between three nodes, and its motion with these nodes.
//
// A node a has a point f_a and a frame E_a in its body: p_a = r_a + A_a f_a, R_a = A_a E_a, with the beam's direction
// as the first axis. Between the nodes the position is a parabola. The rotation is the rotation of the middle node
// times the exponential of a parabola through the relative rotation vectors g_a of the nodes,
//
//   p = Σ N_a p_a,   R = R_m exp(g),   g = Σ N_a g_a,   exp(g_a) = R_mᵀ R_a
//   ν = Rᵀ p',       κ = T(g) g'                                      (': derivative by the initial arc length)
//
// A common motion of all nodes, of any size, changes only p and R (Jelenić & Crisfield 1999, CMAME 171, 141). With the
// rotations w_a of the nodes in their own axes and C = T⁻¹ (so3.hpp) of the rotation vectors:
//
//   δg_a = C(g_a) w_a − C(g_a)ᵀ w_m,   rotation of the section, in its axes:  ρ = exp(g)ᵀ w_m + T(g) δg
//   δν = Rᵀ δp' + ν × ρ,               δκ = T(g) δg' + ∂(T(g) g')/∂g δg
//
// T may be a dual number. With the scalar SimdPair<T>, a pair of numbers, a section object represents two sections
// between the same nodes.

#include "numerics/simd_pair.hpp"
#include "numerics/three.hpp"
#include "problems/mbs/frames.hpp"

namespace plumb::mbs {

/// The location of a section in the element, by the values of the shape functions there.
template <class T>
struct BeamStation {
  std::array<T, 3> shape, slope;  // shape functions N_a; slopes N_a' [1/m]

  template <class X>
  BeamStation<X> in() const {
    return {{X(shape[0]), X(shape[1]), X(shape[2])}, {X(slope[0]), X(slope[1]), X(slope[2])}};
  }
};

/// A node's frame in its body. The first axis has the direction of the beam.
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

/// The nodes in space, and their rotations relative to the middle node.
template <class T>
struct BeamBend {
  std::array<const BodyState<T>*, 3> bodies;
  const BeamNodes<T>& nodes;
  std::array<Vector<T>, 3> place;  // positions p_a of the nodes
  std::array<Vector<T>, 3> turn;   // rotation vectors g_a of the nodes
  Matrix<T> middle;                // rotation R_m of the middle node

  BeamBend(const BeamNodes<T>& of, const Group<T, 3>& x)
      : bodies{&x.first, &x.middle, &x.last}, nodes(of), middle(axes_of(1)) {
    for (std::size_t a = 0; a < 3; ++a) {
      place[a] = bodies[a]->r;
      three::add(T(1), three::product(bodies[a]->A, nodes[a].point), place[a]);
    }
    turn[1] = zeros<Vector<T>>();
    for (const std::size_t a : {0, 2})
      turn[a] = so3::Chart<T>().coordinates(quaternion_of<T>(three::transposed_product(middle, axes_of(a))));
  }
  Matrix<T> axes_of(std::size_t a) const { return three::product(bodies[a]->A, nodes[a].axes); }
};

/// The derivatives of the rotation vector g_a of each outer node with respect to the rotation of its own body (`own`),
/// and the negative derivative with respect to the rotation of the middle node's body (`opposite`). E_a and E_m are the
/// constant frames of the nodes in their bodies; C = T⁻¹ (see above).
template <class T>
struct BeamTurns {
  std::array<Matrix<T>, 3> own, opposite;  // C(g_a) E_aᵀ and C(g_a)ᵀ E_mᵀ for a = 0, 2; entry 1 is unset

  explicit BeamTurns(const BeamBend<T>& bend) {
    for (const std::size_t a : {0, 2}) {
      const Matrix<T> rate = so3::Chart<T>().rate_matrix(bend.turn[a]);
      own[a] = three::product(rate, three::transposed(bend.nodes[a].axes));
      opposite[a] = three::transposed(three::product(bend.nodes[1].axes, rate));
    }
  }
};

template <class T>
class BeamSection {
 public:
  Vector<T> place;            // position p [m]
  Matrix<T> axes;             // rotation R
  Vec<T, 6> strain;           // strains ν [-] and κ [1/m]
  Vector<T> along;            // derivative p'
  Matrix<T> turned, tangent;  // rotation exp(g); tangent T(g)

  /// Takes one of two sections that were computed together.
  BeamSection(int which, const BeamSection<SimdPair<T>>& of)
      : place(lane(which, of.place)),
        axes(lane(which, of.axes)),
        strain(lane(which, of.strain)),
        along(lane(which, of.along)),
        turned(lane(which, of.turned)),
        tangent(lane(which, of.tangent)),
        g(lane(which, of.g)) {}
  template <class OfNodes>
  BeamSection(const BeamBend<OfNodes>& bend, const BeamStation<T>& station)
      : place(zeros<Vector<T>>()), along(place), g(place) {
    auto g_slope = zeros<Vector<T>>();
    for (std::size_t a = 0; a < 3; ++a) {
      three::add(station.shape[a], bend.place[a], place);
      three::add(station.slope[a], bend.place[a], along);
    }
    for (const std::size_t a : {0, 2}) {
      three::add(station.shape[a], bend.turn[a], g);
      three::add(station.slope[a], bend.turn[a], g_slope);
    }
    const so3::Chart<OfNodes> chart;
    turned = of_each([&](const Vector<OfNodes>& x) { return so3::matrix(chart.rotation(x)); }, g);
    tangent = of_each([&](const Vector<OfNodes>& x) { return chart.tangent(x); }, g);
    axes = three::product(bend.middle, turned);
    strain << three::transposed_product(axes, along), three::product(tangent, g_slope);
  }

  /// ∂(T g')/∂g
  Matrix<T> tangent_by_g() const {
    const Vector<T> kappa = strain.template tail<3>();
    return three::scaled(T(-1), three::product(tangent, of_each(
                                                            [](const auto& x, const auto& w) {
                                                              using Of = typename std::decay_t<decltype(x)>::Scalar;
                                                              return so3::Chart<Of>().rate_derivative(x, w);
                                                            },
                                                            g, kappa)));
  }

  /// The derivatives with respect to the rotation δθ of one node's body, as used below: of the node's position p_a
  /// (`lever`), of the section's rotation ρ (`turn`) and of κ (`curvature`).
  struct ByTurn {
    Matrix<T> lever, turn, curvature;
  };
  /// All derivatives by the motions δr, δθ of the nodes' bodies:
  ///
  ///   δp = Σ N_a (δr_a + lever_a δθ_a),   ρ = Σ turn_a δθ_a,   δκ = Σ curvature_a δθ_a
  ///   δν = Σ N_a' Rᵀ (δr_a + lever_a δθ_a) + ν × ρ
  using Derivatives = std::array<ByTurn, 3>;
  Derivatives derivatives(const BeamBend<T>& bend, const BeamTurns<T>& turns, const BeamStation<T>& station) const {
    Derivatives out;
    const Matrix<T> by_g = tangent_by_g();
    Matrix<T> turn_of_middle = turned.transpose() * bend.nodes[1].axes.transpose();
    Matrix<T> curvature_of_middle = zeros<Matrix<T>>();
    for (const std::size_t a : {0, 2}) {
      const Matrix<T> turning = station.shape[a] * tangent,
                      bending = station.slope[a] * tangent + station.shape[a] * by_g;
      out[a].turn = turning * turns.own[a];
      out[a].curvature = bending * turns.own[a];
      turn_of_middle -= turning * turns.opposite[a];
      curvature_of_middle -= bending * turns.opposite[a];
    }
    out[1].turn = turn_of_middle;
    out[1].curvature = curvature_of_middle;
    for (std::size_t a = 0; a < 3; ++a) out[a].lever = slope<T>(bend.bodies[a]->A, bend.nodes[a].point);
    return out;
  }
  /// Returns the time derivatives of ν and κ for the velocities of the nodes.
  Vec<T, 6> strain_rate(const BeamBend<T>& bend, const BeamStation<T>& station, const Derivatives& by) const {
    auto shift = zeros<Vector<T>>(), turning = shift, bending = shift;
    for (std::size_t a = 0; a < 3; ++a) {
      const auto& body = *bend.bodies[a];
      shift += station.slope[a] * (body.v + by[a].lever * body.w);
      turning += by[a].turn * body.w;
      bending += by[a].curvature * body.w;
    }
    const Vector<T> nu = strain.template head<3>();
    Vec<T, 6> out;
    out << axes.transpose() * shift + nu.cross(turning), bending;
    return out;
  }
  /// Returns the derivatives of the strains with respect to the rotation of a node's body. The derivatives with respect
  /// to its position are N_a' Rᵀ for ν and 0 for κ.
  Mat<T, 6, 3> strain_by_turn(const ByTurn& by, const T& shape_slope) const {
    const Vector<T> nu = strain.template head<3>();
    Mat<T, 6, 3> out;
    out.template topRows<3>() = shape_slope * (axes.transpose() * by.lever) + three::cross(nu, by.turn);
    out.template bottomRows<3>() = by.curvature;
    return out;
  }

 private:
  template <class>
  friend class BeamSection;

  Vector<T> g;
};

}  // namespace plumb::mbs
