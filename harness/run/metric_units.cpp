#include "harness/run/metric_units.hpp"

#include <fmt/format.h>

#include "harness/cell/resolve.hpp"
#include "harness/run/metric_column.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

/// Returns the subject of the cell's metrics; none if this build does not have the problem, the formulation or the
/// data.
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

const MetricUnits::Known& MetricUnits::known_of(const Cell& cell) {
  const auto key = with_parameters(cell.problem, cell.problem_parameters) + cell.formulation;
  return known_(key, [&] {
    Known known{known_subject(cell), std::make_shared<const Units>()};
    if (known.subject) known.units = units_of(*known.subject);
    return known;
  });
}

// The data of a problem affect the units only through the kinds of its coordinates, so the key contains these.
std::shared_ptr<const MetricUnits::Units> MetricUnits::units_of(const Subject& subject) {
  auto key = fmt::format("{} {}", fmt::ptr(&subject.problem), subject.formulation.name);
  for (const auto& kind : subject.kinds) key += fmt::format(" {} {}", name(kind.kind), kind.unit);
  auto& known = shared_[key];
  if (known) return known;
  auto units = std::make_shared<Units>();
  for (auto& column : metric_columns(subject)) units->emplace(std::move(column.name), std::move(column.unit));
  return known = std::move(units);
}

void MetricUnits::add(const Cell& cell, const RunResult& result) {
  static const std::string no_unit = "SI";
  const auto& of = known_of(cell);
  for (const auto& [name, value] : result.metrics) {
    const auto found = of.units->find(name);
    const auto& unit = found == of.units->end() ? no_unit : found->second;
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
