#include "methods/adaptive/from_data.hpp"

#include <algorithm>
#include <utility>

#include "methods/adaptive/entries.hpp"
#include "methods/from_data/from_data.hpp"

namespace plumb {
namespace {

bool same_number(const std::string& a, const std::string& b) {
  return expression_value<quad>(a) == expression_value<quad>(b);
}

// Returns whether the last stage is the first stage of the next step: a_sj = b_j and b_s = 0.
bool ends_with_next_stage(const TableauData& t) {
  const auto n = t.b.size();
  return n > 1 && std::equal(t.b.begin(), t.b.end(), t.a.end() - static_cast<std::ptrdiff_t>(n), same_number) &&
         same_number(t.b.back(), "0");
}

TableauData without_last_stage(const TableauData& t) {
  const auto n = t.b.size();
  TableauData out{.stages = t.stages - 1};
  for (std::size_t i = 0; i + 1 < n; ++i) {
    for (std::size_t j = 0; j + 1 < n; ++j) out.a.push_back(t.a[i * n + j]);
    out.b.push_back(t.b[i]);
    out.c.push_back(t.c[i]);
  }
  return out;
}

}  // namespace

std::string no_step_control(const TableauData& tableau, const std::vector<std::string>& embedded, int embedded_order) {
  if (embedded.empty()) return "step control needs the key 'embedded': a second set of weights for the same stages";
  if (coupling(tableau) == StageCoupling::fully_implicit)
    return "step control needs an explicit or diagonally implicit tableau, but this tableau is fully implicit";
  if (std::ranges::equal(embedded, tableau.b, same_number))
    return "the embedded weights equal b, so they cannot estimate the error";
  if (embedded_order < 1) return "the embedded weights are not consistent: their sum must be 1";
  return {};
}

Method adaptive_runge_kutta_method(MethodInfo info, const TableauData& tableau,
                                   const std::vector<std::string>& embedded, int embedded_order) {
  EmbeddedData weights{.power = std::min(info.order, embedded_order) + 1, .b = embedded};
  info.title += ", adaptive";
  if (coupling(tableau) == StageCoupling::diagonally_implicit)
    return adaptive_diagonal_method(std::move(info), tableau, weights);
  if (!ends_with_next_stage(tableau)) return adaptive_explicit_method(std::move(info), tableau, weights);
  weights.end = weights.b.back();
  weights.b.pop_back();
  return adaptive_explicit_method(std::move(info), without_last_stage(tableau), weights);
}

}  // namespace plumb
