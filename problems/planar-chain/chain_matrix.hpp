#pragma once
// The matrices of the planar chain, in the notation of Blend (contract/system.hpp): G, W, Y, Z and K. A pivot block
// consists of a body and the joint to its parent. Body k has the half length a_k, the angle ψ_k with the angular
// velocity ω_k and the angular acceleration α_k, and the unit vectors e_k along the rod and n_k across it
// (chain_data.hpp).
//
//   joint k to the parent p = k − 1:   Φ_k = x_k − a_k e_k − (x_p + a_p e_p)
//
// Only the columns of the angles depend on the configuration. The column of ψ_k in the rows of joint k, written without
// the index k, and the entry K_ψψ of body k (the column of ψ_p has the same form, with a, ω, α, e and n of body p):
//
//   G  −a n        W  a ω e        Y  2 a ω e        Z  a (α e + ω² n)      K_ψψ = −a e·(λ_k + λ_{k+1})
//
// In the stabilised form, m_k are the additional multipliers of joint k. The product z = Gᵀm is a separate unknown of
// each body, z_k = G_kᵀ m_k + G_{k+1}ᵀ m_{k+1}. Without z, the terms K Gᵀ, W Gᵀ and G Gᵀ would couple bodies that no
// joint connects.

#include <optional>

#include "contract/system.hpp"
#include "problems/mbs/sparse_factors.hpp"
#include "problems/planar-chain/chain_data.hpp"

namespace plumb {

/// The quantities of one link that determine the matrix.
template <class T>
struct LinkState {
  T sine = 0, cosine = 1;          // sine and cosine of ψ
  T row_sine = 0, row_cosine = 1;  // sine and cosine of the angle ψ for G of the rows
  T rate = 0, acceleration = 0;    // angular velocity ω [rad/s], angular acceleration α [rad/s²]
  Vec<T, 2> pull = {T(0), T(0)};   // sum λ_k + λ_{k+1} [N]
};

/// The weights in the columns of x and y. The weights in the columns of ψ are a Blend.
template <class Entry>
struct TranslationWeights {
  Entry mass, identity, rows;
};

template <class T, class Entry>
class ChainFactors {
 public:
  std::vector<LinkState<T>> links;  // filled by the caller before factor()

  ChainFactors(const ChainData<T>& of, bool can_stabilise)
      : links(of.count()), data(of), plain(of.solver, blocks(3, 2), list_plain()), z(zeros<Vec<Entry>>(unknowns(5))) {
    if (!can_stabilise) return;
    stabilised.emplace(of.solver, blocks(6, 4), list_stabilised());
    wide_z = zeros<Vec<Entry>>(unknowns(10));
  }

  /// Factorises [B Gᵀ; R 0], with `b` for the columns of ψ. Returns false if the matrix is singular.
  bool factor(const TranslationWeights<Entry>& xy, const Blend<Entry>& b) {
    return plain.factor([&](auto& sums) { add_plain(xy, b, sums); });
  }
  /// Factorises the stabilised matrix. Returns false if it is singular.
  bool factor_stabilised(const Blend<Entry>& b) {
    return stabilised->factor([&](auto& sums) { add_stabilised(b, sums); });
  }

