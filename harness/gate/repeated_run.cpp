#include "harness/gate/repeated_run.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "harness/gate/baseline.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

/// A difference with its size in multiples of the uncertainty; at most 1: it is within the uncertainty.
struct MeasuredDifference {
  Difference what;
  ComparedValue compared = {};
  double size = 0;
};

std::string message_of(const MeasuredDifference& measured) {
  const auto& d = measured.what;
  auto out = change_text(d);
  if (d.digits) out += fmt::format(", {} digits agree", static_cast<int>(*d.digits));
  if (const auto& doubt = measured.compared.doubt; doubt && doubt->bound > 0)
    out += fmt::format("; {} explains up to {}", doubt->origin, significant(doubt->bound, 2));
  return out;
}

/// Returns whether a value is a text, or a bound instead of a measured number. Its digits may depend on the processor,
/// and no repeat run measures them.
bool is_text_or_bound(const Difference& d) {
  const auto kind = rule_of(d).kind;
  return kind == ValueKind::text || kind == ValueKind::bound || kind == ValueKind::bits;
}

bool have_same_environment(const Json& a, const Json& b) {
  const auto environment_of = [](const Json& result) { return result.value("environment", Json::object()); };
  const auto before = environment_of(a), after = environment_of(b);
  return surroundings_of(before) == surroundings_of(after) &&
         before.value("fingerprint", Json()) == after.value("fingerprint", Json());
}

MeasuredDifference with_uncertainty(const ResolvedCell& cell, Difference difference, bool same_environment,
                                    const DoubtOf& doubt) {
  MeasuredDifference out{.what = std::move(difference)};
  const auto& d = out.what;
  if (is_text_or_bound(d)) {
    out.size = same_environment ? std::numeric_limits<double>::infinity() : 0;
    return out;
  }
  if (d.before.is_null() && !same_environment) return out;  // a value that the recording program did not have
  out.compared = compared(d, no_tolerance, [&](const Difference& of) -> std::optional<Doubt> {
    if (!std::isfinite(distance(of.before, of.after))) return {};
    const auto known = doubt({.area = "cells", .cell = cell}, of);
    return known && std::isfinite(known->bound) ? known : std::nullopt;
  });
  out.size = out.compared.multiple_of_doubt();
  return out;
}

}  // namespace

std::string_view name(RepeatVerdict verdict) {
  constexpr std::array<std::string_view, 4> names = {"same bits", "same digits", "different", "failed otherwise"};
  return names[static_cast<std::size_t>(verdict)];
}

std::optional<ComparedRepeat> compared_by_bits(const Json& recorded, const Json& repeated) {
  const auto before = recorded.value("status", Json()), after = repeated.value("status", Json());
  if (before != after)
    return ComparedRepeat{RepeatVerdict::failed_otherwise,
                          fmt::format("status {} -> {}", value_text(before), value_text(after))};
  if (differences(recorded, repeated).empty()) return ComparedRepeat{};
  return {};
}

ComparedRepeat compared_with_repeat(const ResolvedCell& cell, const Json& recorded, const Json& repeated,
                                    const DoubtOf& doubt) {
  if (auto decided = compared_by_bits(recorded, repeated)) return *std::move(decided);
  const bool same_environment = have_same_environment(recorded, repeated);
  std::optional<MeasuredDifference> worst;
  for (auto& difference : differences(recorded, repeated)) {
    auto next = with_uncertainty(cell, std::move(difference), same_environment, doubt);
    if (!worst || next.size > worst->size) worst = std::move(next);
  }
  return {worst->size <= 1 ? RepeatVerdict::same_digits : RepeatVerdict::different, message_of(*worst)};
}

}  // namespace plumb
