#include "harness/judge/self_convergence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include "harness/cell/resolve.hpp"
#include "harness/run/sampled_states.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"

namespace plumb {

const char* const by_self_convergence =
    "by self-convergence: differences between runs with steps h and h/2; they do not prove that the limit is the "
    "solution";

namespace {

/// Returns half of "1/100" as "1/200", and half of "0.01" as "0.005".
std::string half_of(const std::string& step) {
  const auto slash = step.find('/');
  if (slash == std::string::npos) return shortest(number_from_text<double>(step) / 2);
  return step.substr(0, slash + 1) + shortest(2 * number_from_text<double>(step.substr(slash + 1)));
}

ResolvedCell with_half_the_step(const ResolvedCell& cell) {
  auto text = cell.text();
  text.step = half_of(text.step);
  return resolve(text);
}

/// The columns of a component class or of an output in the sampled states.
struct Numbers {
  StateRows SampledStates::*rows;
  std::size_t begin = 0, end = std::numeric_limits<std::size_t>::max();  // columns [begin, end)
};

Numbers numbers_of(const ResolvedCell& cell, const std::string& component_class) {
  const std::map<std::string, StateRows SampledStates::*> classes = {
      {"q", &SampledStates::q}, {"v", &SampledStates::v}, {"a", &SampledStates::a}, {"lambda", &SampledStates::lambda}};
  if (const auto at = classes.find(component_class); at != classes.end()) return {.rows = at->second};
  const auto& outputs = cell.problem().outputs;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (outputs[i].name == component_class) return {.rows = &SampledStates::outputs, .begin = i, .end = i + 1};
  throw no_such("--reference self: class '{}' is not allowed; allowed are q, v, a, lambda and outputs",
                component_class);
}

struct Difference {
  double rms = 0, largest = 0;  // root mean square of the difference; largest magnitude of the values
};

/// Returns the difference of two runs that were sampled at the same times. It is NaN if one run has fewer samples.
Difference difference(const StateRows& one, const StateRows& other, const Numbers& of) {
  Difference out;
  const auto columns = one.columns;
  if (columns == 0 || one.numbers.size() != other.numbers.size()) return {std::numeric_limits<double>::quiet_NaN(), 0};
  const auto end = std::min(of.end, columns);
  for (std::size_t i = 0; i < one.numbers.size(); ++i) {
    if (i % columns < of.begin || i % columns >= end) continue;
    const double d = one.numbers[i] - other.numbers[i];
    out.rms += d * d;
    out.largest = std::max(out.largest, std::abs(one.numbers[i]));
  }
  out.rms = std::sqrt(out.rms * static_cast<double>(columns) / static_cast<double>(one.numbers.size()));
  return out;
}

using Runs = std::map<std::string, std::pair<RunResult, SampledStates>>;  // results and states by cell id

OrderPoint point_of(const ResolvedCell& cell, const Runs& runs, const Numbers& of) {
  OrderPoint out{.h = cell.step<quad>(), .error = std::numeric_limits<quad>::quiet_NaN()};
  const auto coarse = runs.find(cell.id()), fine = runs.find(with_half_the_step(cell).id());
  if (coarse == runs.end() || fine == runs.end()) return out;
  if (broke_down(coarse->second.first.status)) out.error = std::numeric_limits<quad>::infinity();
  if (coarse->second.first.status != Status::ok || fine->second.first.status != Status::ok) return out;
  const auto found = difference(coarse->second.second.*of.rows, fine->second.second.*of.rows, of);
  out.error = found.rms;
  out.floor.rounding = std::max<quad>(roundoff(cell.text().precision), roundoff(Precision::double_)) * found.largest *
                       sqrt(quad(2 * cell.steps()));
  return out;
}

ClassOrder class_order(const OrderMeasurement& m, const Runs& runs, const std::string& component_class) {
  const auto of = numbers_of(m.cells.front(), component_class);
  std::vector<OrderPoint> points;
  for (const auto& cell : m.cells) points.push_back(point_of(cell, runs, of));
  ClassOrder out{component_class, observed_order(points, {.expected = expected_order(m.cells.front(), component_class),
                                                          .tolerance = slope_tolerance})};
  out.result.reason += (out.result.reason.empty() ? "" : "; ") + std::string(by_self_convergence);
  const auto& cell = m.cells.front();
  if (const auto why = cell.problem().reference.none(cell.data()); !why.empty() && out.result.expected)
    out.result.reason += fmt::format("; proven orders hold on smooth problems ({})", why);
  return out;
}

}  // namespace

OrderMeasurement self_converged_order(std::vector<ResolvedCell> cells, MatrixOptions options,
                                      const std::vector<std::string>& classes) {
  for (const auto& name : classes) numbers_of(cells.front(), name);
  std::ranges::stable_sort(cells, std::greater(), [](const auto& cell) { return cell.template step<quad>(); });
  OrderMeasurement out{std::move(cells), {}, {}};
  std::map<std::string, ResolvedCell> needed;
  for (const auto& cell : out.cells) {
    needed.emplace(cell.id(), cell);
    const auto finer = with_half_the_step(cell);
    needed.emplace(finer.id(), finer);
  }
  std::vector<ResolvedCell> all;
  for (const auto& [id, cell] : needed) all.push_back(cell);
  Runs runs;
  options.store = nullptr;  // the store has no states
  options.trajectory = [&](const ResolvedCell& cell, const RunResult& result, const SampledStates& states) {
    runs[cell.id()] = {result, states};
  };
  const auto outcome = run_matrix(Cells(all), options);
  out.stop = {outcome.interrupted, outcome.timed_out};
  if (out.stop.stopped()) return out;
  for (const auto& cell : out.cells) {
    const auto at = runs.find(cell.id());
    out.results.push_back(at == runs.end() ? std::nullopt : std::optional(at->second.first));
  }
  for (const auto& name : classes) out.classes.push_back(class_order(out, runs, name));
  return out;
}

}  // namespace plumb
