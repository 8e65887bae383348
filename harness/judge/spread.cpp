#include "harness/judge/spread.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

#include "harness/run/metric_column.hpp"
#include "harness/run/run_cell.hpp"

namespace plumb {
namespace {

template <class T>
void move_by_a_rounding(Vec<T>& x, std::minstd_rand& random) {
  if (x.size() == 0) return;
  const T unit = std::numeric_limits<T>::epsilon() * x.cwiseAbs().maxCoeff();
  for (auto& component : x) component += random() % 1024 < 512 ? unit : T(-unit);
}

template <class T>
void move_start(Model<T>& model, int number) {
  model.initial = [initial = model.initial, number](const Parameters& data, const Formulation& formulation) {
    auto x = initial(data, formulation);
    std::minstd_rand random(static_cast<unsigned>(number));
    random.discard(16);
    move_by_a_rounding(x.q, random);
    move_by_a_rounding(x.v, random);
    return x;
  };
}

Problem moved(Problem problem, int number) {
  move_start(problem.in_double, number);
  move_start(problem.in_long, number);
  move_start(problem.in_quad, number);
  return problem;
}

/// The motion that the runs are compared with is that of the problem as it is: it has to be known by its name before a
/// moved one asks for it, and as long. Null: there is none.
std::shared_ptr<const Solution> reference_of(const ResolvedCell& cell) try {
  return solution(cell.problem(), cell.data());
} catch (const std::invalid_argument&) {
  return nullptr;
}

int common_digits(double value, double width) {
  constexpr int most = std::numeric_limits<double>::digits10 + 1;
  if (width == 0) return most;
  return std::clamp(static_cast<int>(std::floor(-std::log10(width / std::abs(value)))), 0, most);
}

}  // namespace

RunResult run_from_moved_start(const ResolvedCell& cell, int number, const StopRequest& stop) {
  if (number == 0) return run_cell(cell, stop);
  const auto reference = reference_of(cell);
  const auto problem = moved(cell.problem(), number);
  return run_cell(
      ResolvedCell(cell.text(), problem, *problem.formulation(cell.formulation().name), cell.method(),
                   std::make_shared<const Parameters>(cell.data()), std::make_shared<const Parameters>(cell.options())),
      stop);
}

std::vector<Spread> spreads(const ResolvedCell& cell, std::span<const RunResult> results) {
  std::vector<Spread> out;
  if (results.empty() || results.front().status != Status::ok) return out;
  for (const auto& column : metric_columns(Subject(cell))) {
    std::vector<double> values;
    bool everywhere = true;
    for (const auto& result : results) {
      if (result.status != Status::ok) continue;
      const auto value = is_timing(column.name) ? std::nullopt : metric_of(result, column.name);
      everywhere = everywhere && value;
      if (value) values.push_back(*value);
    }
    if (!everywhere) continue;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    out.push_back({column.name, column.unit, values.front(), *low, *high, common_digits(values.front(), *high - *low)});
  }
  return out;
}

}  // namespace plumb
