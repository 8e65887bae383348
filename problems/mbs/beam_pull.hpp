#pragma once
// The forces and moments at the two cuts of a beam element (beam_force.hpp), and their derivatives. Both cuts are
// computed together as `SimdPair` numbers. The first cut acts on the first node, the second cut on the last node, with
//
//   F = ±R D_ν (ν − ν_0),   M = ±R D_κ (κ − κ_0)
//
// and both act on the middle node with opposite sign. All quantities are in space, except the rotations δθ and the
// moments on the nodes, which are in the bodies. Let S = ±R D_ν Rᵀ, H = ±R D_κ, B = ∂(T g')/∂g, and let π = R ρ = Σ Π_a
// δθ_a be the rotation of the section in space. Then
//   δF = S (δp' + p' × π) + π × F,   δM = H δκ + π × M
//   Π_a = N_a R T C_a E_aᵀ,   Π_m = A_m − R T Σ N_a C_aᵀ E_mᵀ   (a of the outer nodes), and δκ likewise
//
// The products of S and H with R T and B are shared by all nodes.

#include "problems/mbs/beam_force.hpp"

namespace plumb::mbs {

template <class T>
BeamStation<SimdPair<T>> both_stations(const BeamForce<T>& law) {
  BeamStation<SimdPair<T>> out;
  const auto &first = law.cuts[0].at, &second = law.cuts[1].at;
  for (std::size_t a = 0; a < 3; ++a) {
    out.shape[a] = SimdPair<T>(first.shape[a], second.shape[a]);
    out.slope[a] = SimdPair<T>(first.slope[a], second.slope[a]);
  }
  return out;
}

template <class T>
struct BeamPull {
  using Both = SimdPair<T>;
  BeamStation<Both> at;
  BeamSection<Both> section;
  Vec<Both, 6> inside;               // stress resultants D (ε + τ ε')
  Vector<Both> force, moment;        // force and moment about p on the end nodes
  Vector<Both> end_arm, middle_arm;  // lever arms p − r
  static Both sign() { return Both(T(1), T(-1)); }

  BeamPull(const BeamForce<T>& law, const BeamBend<T>& bend) : at(both_stations(law)), section(bend, at) {
    Vec<Both, 6> strain = paired(law.cuts[0].strain, law.cuts[1].strain);
    for (int i = 0; i < 6; ++i) strain[i] = section.strain[i] - strain[i];
    if (law.damping != T(0)) add_rates(law, bend, strain);
    for (int i = 0; i < 6; ++i) inside[i] = law.stiffness[i] * strain[i];
    force = three::product(section.axes, three::scaled(sign(), Vector<Both>(inside.template head<3>())));
    moment = three::product(section.axes, three::scaled(sign(), Vector<Both>(inside.template tail<3>())));
    end_arm = section.place - paired(bend.bodies[0]->r, bend.bodies[2]->r);
    middle_arm = section.place - paired(bend.bodies[1]->r, bend.bodies[1]->r);
  }
  /// The moments about the centres of mass of the nodes' bodies, in space.
  Vector<Both> end_moment() const { return moment + three::cross(end_arm, force); }
  Vector<T> middle_moment() const { return sum(Vector<Both>(moment + three::cross(middle_arm, force))); }

 private:
  [[gnu::noinline]] static void add_rates(const BeamForce<T>& law, const BeamBend<T>& bend, Vec<Both, 6>& strain) {
    const BeamTurns<T> turns(bend);
    std::array<Vec<T, 6>, 2> rate;
    for (std::size_t i = 0; i < 2; ++i) {
      const BeamSection<T> of(bend, law.cuts[i].at);
      rate[i] = of.strain_rate(bend, law.cuts[i].at, of.derivatives(bend, turns, law.cuts[i].at));
    }
    strain += law.damping * paired(rate[0], rate[1]);
  }
};

/// The derivatives of BeamPull::force and BeamPull::moment with respect to the position and rotation of one node's
/// body.
template <class T>
struct BeamColumns {
  Matrix<SimdPair<T>> force_by_place, force_by_turn, moment_by_turn;  // moment about p, independent of positions
};

template <class T>
class BeamTangent {
 public:
  using Both = SimdPair<T>;
  using Columns = BeamColumns<T>;

  /// `force` and `moment` are the parts of the force that rotate with the section: the values of `of`, or 0 to omit
  /// them.
  BeamTangent(const BeamForce<T>& law, const BeamBend<T>& bend, const BeamTurns<T>& turns, const BeamPull<T>& of,
              const Vector<Both>& force, const Vector<Both>& moment)
      : nodes(bend), by_nodes(turns), pull(of), F(force), M(moment) {
    const auto& section = pull.section;
    const Matrix<Both>& R = section.axes;
    const Vector<Both> by_shift = three::scaled(BeamPull<T>::sign(), Vector<T>(law.stiffness.template head<3>()));
    const Vector<Both> by_bend = three::scaled(BeamPull<T>::sign(), Vector<T>(law.stiffness.template tail<3>()));
    shifting = three::scaled_columns(R, by_shift);
    bending = three::scaled_columns(R, by_bend);
    const Matrix<Both> turning = three::product(R, section.tangent);  // rotation R T
    S = three::product(shifting, three::transposed(R));
    by_turn = three::cross(S, section.along);
    three::add_skew(Both(T(-1)), F, by_turn);
    by_g = three::product(by_turn, turning);
    bent_by_slope = three::product(bending, section.tangent);
    bent_by_g = three::product(bending, section.tangent_by_g());
    three::add(Both(T(-1)), three::cross(M, turning), bent_by_g);
    end_axes = paired(bend.bodies[0]->A, bend.bodies[2]->A);
    end_moment = three::transposed_product(end_axes, Vector<Both>(M + three::cross(pull.end_arm, F)));
    middle_moment =
        three::transposed_product(bend.bodies[1]->A, sum(Vector<Both>(M + three::cross(pull.middle_arm, F))));
  }

