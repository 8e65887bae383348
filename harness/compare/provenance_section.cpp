// Section with the provenance of the page, so that a reader can reproduce it.

#include <fmt/format.h>

#include "harness/compare/page.hpp"
#include "harness/run/build_info.hpp"
#include "harness/run/environment.hpp"

namespace plumb {
namespace {

std::string text_or_unknown(const Json& fact) { return fact.is_string() ? fact.get<std::string>() : "unknown"; }

/// Returns an argument quoted for a shell.
std::string quoted(const std::string& text) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_+=:,./-";
  if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string listed(const char* option, const std::vector<std::string>& values) {
  std::string out;
  for (const auto& value : values) out += fmt::format(" {} {}", option, quoted(value));
  return out;
}

}  // namespace

std::string command_of(const ComparisonSettings& settings) {
  std::string out = "plumb compare";
  for (const auto& method : settings.methods) out += " " + quoted(method);
  out += listed("--with", settings.beside) + listed("--on", settings.problems);
  if (settings.quick) out += " --quick";
  if (settings.timed) out += " --timed";
  return out;
}

std::vector<std::pair<std::string, std::string>> provenance(const std::string& command) {
  const auto environment = current_environment();
  return {{"version", fmt::format("plumb {}", build_info().version)},
          {"commit", std::string(build_info().commit)},
          {"date", text_or_unknown(environment["date"]).substr(0, std::string_view("2026-01-31").size())},
          {"machine", text_or_unknown(environment["cpu"])},
          {"compiler", std::string(build_info().compiler)},
          {"command", command.empty() ? "unknown" : command}};
}

Section provenance_section(const Subjects& subjects) {
  Section out{.id = "provenance", .table = {.columns = {{"made by"}, {""}}, .rows = {}}};
  for (const auto& [fact, value] : provenance(subjects.command)) out.table.rows.push_back({fact, value});
  return out;
}

}  // namespace plumb
