#pragma once
// Tableaus for the explicit stepper. A tableau known at compile time allows the compiler to unroll loops over stages
// and to drop zeros. For tableaus known at run time, one instantiation is used for all methods given as data.
//
// Row i of a tableau is a_i1 .. a_is; the row after the last stage is b. If the only entry of a row is a power of two,
// 1 replaces it and the entry scales the step. The result has the same digits, and (h/2) k has one product less in its
// dependency chain than h (k/2).

#include <bit>
#include <span>
#include <type_traits>
#include <utility>

#include "methods/coefficients/tableau.hpp"

namespace plumb {

/// Returns whether multiplying by this number changes the exponent only.
constexpr bool is_power_of_two(const Coefficient& c) {
  const auto is_power = [](std::int64_t n) { return std::has_single_bit(static_cast<std::uint64_t>(n < 0 ? -n : n)); };
  return c.decimal.empty() && is_power(c.numerator) && is_power(c.denominator);
}
template <class T>
bool is_power_of_two(const T& number) {
  T size = number < 0 ? T(-number) : number;
  while (size > 1) size /= 2;
  while (size < 1 && size > 0) size *= 2;
  return size == 1;
}

/// A tableau known at compile time.
template <class T, const auto& tableau>
class FixedTableau {
 public:
  static constexpr bool unrolls = true;
  static constexpr int stages = std::remove_cvref_t<decltype(tableau)>::stages;
  static constexpr std::integral_constant<int, stages> weights = {};  // index of the weights, the row b
  template <class V>
  using PerStage = std::array<V, stages>;
  template <class V>
  static PerStage<V> per_stage(const V& value) {
    PerStage<V> out;
    out.fill(value);
    return out;
  }

  template <class Visit>
  static void each_stage(Visit visit) {
    [&]<int... i>(std::integer_sequence<int, i...>) { (visit(std::integral_constant<int, i>{}), ...); }
    (std::make_integer_sequence<int, stages>{});
  }
  template <int i>
  T c(std::integral_constant<int, i>) const {
    return value([] { return tableau.c[index(i)]; });
  }

  /// Calls finish(w, Σ_j a_ij k_j, Σ_j a_ij l_j, entries) until all entries are covered. w scales the step, j ascends,
  /// zeros are skipped, and `entries(v)` returns the entries of another vector that correspond to the sums. Returns
  /// false if all coefficients of row i are zero.
  template <int i, class V, class Finish>
  bool combine(std::integral_constant<int, i>, const PerStage<V>& k, const PerStage<V>& l, Finish finish) const {
    constexpr auto used = nonzeros<i>();
    const auto all = [](auto& v) -> auto& { return v; };
    if constexpr (scales_the_step<i>()) {
      finish(entry<i, used[0]>(), k[index(used[0])], l[index(used[0])], all);
    } else if constexpr (!used.empty()) {
      [&]<std::size_t... n>(std::index_sequence<n...>) {
        finish(T(1), (... + (entry<i, used[n]>() * k[index(used[n])])),
               (... + (entry<i, used[n]>() * l[index(used[n])])), all);
      }
      (std::make_index_sequence<used.size()>{});
    }
    return !used.empty();
  }

 private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  static constexpr Coefficient coefficient(int i, int j) {
    return i == stages ? tableau.b[index(j)] : tableau.a[index(i)][index(j)];
  }
  static constexpr int row_length(int i) { return i < stages ? i : stages; }
  // Returns the j of all nonzero coefficients of row i.
  template <int i>
  static constexpr auto nonzeros() {
    constexpr auto count = [] {
      std::size_t n = 0;
      for (int j = 0; j < row_length(i); ++j) n += coefficient(i, j).is_zero() ? 0 : 1;
      return n;
    }();
    std::array<int, count> out{};
    std::size_t n = 0;
    for (int j = 0; j < row_length(i); ++j)
      if (!coefficient(i, j).is_zero()) out[n++] = j;
    return out;
  }
  template <int i>
  static constexpr bool scales_the_step() {
    constexpr auto used = nonzeros<i>();
    if constexpr (used.size() == 1) return is_power_of_two(coefficient(i, used[0]));
    return false;
  }
  template <int i, int j>
  static T entry() {
    return value([] { return coefficient(i, j); });
  }

