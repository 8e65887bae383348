#pragma once
// The matrices of the planar chain, as those of a tree: a node is a body with the joint to its parent. All that depends
// on the configuration stands in the columns of ψ:
//
//   joint k:  Φ_k = x_k − a_k e_k − (x_p + a_p e_p),  p = k − 1             columns of ψ_k and of ψ_p alike:
//   G  −a n        W  a ω e        Y  2 a ω e        Z  a (α e + ω² n)      K_ψψ = −a e·(λ_k + λ_{k+1})
//
// Stabilised (Blend), Gᵀm of a body is an unknown z of its own, z_k = G_kᵀ m_k + G_{k+1}ᵀ m_{k+1}, without which K Gᵀ,
// W Gᵀ and G Gᵀ would couple bodies that no joint connects.

#include <optional>

#include "contract/system.hpp"
#include "problems/mbs/pinned_node.hpp"
#include "problems/planar-chain/chain_data.hpp"

namespace plumb {

/// What the matrix depends on of one link.
template <class T>
struct LinkState {
  T sine = 0, cosine = 1;          // of ψ
  T row_sine = 0, row_cosine = 1;  // of ψ where G of the rows is taken
  T rate = 0, acceleration = 0;    // ω [rad/s], α [rad/s²]
  Vec<T, 2> pull = {T(0), T(0)};   // N, λ_k + λ_{k+1}
};

/// Weights of the columns of x and y; those of ψ are a Blend.
template <class Entry>
struct TranslationWeights {
  Entry mass, identity, rows;
};

template <class T, class Entry>
class ChainFactors {
 public:
  std::vector<LinkState<T>> links;  // filled by the caller before factor()

  ChainFactors(const ChainData<T>& of, bool can_stabilise)
      : links(of.count()),
        data(of),
        bodies(tree_of(of.count())),
        plain(of.solver, bodies, pattern(of.friction != 0), of.friction != 0),
        z(zeros<Vec<Entry>>(static_cast<Eigen::Index>(of.count()) * Plain::width)) {
    if (!can_stabilise) return;
    stabilised.emplace(of.solver, bodies, stabilised_pattern(of.friction != 0), of.friction != 0);
    wide_z = zeros<Vec<Entry>>(static_cast<Eigen::Index>(of.count()) * Stabilised::width);
  }

  /// [B Gᵀ; R 0] with `b` for the columns of ψ. False: singular.
  bool factor(const TranslationWeights<Entry>& xy, const Blend<Entry>& b) {
    const auto column = [&](std::size_t k) { return row_column(k, b, b.jacobian + b.position, true); };
    auto here = column(data.count() - 1);
    return plain.factor([&](std::size_t k, auto& own, auto& up, auto& down) {
      const auto& link = data.links[k];
      own(0, 0) = own(1, 1) = xy.mass * link.mass + xy.identity;
      own(2, 2) = turning(k, b) - b.stiffness * stiffness(k);
      own(0, 3) = own(1, 4) = Entry(1);
      own(3, 0) = own(4, 1) = xy.rows;
      const Vec<T, 2> g = reaction_arm(k);
      for (int i = 0; i < 2; ++i) {
        own(2, 3 + i) = Entry(g[i]);
        own(3 + i, 2) = here[i];
      }
      if (k == 0) return;
      here = column(k - 1);
      up(3, 0) = up(4, 1) = -xy.rows;
      down(0, 3) = down(1, 4) = Entry(-1);
      const Vec<T, 2> g_parent = reaction_arm(k - 1);
      for (int i = 0; i < 2; ++i) {
        up(3 + i, 2) = here[i];
        down(2, 3 + i) = Entry(g_parent[i]);
      }
      up(2, 2) = down(2, 2) = -b.damping * data.friction;
    });
  }

  /// The stabilised matrix. False: singular.
  bool factor_stabilised(const Blend<Entry>& b) {
    return stabilised->factor([&](std::size_t k, auto& own, auto& up, auto& down) {
      fill_body(k, b, own);
      const Vec<T, 2> g = reaction_arm(k);
      for (int i = 0; i < 2; ++i) {
        own(i, 6 + i) = Entry(1);
        own(2 + i, 8 + i) = Entry(-1);
        own(4, 6 + i) = Entry(g[i]);
        own(5, 8 + i) = Entry(-g[i]);
      }
      fill_rows(k, b, Entry(1), own);
      if (k == 0) return;
      fill_rows(k - 1, b, Entry(-1), up);
      const Vec<T, 2> g_parent = reaction_arm(k - 1);
      for (int i = 0; i < 2; ++i) {
        down(i, 6 + i) = Entry(-1);
        down(2 + i, 8 + i) = Entry(1);
        down(4, 6 + i) = Entry(g_parent[i]);
        down(5, 8 + i) = Entry(-g_parent[i]);
      }
      up(4, 4) = down(4, 4) = -b.damping * data.friction;
    });
  }

  /// In place; the vectors are those of the bodies (x, y, ψ) and of the joints.
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

