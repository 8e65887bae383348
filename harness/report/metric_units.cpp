#include "harness/report/metric_units.hpp"

#include <fmt/format.h>

#include "harness/cell/resolve.hpp"
#include "harness/run/metric_column.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

/// Returns nothing if this build does not know the problem, the formulation or the data.
std::optional<Subject> known_subject(const Cell& cell) {
  try {
    const auto& problem = problem_named(cell.problem);
    const auto& formulation = formulation_named(problem, cell.formulation);
    const auto data = parameters_from_text(problem.parameters, cell.problem_parameters, cell.problem);
    return Subject(problem, formulation, data);
  } catch (const UsageError&) {
    return {};
  }
}

std::string in_words(const std::optional<Subject>& subject, const std::string& name) {
  const auto column = subject ? metric_column(*subject, name) : std::nullopt;
  if (!column) return {};
  return fmt::format("{}: {}", column->observable->meaning, column->reducer->meaning);
}

}  // namespace

MetricUnits::Known& MetricUnits::known_of(const Cell& cell) {
  constexpr std::size_t most_remembered = 1000;
  const auto key = with_parameters(cell.problem, cell.problem_parameters) + cell.formulation;
  if (const auto at = known_.find(key); at != known_.end()) return at->second;
  if (known_.size() >= most_remembered) known_.clear();
  return known_.emplace(key, Known{known_subject(cell)}).first->second;
}

const std::string& MetricUnits::Known::unit_of(const std::string& metric) {
  if (const auto at = units.find(metric); at != units.end()) return at->second;
  return units.emplace(metric, subject ? metric_unit(*subject, metric) : "SI").first->second;
}

void MetricUnits::add(const Cell& cell, const RunResult& result) {
  auto& of = known_of(cell);
  for (const auto& [name, value] : result.metrics) {
    const auto& unit = of.unit_of(name);
    const auto [known, is_new] = units_.emplace(name, unit);
    if (is_new) meanings_[name] = in_words(of.subject, name);
    if (!is_new && known->second != unit) known->second = "SI";
  }
}

std::string MetricUnits::meaning(const std::string& metric) const {
  const auto known = meanings_.find(metric);
  return known == meanings_.end() ? "" : known->second;
}

}  // namespace plumb
