#pragma once
// Options that several verbs have. Each has the same spelling, type and meaning in all verbs.
//
// A help text begins with the meaning of the option in all verbs. Details for a single verb follow after a colon.

#include <CLI/App.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumb {

/// Adds --store FILE.db, the store of results. `here` describes its use by the verb.
void add_store(CLI::App& verb, std::string& store, const std::string& usage);
/// Adds --out PATH for files that the verb writes, except results, which go to a store.
void add_out(CLI::App& verb, std::string& path, const std::string& usage);
/// Adds -j, --jobs N: the number of simultaneous runs, 1 to 1024.
void add_jobs(CLI::App& verb, int& jobs);
/// Adds --total-timeout S, after which the verb ends with exit code 124.
void add_total_timeout(CLI::App& verb, std::optional<double>& timeout);
/// Adds --memory SIZE: the memory limit for one cell [bytes].
void add_memory(CLI::App& verb, std::optional<std::uint64_t>& bytes);
/// Adds --json, and excludes it together with --format if that option was added before. `shape` describes the JSON:
/// "one object".
CLI::Option* add_json(CLI::App& verb, bool& json, const std::string& shape);
/// Adds --history FILE.db, the history of checks. `here` describes its use by the verb.
void add_history_file(CLI::App& verb, std::string& path, const std::string& usage);
/// Adds --columns NAME,..: names or patterns of columns, for `with_columns` (text/chosen_columns.hpp).
void add_columns(CLI::App& verb, std::vector<std::string>& columns);
/// Throws UsageError if columns are chosen, but the format is not a table.
void require_columns_of_a_table(const std::vector<std::string>& columns, const std::string& format);

/// The limit of the rows that a verb prints. `all` (option --all) removes it.
struct RowLimit {
  std::size_t most = 20;
  bool all = false;

  /// Returns the number of rows to print, out of `count`.
  std::size_t of(std::size_t count) const { return all ? count : std::min(most, count); }
};
/// Adds --limit N and --all.
void add_row_limit(CLI::App& verb, RowLimit& rows);

/// Adds --plot PATH. `here` describes the pictures and their files.
void add_plot(CLI::App& verb, std::string& path, const std::string& usage);
/// Adds --format NAME. The initial value of `format` is the default. `more` lists formats that only this verb has.
void add_format(CLI::App& verb, std::string& format, const std::string& more = "");

/// Returns the number of cores of this machine, at least 1.
int all_cores();

/// Check the path of a file to write. Return the error message; empty: the path is allowed.
std::string is_path(const std::string& path);
std::string is_store_path(const std::string& path);
/// Checks that a text is a whole number >= 0. Returns the error message; empty: the text is allowed.
std::string is_count(const std::string& text);

}  // namespace plumb
