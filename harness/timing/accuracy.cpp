#include "harness/timing/accuracy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "contract/excerpt.hpp"
#include "harness/run/metric_column.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

bool can_be_bounded(const MetricColumn& column) {
  return column.observable->kind == ObservableKind::error || column.observable->kind == ObservableKind::deviation;
}

}  // namespace

AccuracyBound accuracy_from_text(std::string_view text) {
  const auto refusal = [&] {
    return UsageError(
        fmt::format("--accuracy: '{}' is not allowed; give METRIC=BOUND, such as end.q=1e-6", excerpt(text)));
  };
  const auto sign = text.find('=');
  if (sign == 0 || sign == text.npos) throw refusal();
  try {
    AccuracyBound out{std::string(text.substr(0, sign)), number_from_text<double>(std::string(text.substr(sign + 1)))};
    if (!(out.most > 0)) throw refusal();
    return out;
  } catch (const std::invalid_argument&) {
    throw refusal();
  }
}

void require_metric(const AccuracyBound& bound, const ResolvedCell& cell) {
  std::vector<std::string> known;
  for (const auto& column : metric_columns(Subject(cell))) {
    if (!can_be_bounded(column)) continue;
    if (column.name == bound.metric) return;
    known.push_back(column.name);
  }
  throw no_such("--accuracy: '{}' is not allowed for {}, {}; known: {}", excerpt(bound.metric), cell.problem().name,
                cell.formulation().name, fmt::join(known, ", "));
}

std::string shortfall(const RunResult& result, const AccuracyBound& bound) {
  if (result.status != Status::ok) return fmt::format("{}: {}", name(result.status), result.reason);
  const auto value = metric_of(result, bound.metric);
  if (!value)
    return fmt::format("{} is unknown{}", bound.metric,
                       result.note.empty()
                           ? " for these coordinates; choose another metric, such as --accuracy end.q=1e-2"
                           : ": " + result.note);
  if (*value <= bound.most) return {};
  return fmt::format("{} = {} is above {}", bound.metric, significant(*value, 3), bound_text(bound.most));
}

}  // namespace plumb