  /// The same of nodes() = (x, y, ψ, joint) node by node.
  void solve_nodes() { plain.solve(z.data()); }
  Vec<Entry>& nodes() { return z; }

 private:
  using Plain = TreeSolver<Entry, 3, 2, PinnedNode<Entry, 3, 2>>;
  // Unknowns of a body (w_x, w_y, z_x, z_y, w_ψ, z_ψ), rows likewise; of a joint (λ, m), rows (rate, position).
  using Stabilised = TreeSolver<Entry, 6, 4, PinnedNode<Entry, 6, 4>>;

  static TreeShape tree_of(std::size_t n) {
    TreeShape tree;
    for (std::size_t k = 0; k < n; ++k) tree.push_back(static_cast<int>(k) - 1);
    return tree;
  }
  static NodePattern<3, 2> pattern(bool friction) {
    NodePattern<3, 2> p = {.own = {"10010", "01001", "00111", "10100", "01100"},
                           .up = {"000", "000", "000", "101", "011"},
                           .down = {"00010", "00001", "00011"}};
    if (friction) {
      p.up[2] = "001";
      p.down[2] = "00111";
    }
    return p;
  }
  static NodePattern<6, 4> stabilised_pattern(bool friction) {
    NodePattern<6, 4> p = {
        .own = {"1000001000", "0100000100", "0010000010", "0001000001", "0000111100", "0000010011", "1000110000",
                "0100110000", "1010110000", "0101110000"},
        .up = {"000000", "000000", "000000", "000000", "000000", "000000", "100011", "010011", "101011", "010111"},
        .down = {"0000001000", "0000000100", "0000000010", "0000000001", "0000001100", "0000000011"}};
    if (friction) {
      p.up[4] = "000010";
      p.down[4] = "0000101100";
    }
    return p;
  }

  // −a n, the column of ψ of Gᵀ's transpose.
  Vec<T, 2> reaction_arm(std::size_t k) const {
    const T& a = data.links[k].half;
    return {a * links[k].sine, -a * links[k].cosine};
  }
  // K_ψψ
  T stiffness(std::size_t k) const {
    const auto& s = links[k];
    return -data.links[k].half * (s.cosine * s.pull[0] + s.sine * s.pull[1]);
  }
  // mass I + identity − damping D_ψψ
  Entry turning(std::size_t k, const Blend<Entry>& b) const {
    const T joints = k + 1 < data.count() ? 2 * data.friction : data.friction;
    return b.mass * data.links[k].inertia + b.identity + b.damping * joints;
  }
  // Column of ψ in R, with weight `of_g` of G; `all`: Y and Z too.
  Vec<Entry, 2> row_column(std::size_t k, const Blend<Entry>& b, const Entry& of_g, bool all) const {
    const auto& s = links[k];
    const T& a = data.links[k].half;
    Entry along = b.rate * (a * s.rate), across(0);  // of e, of n
    if (all && (b.by_v != Entry(0) || b.by_q != Entry(0))) {
      along += b.by_v * (2 * a * s.rate) + b.by_q * (a * s.acceleration);
      across = b.by_q * (a * s.rate * s.rate);
    }
    return {of_g * (a * s.row_sine) + along * s.cosine - across * s.sine,
            of_g * (-a * s.row_cosine) + along * s.sine + across * s.cosine};
  }

  template <class Own>
  void fill_body(std::size_t k, const Blend<Entry>& b, Own& own) const {
    own(0, 0) = own(1, 1) = b.mass * data.links[k].mass + b.identity;
    own(2, 2) = own(3, 3) = own(5, 5) = Entry(1);
    own(4, 4) = turning(k, b) - b.stiffness * stiffness(k);
    own(4, 5) = b.mu_force * stiffness(k);
  }
  // Rows of a joint in the columns of body k; `sign` is that of the body's x in Φ.
  template <class Rows>
  void fill_rows(std::size_t k, const Blend<Entry>& b, const Entry& sign, Rows& to) const {
    constexpr int first = Rows::RowsAtCompileTime - 4;
    const auto& s = links[k];
    const T& a = data.links[k].half;
    const Vec<Entry, 2> rate = row_column(k, b, b.jacobian, false);
    const Vec<T, 2> g(a * s.row_sine, -a * s.row_cosine), w(a * s.rate * s.cosine, a * s.rate * s.sine);
    for (int i = 0; i < 2; ++i) {
      to(first + i, i) = sign * b.jacobian;
      to(first + i, 4) = rate[i];
      to(first + i, 5) = -b.mu_rate * w[i];
      to(first + 2 + i, i) = sign * b.position;
      to(first + 2 + i, 2 + i) = -sign * b.mu_position;
      to(first + 2 + i, 4) = b.position * g[i];
      to(first + 2 + i, 5) = -b.mu_position * g[i];
    }
  }

  ChainData<T> data;
  TreeShape bodies;
  Plain plain;
  std::optional<Stabilised> stabilised;
  Vec<Entry> z, wide_z;
};

}  // namespace plumb
