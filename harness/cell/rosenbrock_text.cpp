#include "harness/cell/rosenbrock_text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "methods/adaptive/entries.hpp"
#include "methods/rosenbrock/rosenbrock_entry.hpp"
#include "methods/rosenbrock/rosenbrock_orders.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

/// Returns the rows of a lower triangle, with or without its diagonal. Throws if there are other entries than 0.
std::vector<RosenbrockData::Row> lower_rows(const std::vector<std::string>& entries, std::size_t n, bool with_diagonal,
                                            const TomlValue& node) {
  std::vector<RosenbrockData::Row> out(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const auto& text = entries[i * n + j];
      if (j < i || (j == i && with_diagonal))
        out[i].push_back(text);
      else if (expression_value<quad>(text) != 0)
        throw node.items[i].refusal(
            contradiction("{}[{}][{}]: entries {} the diagonal must be 0 in a Rosenbrock method",
                          with_diagonal ? "gamma" : "a", i + 1, j + 1, with_diagonal ? "above" : "on and above"));
    }
  return out;
}

void require_one_diagonal(const RosenbrockData& data, const TomlValue& node) {
  const auto gamma = expression_value<quad>(data.gamma.front().front());
  if (gamma == 0) throw node.refusal(out_of_range("gamma[1][1]: must not be 0"));
  for (std::size_t i = 1; i < data.stages(); ++i)
    if (expression_value<quad>(data.gamma[i].back()) != gamma)
      throw node.items[i].refusal(
          contradiction("gamma[{0}][{0}]: must equal gamma[1][1], so that all stages share one matrix", i + 1));
}

/// Returns the tolerance for order conditions: a thousand times the largest uncertainty of the coefficients.
double tolerance_of(const RosenbrockTexts& texts, const std::vector<std::string>& embedded, Digits& digits) {
  digits = decided(digits, {&texts.a, &texts.gamma, &texts.b, &embedded});
  double within = 0;
  for (const auto* list : {&texts.a, &texts.gamma, &texts.b, &embedded})
    for (const auto& entry : known(*list, digits)) within = std::max(within, entry.within);
  return std::max(1e-28, 1000 * within);
}

}  // namespace

void add_rosenbrock_method(MethodFile& out, MethodInfo info, const RosenbrockTexts& texts, const TomlValue& root) {
  const auto n = texts.b.size();
  const auto &a = *root.find("a"), &gamma = *root.find("gamma");
  const RosenbrockData data{.alpha = lower_rows(texts.a, n, false, a),
                            .gamma = lower_rows(texts.gamma, n, true, gamma),
                            .b = texts.b,
                            .embedded = out.embedded};
  require_one_diagonal(data, gamma);
  const double tolerance = tolerance_of(texts, out.embedded, out.digits);
  const auto orders = rosenbrock_orders(data, tolerance);
  info.order = orders.on_index1();
  if (info.order < 1) throw root.find("b")->refusal(contradiction("b: the weights do not sum to 1"));
  if (!(std::abs(orders.at_infinity) < 1))
    throw gamma.refusal(
        out_of_range("gamma: R(infinity) = {}, but accelerations and multipliers need |R(infinity)| < 1",
                     significant(orders.at_infinity, 4)));
  out.method = rosenbrock_method(info, data);
  out.no_step_control = "step control needs the key 'embedded': a second set of weights for the same stages";
  if (out.embedded.empty()) return;
  out.embedded_order = embedded_orders(data, tolerance).differential;
  out.no_step_control = "the embedded weights are not consistent: their sum must be 1";
  if (out.embedded_order < 1) return;
  out.no_step_control.clear();
  info.title += ", adaptive";
  out.adaptive = adaptive_rosenbrock_method(std::move(info), data, out.embedded_order);
}

}  // namespace plumb
