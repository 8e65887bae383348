#include "methods/composition/composition.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "methods/coefficients/order_trees.hpp"

namespace plumb {
namespace {

/// The symmetric methods whose memory does not depend on the step size.
constexpr std::array<std::string_view, 4> bases = {"stormer-verlet", "rattle", "gauss", "lobatto-iiia-iiib"};

/// Returns whether a base is symmetric on rotations, too. Methods with several stages use a chart around the beginning of
/// the step, which the step back does not share.
bool is_symmetric_on_rotations(std::string_view base) { return base == "rattle"; }

/// The composition of the implicit midpoint rule, as a diagonally implicit tableau. Its order is the order with every
/// symmetric method of order 2, because the error terms of the rule satisfy no relation that others do not.
PreciseTableau composed_midpoint(const std::vector<Digits50>& gammas, const std::vector<double>& uncertainties) {
  const auto n = gammas.size();
  PreciseTableau out{.stages = static_cast<int>(n), .b = gammas, .within_b = uncertainties};
  for (std::size_t i = 0; i < n; ++i) {
    Digits50 node = 0;
    double within = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const int halves = j < i ? 2 : j == i ? 1 : 0;
      out.a.push_back(gammas[j] * halves / 2);
      out.within_a.push_back(uncertainties[j] * halves / 2);
      node += out.a.back();
      within += out.within_a.back();
    }
    out.c.push_back(node);
    out.within_c.push_back(within);
  }
  return out;
}

/// Returns whether Σ γ_i^power equals a value, within the uncertainty of the γ_i.
bool has_power_sum(const std::vector<Digits50>& gammas, const std::vector<double>& uncertainties, int power,
                   int value) {
  Digits50 sum = -value;
  double allowed = 1e-40;
  for (std::size_t i = 0; i < gammas.size(); ++i) {
    Digits50 term = 1;
    for (int k = 0; k < power; ++k) term *= gammas[i];
    sum += term;
    allowed += power * std::pow(std::abs(static_cast<double>(gammas[i])), power - 1) * uncertainties[i];
  }
  return static_cast<double>(abs(sum)) <= allowed;
}

bool is_palindromic(const std::vector<Digits50>& gammas, const std::vector<double>& uncertainties) {
  for (std::size_t i = 0, j = gammas.size() - 1; i < j; ++i, --j)
    if (static_cast<double>(abs(gammas[i] - gammas[j])) > uncertainties[i] + uncertainties[j]) return false;
  return true;
}

}  // namespace

std::string no_base(const Method& method) {
  if (std::ranges::find(bases, method.info.name) != bases.end()) return {};
  return method.info.name + " is not a symmetric one-step method with a memory that is independent of the step size";
}

std::string names_of_bases() {
  std::string out;
  for (const auto name : bases) out += (out.empty() ? "" : ", ") + std::string(name);
  return out;
}

int order_of_composition(const std::vector<std::string>& fractions, const std::vector<double>& uncertainties,
                         int of_base) {
  std::vector<Digits50> gammas;
  for (const auto& text : fractions) gammas.push_back(expression_value<Digits50>(text));
  if (!has_power_sum(gammas, uncertainties, 1, 1)) return 0;
  if (of_base == 2) return order_report(composed_midpoint(gammas, uncertainties)).order;
  if (!has_power_sum(gammas, uncertainties, of_base + 1, 0)) return of_base;
  return of_base + (is_palindromic(gammas, uncertainties) ? 2 : 1);
}

Method composition_method(MethodInfo info, const Method& base, const Parameters& of_base,
                          const std::vector<std::string>& fractions) {
  const bool needs_vector_space = !is_symmetric_on_rotations(base.info.name);
  const auto factory = [&]<class T>(const Factory<T>& make_base) -> Factory<T> {
    return [make_base, of_base, fractions, needs_vector_space](AnySystem<T>& system, const MethodOptions& options) {
      return AnyStepper<T>::template make<Composition<AnySystem<T>>>(system, options, make_base, of_base, fractions,
                                                                     needs_vector_space);
    };
  };
  auto of_composition = base.info;
  of_composition.name = info.name;
  of_composition.title = info.title;
  of_composition.source = info.source;
  of_composition.order = info.order;
  if (needs_vector_space) of_composition.vector_space_only = true;
  // Constraints that are imposed on stages reduce the order of other bases than RATTLE and the Lobatto pair.
  of_composition.forms = base.fits("index3") && !base.fits("index2") ? "ode index3"
                         : base.fits("index1")                       ? "ode index1"
                                                                     : "ode";
  return {.info = std::move(of_composition),
          .parameters = {},
          .in_double = factory(base.in_double),
          .in_long = factory(base.in_long),
          .in_quad = factory(base.in_quad),
          .order =
              [order = info.order](const Parameters&, Form) {
                return ProvenOrder{order, order, order};
              },
          .published_form = base.published_form};
}

}  // namespace plumb
