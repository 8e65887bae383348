#include "harness/report/metric_units.hpp"

#include <fmt/format.h>

#include "harness/cell/resolve.hpp"
#include "harness/run/metric_column.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

/// None of a problem, formulation or data that this build does not know.
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

const std::optional<Subject>& MetricUnits::subject_of(const Cell& cell) {
  constexpr std::size_t most_remembered = 1000;
  const auto key = with_parameters(cell.problem, cell.problem_parameters) + cell.formulation;
  if (const auto at = subjects_.find(key); at != subjects_.end()) return at->second;
  if (subjects_.size() >= most_remembered) subjects_.clear();
  return subjects_.emplace(key, known_subject(cell)).first->second;
}

void MetricUnits::add(const Cell& cell, const RunResult& result) {
  const auto& subject = subject_of(cell);
  for (const auto& [name, value] : result.metrics) {
    const auto unit = subject ? metric_unit(*subject, name) : "SI";
    const auto [known, is_new] = units_.emplace(name, unit);
    if (is_new) meanings_[name] = in_words(subject, name);
    if (!is_new && known->second != unit) known->second = "SI";
  }
}

std::string MetricUnits::meaning(const std::string& metric) const {
  const auto known = meanings_.find(metric);
  return known == meanings_.end() ? "" : known->second;
}

}  // namespace plumb
