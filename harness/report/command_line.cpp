#include "harness/report/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "harness/cell/setting.hpp"
#include "text/number_text.hpp"
#include "text/selector.hpp"

namespace plumb {
namespace {

/// Returns the settings of the cell that are not at their defaults, with their values.
std::vector<std::pair<const Setting*, std::string>> changed(const Cell& cell) {
  Cell usual;
  usual.samples = default_samples;
  std::vector<std::pair<const Setting*, std::string>> out;
  for (const auto& setting : settings()) {
    if (setting.name == "t_end") continue;  // every cell contains t_end
    const auto value = setting.json(cell);
    if (value == setting.json(usual) || value.is_null()) continue;
    out.emplace_back(&setting, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return out;
}

/// Returns `shown`, the text NAME(PARAMETERS), as a selector for the command line: the name is quoted if necessary.
std::string selector(const std::string& name, std::string_view shown) {
  if (!shown.starts_with(name)) return std::string(shown);
  return Spec{name, {}}.text().append(shown.substr(name.size()));
}

}  // namespace

std::string shell_word(std::string_view text) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("@%+=:,./_-").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string changed_settings(const Cell& cell) {
  std::string out;
  for (const auto& [setting, value] : changed(cell))
    out += fmt::format("{}{}={}", out.empty() ? "" : ", ", setting->name, value);
  return out;
}

std::string command_line(const Cell& cell, std::string_view problem, std::string_view method) {
  auto out = fmt::format("plumb run -p {} -f {} -m {} -s {} --t-end {}", shell_word(selector(cell.problem, problem)),
                         shell_word(with_parameters(cell.formulation, cell.formulation_parameters)),
                         shell_word(selector(cell.method, method)), shell_word(normalized_number(cell.step)),
                         shell_word(normalized_number(cell.t_end)));
  for (const auto& [setting, value] : changed(cell))
    out += fmt::format(" --{} {}", setting->option(), shell_word(value));
  return out;
}

}  // namespace plumb
