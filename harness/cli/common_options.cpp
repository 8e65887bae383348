#include "harness/cli/common_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <thread>

#include "harness/api/conduct.hpp"
#include "harness/cli/command_tree.hpp"
#include "harness/schedule/isolation.hpp"
#include "harness/store/store.hpp"

namespace plumb {
namespace {

constexpr std::uint64_t least_memory = 1'000'000;  // least limit [bytes]; in a smaller one the unit is probably missing

std::string is_memory(const std::string& text) {
  const auto bytes = bytes_from_text(text);
  if (!bytes) return text + " is not allowed: a size such as 512MB or 2GiB";
  return *bytes >= least_memory ? "" : text + " is not allowed: at least 1MB; without a unit it is a number of bytes";
}

/// Returns the number in a text. None if the text is not a whole number that fits an int.
std::optional<int> whole_number(const std::string& text) {
  int number = 0;
  const auto* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) return {};
  return number;
}

std::string is_number_of_jobs(const std::string& text) {
  const auto jobs = whole_number(text);
  return jobs && *jobs >= 1 && *jobs <= most_jobs ? "" : fmt::format("{} is not allowed: 1 to {}", text, most_jobs);
}

}  // namespace

std::string is_count(const std::string& text) {
  const auto count = whole_number(text);
  return count && *count >= 0 ? "" : fmt::format("{} is not allowed: a whole number from 0 on", text);
}

void add_store(CLI::App& verb, std::string& store, const std::string& usage) {
  verb.add_option("--store", store, "the store of results: " + usage)->type_name("FILE.db")->check(is_store_path);
}

void add_out(CLI::App& verb, std::string& path, const std::string& usage) {
  verb.add_option("--out", path, "where files are written: " + usage)->type_name("PATH")->check(is_path);
}

void add_jobs(CLI::App& verb, int& jobs) {
  verb.add_option("-j,--jobs", jobs, "number of runs at the same time; default: all cores")
      ->type_name("N")
      ->check(is_number_of_jobs);
}

void add_total_timeout(CLI::App& verb, std::optional<double>& timeout) {
  verb.add_option("--total-timeout", timeout, "seconds that the whole call may take; exit code 124")
      ->type_name("S")
      ->check([](const std::string& text) {
        return std::strtod(text.c_str(), nullptr) > 0 ? "" : text + " is not allowed: it must be greater than 0 s";
      });
}

void add_memory(CLI::App& verb, std::optional<std::uint64_t>& bytes) {
  verb.add_option_function<std::string>(
          "--memory", [&bytes](const std::string& text) { bytes = bytes_from_text(text); },
          "memory that one isolated cell may take: 512MB, 2GiB; default: 80 % of the free memory")
      ->type_name("SIZE")
      ->check(is_memory);
}

CLI::Option* add_json(CLI::App& verb, bool& json, const std::string& shape) {
  auto* option = verb.add_flag("--json", json, "print JSON: " + shape);
  if (auto* format = verb.get_option_no_throw("--format")) option->excludes(format);
  return option;
}

void add_history_file(CLI::App& verb, std::string& path, const std::string& usage) {
  verb.add_option("--history", path, "the history of checks: " + usage)->type_name("FILE.db")->check(is_path);
}

void add_columns(CLI::App& verb, std::vector<std::string>& columns) {
  verb.add_option("--columns", columns,
                  "print only these columns, in this order; not for json. Allowed are names of columns of csv, or "
                  "patterns such as 'end.*'")
      ->type_name("NAME,..")
      ->delimiter(',');
}

void require_columns_of_a_table(const std::vector<std::string>& columns, const std::string& format) {
  constexpr const char* tables[] = {"text", "md", "latex", "csv", "units"};
  if (columns.empty() || std::ranges::count(tables, format) != 0) return;
  throw UsageError(fmt::format("--columns: {} has no columns; text, md, latex, csv and units have columns", format));
}

void add_row_limit(CLI::App& verb, RowLimit& rows) {
  verb.add_option("--limit", rows.most, "largest number of rows; default: 20")->type_name("N")->check(is_count);
  verb.add_flag("--all", rows.all, "print all rows");
}

void add_plot(CLI::App& verb, std::string& path, const std::string& usage) {
  verb.add_option("--plot", path, "draw pictures: " + usage)->type_name("PATH")->check(is_path);
}

void add_format(CLI::App& verb, std::string& format, const std::string& more) {
  verb.add_option("--format", format,
                  fmt::format("text, md, latex, csv, json, or units (of the columns of csv); default: {}{}{}", format,
                              more.empty() ? "" : "; ", more))
      ->type_name("NAME");
}

std::string is_path(const std::string& path) { return path.empty() ? "'' names no file" : ""; }

std::string is_store_path(const std::string& path) {
  return is_persistent(path) ? "" : "'" + path + "' stores nothing; give the path of a file";
}

int all_cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

}  // namespace plumb
