#pragma once
// LU factorisation of a sparse matrix of small blocks, in the order of a plan that is computed once
// (elimination_plan.hpp, which defines pivot blocks P_k, their fronts, U and D):
//
//   U_k ← P_k⁻¹ U_k,   A_ab ← A_ab − D_a U_b  for all parts a, b of the front of block k
//
// For a tree of joints this is the articulated-body recursion, generalised to any matrix with this sparsity. Pivots are
// chosen only within pivot blocks (pivot_block.hpp). The order of operations is fixed: it does not depend on the
// scalar, the machine, or earlier factorisations.
//
// Source: Duff, Erisman & Reid 2017, Direct Methods for Sparse Matrices, chapter 11; Featherstone 2008, Rigid Body
// Dynamics Algorithms, chapters 6 and 7.
//
// Cost and storage of trees: proportional to the number of blocks. factor() and solve() do not allocate.

#include <algorithm>
#include <span>
#include <type_traits>
#include <vector>

#include "problems/mbs/pivot_block.hpp"

namespace plumb {

/// `body` and `joint` are the usual numbers of unknowns in the two parts of a pivot block. The compiler unrolls loops
/// for these sizes; blocks of other sizes are allowed.
template <class Scalar, int body = Eigen::Dynamic, int joint = Eigen::Dynamic>
class BlockElimination {
 public:
  using Real = typename Eigen::NumTraits<Scalar>::Real;

  explicit BlockElimination(EliminationPlan of)
      : plan(std::move(of)),
        matrix(static_cast<std::size_t>(plan.size), Scalar(0)),
        inverse(static_cast<std::size_t>(plan.unknowns), Scalar(1)),
        summands(inverse.size(), Real(0)),
        rows(inverse.size(), 0),
        split(plan.steps.size(), 1) {
    int widest = 0;
    for (const auto& step : plan.steps) widest = std::max(widest, step.width());
    kept.assign(static_cast<std::size_t>(widest * widest), Scalar(0));
  }

  /// The array of matrix values, to which the caller must add all entries before factor(): the k-th addition at index
  /// places()[k].
  std::vector<Scalar>& values() { return matrix; }
  const std::vector<int>& places() const { return plan.places; }

  /// Factorises in place. Returns false if a pivot block is singular in this order.
  bool factor() {
    std::ranges::fill(summands, Real(0));
    for (std::size_t s = 0; s < plan.steps.size(); ++s)
      if (!with_kernel(plan.steps[s], [&](const auto& kernel) { return eliminate(s, kernel); })) return false;
    return true;
  }

  /// Solves in place. Precondition: the last factor() succeeded.
  void solve(Scalar* z) {
    for (std::size_t s = 0; s < plan.steps.size(); ++s)
      with_kernel(plan.steps[s], [&](const auto& kernel) { return forward(s, kernel, z); });
    for (std::size_t s = plan.steps.size(); s-- > 0;)
      with_kernel(plan.steps[s], [&](const auto& kernel) { return backward(s, kernel, z); });
  }

  /// Returns how many pivot blocks of the last factor() needed a search for pivots.
  int searched() const { return static_cast<int>(std::ranges::count(split, 0)); }

 private:
  using Step = EliminationPlan::Step;

  std::span<const EliminationPlan::Part> parts_of(const Step& s) const {
    return {plan.parts.data() + s.first_part, static_cast<std::size_t>(s.parts)};
  }

  // Calls `work` with a kernel for the step: a kernel for blocks of the usual sizes, whose front has only bodies or
  // also joints, or a kernel for any size. Kernels for the usual sizes are worth their compile time only in double.
  template <class Work>
  bool with_kernel(const Step& s, Work work) {
    Scalar* const all = matrix.data();
    const PivotMemory<Scalar> m{all + s.own,
                                all + s.up,
                                all + s.down,
                                inverse.data() + s.unknown,
                                summands.data() + s.unknown,
                                rows.data() + s.unknown};
    if constexpr (std::is_same_v<Real, double> && body != Eigen::Dynamic) {
      if (s.body == body && s.part == body) {
        if (s.joint == joint) return work(PivotKernel<Scalar, body, joint, body>(s, m));
        if constexpr (joint == Eigen::Dynamic) {
          if (s.joint == 0) return work(PivotKernel<Scalar, body, 0, body>(s, m));
          if (s.joint == 3) return work(PivotKernel<Scalar, body, 3, body>(s, m));
          if (s.joint == 5) return work(PivotKernel<Scalar, body, 5, body>(s, m));
          return work(PivotKernel<Scalar, body, joint, body>(s, m));
        }
      }
      if (s.body == body) return work(PivotKernel<Scalar, body, Eigen::Dynamic, Eigen::Dynamic>(s, m));
    }
    return work(PivotKernel<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::Dynamic>(s, m));
  }

  template <class Kernel>
  bool eliminate(std::size_t s, const Kernel& kernel) {
    const Step& step = plan.steps[s];
    Scalar* const own = matrix.data() + step.own;
    const int count = step.width() * step.width();
    std::copy_n(own, count, kept.data());
    split[s] = step.body > 0 && kernel.split() ? 1 : 0;
    if (!split[s]) {
      std::copy_n(kept.data(), count, own);
      if (!kernel.pivot()) return false;
    }
    kernel.divide_up(split[s] != 0, step.couples_body);
    const auto parts = parts_of(step);
    const auto* update = plan.updates.data() + step.first_update;
    for (const auto& column : parts)
      for (const auto& row : parts) {
        Real* const diagonal = &row == &column ? summands.data() + row.unknown : nullptr;
        kernel.update(row, column, matrix.data() + update->place, update->stride, diagonal);
        ++update;
      }
    return true;
  }
  template <class Kernel>
  bool forward(std::size_t s, const Kernel& kernel, Scalar* z) const {
    const Step& step = plan.steps[s];
    Scalar* const x = z + step.unknown;
    if (!split[s]) {
      kernel.solve_whole(x);
    } else {
      kernel.solve_halves(x);
      if (step.couples_body) kernel.subtract_joint(x);
    }
    for (const auto& part : parts_of(step)) kernel.pass_on(part, x, z + part.unknown);
    return true;
  }
  template <class Kernel>
  bool backward(std::size_t s, const Kernel& kernel, Scalar* z) const {
    const Step& step = plan.steps[s];
    Scalar* const x = z + step.unknown;
    const bool by_joint = split[s] && !step.couples_body;
    for (const auto& part : parts_of(step)) kernel.take_back(part, z + part.unknown, x, by_joint);
    if (by_joint) kernel.subtract_joint(x);
    return true;
  }

  EliminationPlan plan;
  std::vector<Scalar> matrix, inverse, kept;
  std::vector<Real> summands;
  std::vector<int> rows;
  std::vector<char> split;
};

}  // namespace plumb
