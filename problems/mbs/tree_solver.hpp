#pragma once
// Linear algebra of a tree of bodies by choice: elimination along the tree, KLU, or dense.

#include <complex>
#include <string_view>
#include <variant>

#include "problems/mbs/tree_dense.hpp"
#include "problems/mbs/tree_elimination.hpp"
#include "problems/mbs/tree_klu.hpp"

namespace plumb {

enum class LinearSolver { tree, klu, dense };

/// KLU knows no other precision.
template <class Scalar>
inline constexpr bool klu_serves = std::is_same_v<Scalar, double> || std::is_same_v<Scalar, std::complex<double>>;

/// "tree", "klu" or "dense": what solves in Scalar where `choice` is asked for.
template <class Scalar>
constexpr std::string_view solver_name(LinearSolver choice) {
  if (choice == LinearSolver::dense) return "dense";
  return choice == LinearSolver::klu && klu_serves<Scalar> ? "klu" : "tree";
}

/// Node: see TreeElimination.
template <class Scalar, int body, int joint, class Node = Lu<Scalar, body + joint>>
class TreeSolver {
 public:
  static constexpr int width = body + joint;
  static constexpr bool has_klu = klu_serves<Scalar>;

  /// LinearSolver::klu is LinearSolver::tree where there is no KLU. `bodies_couple`: see TreeElimination.
  TreeSolver(LinearSolver choice, const TreeShape& tree, const NodePattern<body, joint>& pattern, bool bodies_couple)
      : solver(chosen(choice, tree, pattern, bodies_couple)) {}

  /// See TreeElimination.
  template <class Fill>
  bool factor(Fill fill) {
    return std::visit([&](auto& s) { return s.factor(fill); }, solver);
  }
  void solve(Scalar* z) {
    std::visit([&](auto& s) { s.solve(z); }, solver);
  }

 private:
  using Elimination = TreeElimination<Scalar, body, joint, Node>;
  using Dense = TreeDense<Scalar, body, joint>;
  template <bool with_klu, class Unused = void>
  struct Choices {
    using type = std::variant<Elimination, Dense>;
  };
  template <class Unused>
  struct Choices<true, Unused> {
    using type = std::variant<Elimination, Dense, TreeKlu<Scalar, body, joint>>;
  };
  using Any = typename Choices<has_klu>::type;

  static Any chosen(LinearSolver choice, const TreeShape& tree, const NodePattern<body, joint>& pattern,
                    bool bodies_couple) {
    if (choice == LinearSolver::dense) return Any(std::in_place_type<Dense>, tree, pattern);
    if constexpr (has_klu)
      if (choice == LinearSolver::klu) return Any(std::in_place_type<TreeKlu<Scalar, body, joint>>, tree, pattern);
    return Any(std::in_place_type<Elimination>, tree, bodies_couple);
  }

  Any solver;
};

}  // namespace plumb