  // Rationals are compile-time constants; a decimal, or any coefficient in quad, is converted once.
  template <class Of>
  static T value(Of function) {
    if constexpr (std::is_floating_point_v<T> && function().decimal.empty()) {
      constexpr T quotient = T(function().numerator) / T(function().denominator);
      return quotient;
    } else {
      static const T converted = function().template as<T>();
      return converted;
    }
  }
};

/// A tableau known at run time.
template <class T>
class RuntimeTableau {
 public:
  static constexpr bool unrolls = false;
  explicit RuntimeTableau(const Coefficients<T>& values)
      : stages(values.stages), weights(values.stages), nodes(values.c) {
    for (int i = 0; i < stages; ++i) append(std::span(values.a).subspan(index(i * stages), index(i)));
    append(values.b);
  }

  int stages, weights;
  template <class V>
  using PerStage = std::vector<V>;
  template <class V>
  PerStage<V> per_stage(const V& value) const {
    return PerStage<V>(index(stages), value);
  }

  template <class Visit>
  void each_stage(Visit visit) const {
    for (int i = 0; i < stages; ++i) visit(i);
  }
  const T& c(int i) const { return nodes[index(i)]; }

  /// See FixedTableau::combine.
  template <class V, class Finish>
  [[gnu::always_inline]] bool combine(int i, const PerStage<V>& k, const PerStage<V>& l, Finish finish) const {
    const Row& row = rows[index(i)];
    if (row.begin == row.end) return false;
    const std::span<const Term> used(terms.data() + row.begin, terms.data() + row.end);
    constexpr Eigen::Index width = 4;
    using Several = Eigen::Array<T, width, 1>;
    const Eigen::Index size = k.front().size();
    Eigen::Index n = 0;
    for (; n + width <= size; n += width)
      combine_entries<Several>(row.step, used, k, l, finish,
                               [n](auto& v) { return Eigen::Map<Like<decltype(v), Several>>(v.data() + n); });
    for (; n < size; ++n)
      combine_entries<T>(
          row.step, used, k, l, finish, [n](auto& v) -> auto& { return v.data()[n]; });
    return true;
  }

 private:
  struct Term {
    T weight;
    std::size_t stage;
  };
  struct Row {
    std::size_t begin, end;  // range of its terms
    T step = 1;              // factor on the step size
  };
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  template <class V, class Entries>
  using Like = std::conditional_t<std::is_const_v<std::remove_reference_t<V>>, const Entries, Entries>;

  template <class Sum, class V>
  static void combine_entries(const T& step, std::span<const Term> used, const PerStage<V>& k, const PerStage<V>& l,
                              auto& finish, auto entries) {
    const auto& [weight, stage] = used.front();
    Sum of_k = weight * entries(k[stage]), of_l = weight * entries(l[stage]);
    for (const auto& [next_weight, next_stage] : used.subspan(1)) {
      of_k += next_weight * entries(k[next_stage]);
      of_l += next_weight * entries(l[next_stage]);
    }
    finish(step, of_k, of_l, entries);
  }

  void append(std::span<const T> coefficients) {
    Row row = {.begin = terms.size(), .end = terms.size()};
    for (std::size_t j = 0; j < coefficients.size(); ++j)
      if (coefficients[j] != 0) terms.push_back({coefficients[j], j});
    row.end = terms.size();
    if (row.end == row.begin + 1 && is_power_of_two(terms.back().weight)) std::swap(row.step, terms.back().weight);
    rows.push_back(row);
  }

  std::vector<T> nodes;
  std::vector<Row> rows;
  std::vector<Term> terms;  // nonzero entries, row by row
};

}  // namespace plumb