  /// Solves in place; the vectors contain the bodies (x, y, ψ) and the joints.
  template <class W, class E>
  void solve(W& w, E& e) {
    const auto n = static_cast<Eigen::Index>(data.count());
    for (Eigen::Index k = 0; k < n; ++k) {
      for (int i = 0; i < 3; ++i) z[5 * k + i] = w[3 * k + i];
      for (int i = 0; i < 2; ++i) z[5 * k + 3 + i] = e[2 * k + i];
    }
    plain.solve(z.data());
    for (Eigen::Index k = 0; k < n; ++k) {
      for (int i = 0; i < 3; ++i) w[3 * k + i] = z[5 * k + i];
      for (int i = 0; i < 2; ++i) e[2 * k + i] = z[5 * k + 3 + i];
    }
  }
  template <class W, class E>
  void solve(W& w, E& e, E& mu) {
    const auto n = static_cast<Eigen::Index>(data.count());
    for (Eigen::Index k = 0; k < n; ++k) {
      Entry* const x = wide_z.data() + 10 * k;
      x[0] = w[3 * k];
      x[1] = w[3 * k + 1];
      x[4] = w[3 * k + 2];
      x[2] = x[3] = x[5] = Entry(0);
      for (int i = 0; i < 2; ++i) {
        x[6 + i] = e[2 * k + i];
        x[8 + i] = mu[2 * k + i];
      }
    }
    stabilised->solve(wide_z.data());
    for (Eigen::Index k = 0; k < n; ++k) {
      const Entry* const x = wide_z.data() + 10 * k;
      w[3 * k] = x[0];
      w[3 * k + 1] = x[1];
      w[3 * k + 2] = x[4];
      for (int i = 0; i < 2; ++i) {
        e[2 * k + i] = x[6 + i];
        mu[2 * k + i] = x[8 + i];
      }
    }
  }

  /// Solves in place for nodes() = (x, y, ψ, joint), node by node.
  void solve_nodes() { plain.solve(z.data()); }
  Vec<Entry>& nodes() { return z; }

 private:
  std::vector<PivotBlock> blocks(int body, int joint) const { return {data.count(), PivotBlock{body, joint}}; }
  Eigen::Index unknowns(int of_link) const { return of_link * static_cast<Eigen::Index>(data.count()); }
  EntryList list_plain() const {
    EntryList out;
    add_plain({Entry(1), Entry(0), Entry(1)}, {}, out);
    return out;
  }
  EntryList list_stabilised() const {
    EntryList out;
    add_stabilised({}, out);
    return out;
  }

  // The unknowns of a link are (w_x, w_y, w_ψ, λ_x, λ_y), with rows in the same order. Elimination starts at the tip.
  template <class Sink>
  void add_plain(const TranslationWeights<Entry>& xy, const Blend<Entry>& b, Sink& to) const {
    Vec<Entry, 2> next = row_column(data.count() - 1, b, b.jacobian + b.position, true);
    for (std::size_t k = data.count(); k-- > 0;) {
      const int body = 5 * static_cast<int>(k), joint = body + 3, parent = body - 5;
      const Entry mass = xy.mass * data.links[k].mass + xy.identity;
      const Vec<T, 2> g = reaction_arm(k);
      const Vec<Entry, 2> here = next;
      for (int i = 0; i < 2; ++i) {
        to.add(body + i, body + i, mass);
        to.add(body + i, joint + i, Entry(1));
        to.add(body + 2, joint + i, Entry(g[i]));
        to.add(joint + i, body + i, xy.rows);
        to.add(joint + i, body + 2, here[i]);
      }
      to.add(body + 2, body + 2, turning(k, b) - b.stiffness * stiffness(k));
      if (k == 0) return;
      const Vec<T, 2> g_parent = reaction_arm(k - 1);
      next = row_column(k - 1, b, b.jacobian + b.position, true);
      for (int i = 0; i < 2; ++i) {
        to.add(joint + i, parent + i, -xy.rows);
        to.add(joint + i, parent + 2, next[i]);
        to.add(parent + i, joint + i, Entry(-1));
        to.add(parent + 2, joint + i, Entry(g_parent[i]));
      }
      add_friction(body + 2, parent + 2, b, to);
    }
  }
  template <class Sink>
  void add_friction(int angle, int of_parent, const Blend<Entry>& b, Sink& to) const {
    if (data.friction == 0) return;
    to.add(angle, of_parent, -b.damping * data.friction);
    to.add(of_parent, angle, -b.damping * data.friction);
  }

