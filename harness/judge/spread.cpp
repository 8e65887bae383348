#include "harness/judge/spread.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "harness/run/metric_column.hpp"
#include "harness/run/run_cell.hpp"

namespace plumb {
namespace {

quad largest(const Vec<quad>& x) { return x.size() == 0 ? quad(0) : quad(x.cwiseAbs().maxCoeff()); }

/// The magnitudes of q and of v that define the size of a perturbation.
struct Sizes {
  quad q = 0, v = 0;

  void raise(const Vec<quad>& current_q, const Vec<quad>& current_v) {
    q = std::max(q, largest(current_q));
    v = std::max(v, largest(current_v));
  }
};

/// Returns the largest components of q and v at the start. If all of q or v is zero there, returns its largest
/// component over a run of the cell, or 1 if it remains zero.
Sizes sizes_of(const ResolvedCell& cell, const StopRequest& stop) {
  Sizes out, over_motion;
  const auto start = cell.problem().in_quad.initial(cell.data(), cell.formulation());
  out.raise(start.q, start.v);
  if (out.q > 0 && out.v > 0) return out;
  run_without_reference(cell, stop, {.sample = [&](const Sample<quad>& x) { over_motion.raise(x.q, x.v); }});
  if (out.q == 0) out.q = over_motion.q > 0 ? over_motion.q : quad(1);
  if (out.v == 0) out.v = over_motion.v > 0 ? over_motion.v : quad(1);
  return out;
}

template <class T>
void move_by_a_rounding(Vec<T>& x, const quad& size, std::minstd_rand& random) {
  const T unit = std::numeric_limits<T>::epsilon() * static_cast<T>(size);
  for (auto& component : x) component += random() % 1024 < 512 ? unit : T(-unit);
}

template <class T>
void move_start(Model<T>& model, const Sizes& sizes, int number) {
  model.initial = [initial = model.initial, sizes, number](const Parameters& data, const Formulation& formulation) {
    auto x = initial(data, formulation);
    std::minstd_rand random(static_cast<unsigned>(number));
    random.discard(16);
    move_by_a_rounding(x.q, sizes.q, random);
    move_by_a_rounding(x.v, sizes.v, random);
    return x;
  };
}

/// Perturbs the initial values of the problem. Its runs are compared with the motion of the unperturbed problem.
Problem moved(const Problem& original, const Sizes& sizes, int number) {
  Problem problem = original;
  problem.reference.of = &original;
  move_start(problem.in_double, sizes, number);
  move_start(problem.in_long, sizes, number);
  move_start(problem.in_quad, sizes, number);
  return problem;
}

int common_digits(double value, double width) {
  constexpr int most = std::numeric_limits<double>::digits10 + 1;
  if (width == 0) return most;
  return static_cast<int>(std::clamp(std::floor(-std::log10(width / std::abs(value))), 0., double{most}));
}

}  // namespace

RunResult run_from_moved_start(const ResolvedCell& cell, int number, const StopRequest& stop) {
  if (number == 0) return run_cell(cell, stop);
  const auto problem = moved(cell.problem(), sizes_of(cell, stop), number);
  const auto& formulation =
      cell.formulation().derivation ? cell.formulation() : *problem.formulation(cell.formulation().name);
  const ResolvedCell perturbed(cell.text(), problem, formulation, cell.method(),
                               std::make_shared<const Parameters>(cell.data()),
                               std::make_shared<const Parameters>(cell.options()), cell.steps());
  return run_cell(perturbed, stop);
}

std::vector<MetricSpread> spreads(const ResolvedCell& cell, std::span<const RunResult> results) {
  std::vector<MetricSpread> out;
  if (results.empty() || results.front().status != Status::ok) return out;
  for (const auto& column : metric_columns(Subject(cell))) {
    std::vector<double> values;
    bool everywhere = true;
    for (const auto& result : results) {
      if (result.status != Status::ok) continue;
      std::optional<double> value;
      if (!is_timing(column.name)) value = metric_of(result, column.name);
      everywhere = everywhere && value.has_value();
      if (value) values.push_back(*value);
    }
    if (!everywhere) continue;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    out.push_back({column.name, column.unit, values.front(), *low, *high, common_digits(values.front(), *high - *low)});
  }
  return out;
}

}  // namespace plumb
