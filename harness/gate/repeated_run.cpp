#include "harness/gate/repeated_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "harness/gate/baseline.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr double infinitely_far = std::numeric_limits<double>::infinity();

/// A difference with its size in multiples of the uncertainty; at most 1: it is within the uncertainty.
struct MeasuredDifference {
  Difference what;
  Doubt doubt = {};
  double size = 0;
};

/// Returns the text of a number or a list in full. Of a list, `index` is the component.
std::string text_in_full(const Json& value, std::size_t index) {
  const auto& one = value.is_array() && index < value.size() ? value[index] : value;
  if (one.is_null()) return "none";
  if (one.is_number_float()) return shortest(one.get<double>());
  return one.is_string() ? one.get<std::string>() : one.dump();
}

/// Returns the index of the component that differs most; 0 if the values are not lists of equal length.
std::size_t component_apart(const Json& a, const Json& b) {
  if (!a.is_array() || !b.is_array() || a.size() != b.size()) return 0;
  std::size_t out = 0;
  double most = -1;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (const auto apart = distance(a[i], b[i]); a[i] != b[i] && apart > most) {
      most = apart;
      out = i;
    }
  return out;
}

std::string message_of(const MeasuredDifference& measured) {
  const auto& d = measured.what;
  const auto index = component_apart(d.before, d.after);
  auto out = d.name;
  if (d.before.is_array() && d.after.is_array()) out += fmt::format("[{}]", index + 1);
  out += fmt::format(" {} -> {}", text_in_full(d.before, index), text_in_full(d.after, index));
  if (d.digits) out += fmt::format(", {} digits agree", static_cast<int>(*d.digits));
  if (measured.doubt.bound > 0)
    out += fmt::format("; {} explains up to {}", measured.doubt.origin, significant(measured.doubt.bound, 2));
  return out;
}

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Returns whether a value is a text, or a bound instead of a measured number. Its digits may depend on the processor,
/// and no repeat run measures them.
bool is_text_or_bound(const Difference& d) {
  constexpr std::array<std::string_view, 6> parts = {
      "reason", "note", "linear_algebra", "reference_uncertainty", "reference_until", "bits"};
  constexpr std::array<std::string_view, 2> names = {"work_uncertainty", "below_uncertainty"};
  return is_one_of(parts, d.part) || is_one_of(names, d.name);
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
    out.size = same_environment ? infinitely_far : 0;
    return out;
  }
  if (d.before.is_null() && !same_environment) return out;  // a value that the recording program did not have
  const auto apart = distance(d.before, d.after);
  if (const auto known = std::isfinite(apart) ? doubt({.area = "cells", .cell = cell}, d) : std::nullopt;
      known && std::isfinite(known->bound))
    out.doubt = *known;
  if (apart != 0) out.size = out.doubt.bound > 0 ? apart / out.doubt.bound : infinitely_far;
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
                          fmt::format("status {} -> {}", text_in_full(before, 0), text_in_full(after, 0))};
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