  // The unknowns of a body are (w_x, w_y, z_x, z_y, w_ψ, z_ψ), with rows in the same order. The unknowns of a joint are
  // (λ, m), with the rows (rate, position).
  template <class Sink>
  void add_stabilised(const Blend<Entry>& b, Sink& to) const {
    for (std::size_t k = data.count(); k-- > 0;) {
      const int body = 10 * static_cast<int>(k), joint = body + 6, parent = body - 10;
      for (int i = 0; i < 2; ++i) {
        to.add(body + i, body + i, b.mass * data.links[k].mass + b.identity);
        to.add(body + 2 + i, body + 2 + i, Entry(1));
      }
      to.add(body + 4, body + 4, turning(k, b) - b.stiffness * stiffness(k));
      to.add(body + 4, body + 5, b.mu_force * stiffness(k));
      to.add(body + 5, body + 5, Entry(1));
      add_joint(k, b, Entry(1), joint, body, to);
      if (k == 0) return;
      add_joint(k - 1, b, Entry(-1), joint, parent, to);
      add_friction(body + 4, parent + 4, b, to);
    }
  }
  // Adds the entries of a joint in the rows and columns of body k; `sign` is the sign of x_k in the joint's Φ.
  template <class Sink>
  void add_joint(std::size_t k, const Blend<Entry>& b, const Entry& sign, int joint, int body, Sink& to) const {
    const auto& s = links[k];
    const T& a = data.links[k].half;
    const Vec<Entry, 2> rate = row_column(k, b, b.jacobian, false);
    const Vec<T, 2> reaction = reaction_arm(k), g(a * s.row_sine, -a * s.row_cosine);
    const Vec<T, 2> w(a * s.rate * s.cosine, a * s.rate * s.sine);
    for (int i = 0; i < 2; ++i) {
      to.add(body + i, joint + i, sign);
      to.add(body + 2 + i, joint + 2 + i, -sign);
      to.add(body + 4, joint + i, Entry(reaction[i]));
      to.add(body + 5, joint + 2 + i, Entry(-reaction[i]));
      to.add(joint + i, body + i, sign * b.jacobian);
      to.add(joint + i, body + 4, rate[i]);
      to.add(joint + i, body + 5, -b.mu_rate * w[i]);
      to.add(joint + 2 + i, body + i, sign * b.position);
      to.add(joint + 2 + i, body + 2 + i, -sign * b.mu_position);
      to.add(joint + 2 + i, body + 4, b.position * g[i]);
      to.add(joint + 2 + i, body + 5, -b.mu_position * g[i]);
    }
  }

  // Returns −a n, the column of ψ of G, for use in Gᵀ.
  Vec<T, 2> reaction_arm(std::size_t k) const {
    const T& a = data.links[k].half;
    return {a * links[k].sine, -a * links[k].cosine};
  }
  // Returns K_ψψ.
  T stiffness(std::size_t k) const {
    const auto& s = links[k];
    return -data.links[k].half * (s.cosine * s.pull[0] + s.sine * s.pull[1]);
  }
  // Returns mass I + identity − damping D_ψψ.
  Entry turning(std::size_t k, const Blend<Entry>& b) const {
    const T joints = k + 1 < data.count() ? 2 * data.friction : data.friction;
    return b.mass * data.links[k].inertia + b.identity + b.damping * joints;
  }
  // Returns the entries of a joint's rows R in the column of ψ: of_g·G + rate·W, and with `all` also Y and Z.
  Vec<Entry, 2> row_column(std::size_t k, const Blend<Entry>& b, const Entry& of_g, bool all) const {
    const auto& s = links[k];
    const T& a = data.links[k].half;
    Entry along = b.rate * (a * s.rate), across(0);  // components along e and n
    if (all && (b.by_v != Entry(0) || b.by_q != Entry(0))) {
      along += b.by_v * (2 * a * s.rate) + b.by_q * (a * s.acceleration);
      across = b.by_q * (a * s.rate * s.rate);
    }
    return {of_g * (a * s.row_sine) + along * s.cosine - across * s.sine,
            of_g * (-a * s.row_cosine) + along * s.sine + across * s.cosine};
  }

  ChainData<T> data;
  SparseFactors<Entry, 3, 2> plain;
  std::optional<SparseFactors<Entry, 6, 4>> stabilised;
  Vec<Entry> z, wide_z;
};

}  // namespace plumb
