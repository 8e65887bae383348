#pragma once
// The principal error of a tableau, which the free abscissae of the MSSTH methods minimise.
//
//   ‖σ^(p)‖₂,  σ_τ = (bᵀ Φ(τ) − 1/γ(τ))/σ(τ)  over the trees τ of p nodes
//   Φ([τ_1 … τ_k]) = A Φ(τ_1) ∘ … ∘ A Φ(τ_k), entry by entry
//
// Source: zhang2022, eq. (28). Its table 6 writes the same σ with q^(k) = A C^{k−1} e − C^k e/k and diagonal matrices
// of the q^(k); the trees are in methods/coefficients/order_trees.hpp.
//
// The abscissae printed in table 7 do not minimise this norm. To 8 digits or more they minimise the norm in which
// subtrees are multiplied as matrices: ½ bᵀ(AC)²e instead of ½ bᵀ(AC e)², in one condition of order 5 and four of
// order 6.

#include "methods/coefficients/order_trees.hpp"
#include "methods/esdirk/mssth.hpp"

namespace plumb {

enum class Products { entries, matrices };

/// Φ(τ) times x; subtrees of one node come last.
template <class R>
std::vector<R> stage_weights(const Esdirk<R>& t, const RootedTree& tree, Products products, std::vector<R> x) {
  for (auto child = tree.children.rbegin(); child != tree.children.rend(); ++child) {
    if (*child == 0) continue;
    const std::vector<R> one(x.size(), R(1));
    const auto& subtree = rooted_trees()[static_cast<std::size_t>(*child)];
    const auto inner = stage_weights(t, subtree, products, products == Products::entries ? one : x);
    for (int i = 0; i < t.stages; ++i) {
      R image(0);
      for (int j = 0; j <= i; ++j) image += t.a[t.at(i, j)] * inner[static_cast<std::size_t>(j)];
      auto& entry = x[static_cast<std::size_t>(i)];
      entry = products == Products::entries ? R(entry * image) : image;
    }
  }
  for (const int child : tree.children)
    for (std::size_t i = 0; child == 0 && i < x.size(); ++i) x[i] *= t.c[i];
  return x;
}

/// ‖σ^(p)‖₂² of a stiffly accurate tableau; p <= largest_tree.
template <class R>
R squared_error(const Esdirk<R>& t, int p, Products products = Products::entries) {
  R sum(0);
  for (const auto& tree : rooted_trees()) {
    if (tree.order != p) continue;
    const auto phi = stage_weights(t, tree, products, std::vector<R>(t.c.size(), R(1)));
    R sigma = -R(1) / tree.gamma;
    for (int j = 0; j < t.stages; ++j) sigma += t.a[t.at(t.stages - 1, j)] * phi[static_cast<std::size_t>(j)];
    sigma /= tree.sigma;
    sum += sigma * sigma;
  }
  return sum;
}

}  // namespace plumb
