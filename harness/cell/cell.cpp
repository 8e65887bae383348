#include "harness/cell/cell.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "harness/cell/setting.hpp"
#include "harness/cell/short_name.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/step_count.hpp"

namespace plumb {

std::string newton_choices(const Cell& cell) {
  std::vector<std::string> choices;
  if (cell.newton_test != "increment") choices.push_back(cell.newton_test);
  if (cell.newton_norm != "max") choices.push_back(cell.newton_norm);
  if (cell.newton_max != 0) choices.push_back(fmt::format("at most {}", cell.newton_max));
  return choices.empty() ? "" : fmt::format(" ({})", fmt::join(choices, ", "));
}

std::string with_parameters(std::string_view name, std::string_view parameters) {
  return parameters.empty() ? std::string(name) : fmt::format("{}({})", name, parameters);
}

namespace {

void require_window(const std::string& from, std::string_view t_begin, const std::string& t_end) {
  const auto time = number_from_text<quad>(from);
  if (!(time > number_from_text<quad>(t_begin)))
    throw out_of_range("errors_from: {} is not after the start, {} s", from, t_begin).of("errors_from");
  if (!(time < number_from_text<quad>(t_end)))
    throw out_of_range("errors_from: {} is not before the horizon, {} s", from, t_end).of("errors_from");
}

}  // namespace

void check_settings(const Cell& cell) {
  Cell copy = cell;
  for (const auto& setting : settings())
    if (const auto value = setting.json(cell); !value.is_null()) setting.from_json(copy, value);
}

std::int64_t steps(const Cell& cell, std::string_view t_begin) {
  if (t_begin != "0" && !(number_from_text<quad>(cell.t_end) > number_from_text<quad>(t_begin)))
    throw out_of_range("t_end: {} is not after the start, {} s", cell.t_end, t_begin).of("t_end");
  const auto horizon = duration(t_begin, cell.t_end);
  const auto out = cell.ends_beyond ? steps_beyond(horizon, cell.step) : step_count(horizon, cell.step);
  if (cell.errors_from) require_window(*cell.errors_from, t_begin, cell.t_end);
  return out;
}

namespace {

struct Member {
  std::string_view name;
  Json (*json)(const Cell&);
  bool omits_null = false;
};

/// Returns the members of a cell's JSON object. Numbers are normalised.
const std::vector<Member>& members() {
  static const auto out = [] {
    std::vector<Member> all = {
        {"problem", [](const Cell& c) { return Json(c.problem); }},
        {"problem_parameters", [](const Cell& c) { return Json(normalized_parameters(c.problem_parameters)); }},
        {"formulation", [](const Cell& c) { return Json(c.formulation); }},
        {"formulation_parameters", [](const Cell& c) { return Json(normalized_parameters(c.formulation_parameters)); }},
        {"method", [](const Cell& c) { return Json(c.method); }},
        {"method_parameters", [](const Cell& c) { return Json(normalized_parameters(c.method_parameters)); }},
        {"step", [](const Cell& c) { return Json(normalized_number(c.step)); }}};
    for (const auto& setting : settings()) all.push_back({setting.name, setting.json, setting.omits_null});
    return all;
  }();
  return out;
}

/// Calls visit(name, value) with each member of `all` that the JSON of this cell contains.
template <class Visit>
void visit_members(const std::vector<Member>& all, const Cell& cell, const Visit& visit) {
  for (const auto& member : all)
    if (auto value = member.json(cell); !member.omits_null || !value.is_null()) visit(member.name, std::move(value));
}

/// Appends a value as JSON. Most values are texts without escapes; these are copied directly, because the JSON library
/// is slow.
void append(std::string& out, const Json& value) {
  constexpr auto is_plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
  const auto* text = value.get_ptr<const std::string*>();
  if (text && std::ranges::all_of(*text, is_plain))
    out.append(1, '"').append(*text).append(1, '"');
  else
    out += value.dump();
}

}  // namespace

Json to_json(const Cell& cell) {
  Json out = Json::object();
  visit_members(members(), cell, [&](std::string_view name, Json value) { out[std::string(name)] = std::move(value); });
  return out;
}

Cell cell_from_json(const Json& json) try {
  Cell cell;
  json.at("problem").get_to(cell.problem);
  json.at("problem_parameters").get_to(cell.problem_parameters);
  json.at("formulation").get_to(cell.formulation);
  json.at("formulation_parameters").get_to(cell.formulation_parameters);
  json.at("method").get_to(cell.method);
  json.at("method_parameters").get_to(cell.method_parameters);
  json.at("step").get_to(cell.step);
  for (const auto& setting : settings())
    if (!setting.omits_null || json.contains(setting.name)) setting.from_json(cell, json.at(std::string(setting.name)));
  return cell;
} catch (const Json::exception& e) {
  throw FormatError(fmt::format("not a cell: {}", plain_message(e)));
} catch (const UsageError& e) {
  throw FormatError(fmt::format("not a cell: {}", e.what()));
}

std::string canonical_json(const Cell& cell) try {
  static const auto sorted = [] {
    auto all = members();
    std::ranges::sort(all, {}, &Member::name);
    return all;
  }();
  std::string out;
  visit_members(sorted, cell, [&](std::string_view name, const Json& value) {
    out.append(out.empty() ? "{\"" : ",\"").append(name).append("\":");
    append(out, value);
  });
  return out + "}";
} catch (const Json::type_error&) {
  throw malformed("a name or parameter of the cell is not valid UTF-8");
}

std::string id(const Cell& cell) {
  const std::string text = canonical_json(cell);
  return fmt::format("{:016x}", XXH3_128bits(text.data(), text.size()).high64);
}

std::string title(const Cell& cell) {
  const auto named = [](const auto& name, const auto& parameters) {
    return with_parameters(name, normalized_parameters(parameters));
  };
  auto out = fmt::format("{} {} {} {}", named(cell.problem, cell.problem_parameters),
                         named(cell.formulation, cell.formulation_parameters),
                         named(cell.method, cell.method_parameters), short_settings(cell));
  if (cell.samples != default_samples) out += fmt::format(" samples={}", cell.samples);
  return out;
}

}  // namespace plumb
