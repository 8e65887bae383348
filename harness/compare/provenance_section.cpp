// Section with the provenance of the page, so that a reader can reproduce it.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/compare/page.hpp"
#include "harness/run/build_info.hpp"
#include "harness/run/environment.hpp"
#include "text/number_text.hpp"

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

/// Returns the settings that the command does not contain: errors, limit of a run, problems with their end times.
std::string settings_words(const CampaignPlan& plan) {
  std::vector<std::string> errors, arenas;
  for (const auto error : plan.accuracies) errors.push_back(shortest(error));
  for (const auto& arena : plan.arenas) arenas.push_back(fmt::format("{} to {} s", arena.name(), arena.t_end));
  return fmt::format("errors {}; runs expected to take at most {} s; {}", fmt::join(errors, ", "),
                     shortest(plan.longest_run), fmt::join(arenas, ", "));
}

}  // namespace

std::string command_of(const ComparisonSettings& settings) {
  std::string out = "plumb compare";
  for (const auto& method : settings.methods) out += " " + quoted(method);
  out += listed("--beside", settings.beside) + listed("--on", settings.problems);
  if (settings.quick) out += " --quick";
  if (settings.timed) out += " --timed";
  return out;
}

std::vector<std::pair<std::string, std::string>> provenance(const CampaignPlan& plan, const std::string& command) {
  const auto environment = current_environment();
  return {{"version", fmt::format("plumb {}", build_info().version)},
          {"commit", std::string(build_info().commit)},
          {"date", text_or_unknown(environment["date"]).substr(0, std::string_view("2026-01-31").size())},
          {"machine", text_or_unknown(environment["cpu"])},
          {"compiler", std::string(build_info().compiler)},
          {"command", command.empty() ? "unknown" : command},
          {"settings", settings_words(plan)}};
}

Section provenance_section(const Subjects& subjects) {
  Section out{.id = "provenance", .table = {.columns = {{"made by"}, {""}}, .rows = {}}};
  for (const auto& [fact, value] : provenance(subjects.campaign().plan, subjects.command))
    out.table.rows.push_back({fact, value});
  return out;
}

}  // namespace plumb