  Columns columns(std::size_t a) const {
    const auto& A = nodes.bodies[a]->A;
    const Both N = pull.at.shape[a], slope = pull.at.slope[a];
    Columns out;
    out.force_by_place = three::scaled(slope, S);
    if (const auto& point = nodes.nodes[a].point; point == Vector<T>::Zero()) {
      out.force_by_turn = out.moment_by_turn = zeros<Matrix<Both>>();
    } else {
      const Matrix<T> lever = three::cross(A, Vector<T>(-point));
      out.force_by_turn = three::product(out.force_by_place, lever);
      out.moment_by_turn = three::scaled(Both(-N), three::cross(F, lever));
    }
    if (a == 1)
      add_middle(A, out);
    else
      add_turn(N, slope, by_nodes.own[a], out);
    return out;
  }

  /// Adds the derivatives of the forces on all nodes with respect to the motion of node a.
  void add(const Columns& c, std::size_t a, GroupMatrix<T, 3>& to) const {
    const T is_middle(a == 1 ? 1 : 0);
    const Both is_end(T(a == 0 ? 1 : 0), T(a == 2 ? 1 : 0));
    const auto column = 6 * static_cast<Eigen::Index>(a);
    put(c.force_by_place, 0, column, to);
    put(c.force_by_turn, 0, column + 3, to);
    put_back(paired(sum(c.force_by_place), sum(c.force_by_turn)), 6, column, to);

    Matrix<Both> of_place = three::cross(pull.end_arm, c.force_by_place);
    three::add_skew(is_end - pull.at.shape[a], F, of_place);
    put(three::transposed_product(end_axes, of_place), 3, column, to);
    Matrix<Both> of_turn = three::sum(c.moment_by_turn, three::cross(pull.end_arm, c.force_by_turn));
    of_turn = three::transposed_product(end_axes, of_turn);
    three::add_skew(is_end, end_moment, of_turn);
    put(of_turn, 3, column + 3, to);

    of_place = three::cross(pull.middle_arm, c.force_by_place);
    three::add_skew(is_middle - pull.at.shape[a], F, of_place);
    of_turn = three::sum(c.moment_by_turn, three::cross(pull.middle_arm, c.force_by_turn));
    Matrix<Both> back = three::transposed_product(nodes.bodies[1]->A, paired(sum(of_place), sum(of_turn)));
    three::add_skew(Both(T(0), is_middle), middle_moment, back);
    put_back(back, 9, column, to);
  }

  Matrix<Both> shifting, bending;  // derivatives ±R D_ν, ±R D_κ

 private:
  // Adds the derivatives with respect to the rotation of an outer node, which acts through the rotation vector g.
  void add_turn(const Both& N, const Both& slope, const Matrix<T>& of_g, Columns& to) const {
    Matrix<Both> moment = three::scaled(slope, bent_by_slope);
    three::add(N, bent_by_g, moment);
    three::add(N, three::product(by_g, of_g), to.force_by_turn);
    three::add(Both(T(1)), three::product(moment, of_g), to.moment_by_turn);
  }
  // Adds the derivatives with respect to the rotation of the middle node: the section rotates with the middle node,
  // while the rotation vectors g_a of the outer nodes, relative to the middle node, change in the opposite direction.
  void add_middle(const Matrix<T>& A, Columns& to) const {
    three::add(Both(T(1)), three::product(by_turn, A), to.force_by_turn);
    three::add(Both(T(-1)), three::cross(M, A), to.moment_by_turn);
    for (const std::size_t a : {0, 2}) add_turn(-pull.at.shape[a], -pull.at.slope[a], by_nodes.opposite[a], to);
  }
  // Adds the rows of the first node and of the last node to the matrix.
  static void put(const Matrix<Both>& ends, Eigen::Index row, Eigen::Index column, GroupMatrix<T, 3>& to) {
    for (Eigen::Index j = 0; j < 3; ++j) {
      T* const first = &to(row, column + j);
      T* const last = first + 12;
      first[0] += ends(0, j)[0];
      first[1] += ends(1, j)[0];
      first[2] += ends(2, j)[0];
      last[0] += ends(0, j)[1];
      last[1] += ends(1, j)[1];
      last[2] += ends(2, j)[1];
    }
  }
  // Adds the rows of the middle node to the matrix, in the columns of position and of rotation.
  static void put_back(const Matrix<Both>& by_both, Eigen::Index row, Eigen::Index column, GroupMatrix<T, 3>& to) {
    for (Eigen::Index j = 0; j < 3; ++j) {
      T* const by_place = &to(row, column + j);
      T* const by_turned = &to(row, column + 3 + j);
      by_place[0] -= by_both(0, j)[0];
      by_place[1] -= by_both(1, j)[0];
      by_place[2] -= by_both(2, j)[0];
      by_turned[0] -= by_both(0, j)[1];
      by_turned[1] -= by_both(1, j)[1];
      by_turned[2] -= by_both(2, j)[1];
    }
  }

  const BeamBend<T>& nodes;
  const BeamTurns<T>& by_nodes;
  const BeamPull<T>& pull;
  Vector<Both> F, M;
  Matrix<Both> S, by_turn, by_g;          // derivatives of F by p', by π, by g
  Matrix<Both> bent_by_slope, bent_by_g;  // derivatives of M by g', by g
  Matrix<Both> end_axes;
  Vector<Both> end_moment;  // moments of F and M about the nodes, in the bodies
  Vector<T> middle_moment;
};

}  // namespace plumb::mbs
