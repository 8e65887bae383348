#pragma once
// A paper's table has, for each printed number, the quantity that reproduces it. That is measured and judged.
//
//   schema = 1
//   title = "..."
//   notes = ["..."]                below the table
//   [common]    what all entries share: keys of a quantity (quantity.hpp) and `note`, `judged`, `unprinted`
//   [[rows]]    row = "h=1e-3", with the keys of that row
//   [[columns]] column = "alpha=1", with the keys of that column
//   [[entries]] row and column, with the keys of one number
//
// Each block is a view of a set of runs (harness/sets/named_sets.hpp): a row = "h={step}" with step = ["1e-2", "5e-3"]
// is two rows.
//
// Later blocks override earlier ones. Every printed number needs its row and column. Combinations that are not printed
// are left out, unless they are marked `unprinted = true`: these are measured and shown, never judged. An entry that is
// neither printed nor marked is refused.

#include <optional>
#include <string>
#include <vector>

#include "harness/judge/verdict.hpp"
#include "harness/paper/laboratory.hpp"
#include "text/json.hpp"
#include "text/table.hpp"

namespace plumb {

struct TableEntry {
  Printed printed;
  Quantity quantity;
  TwinQuantities twins;  // they separate rounding and what Newton's tolerance leaves from the method's own error
  bool judged = true;    // false: shown beside the printed value, never compared
  std::string note;
};

struct TableSpec {
  std::string paper, item, title;
  std::vector<TableEntry> entries;  // in the order of the printed values, then of the rows
  std::vector<std::string> notes = {};
};

/// Reads a table. Throws UsageError at the place in the file.
TableSpec table_spec(const std::string& item, const std::filesystem::path& file, const Paper& paper);

struct JudgedEntry {
  Printed printed;
  std::optional<double> measured = {}, ratio = {};
  std::string word = {};  // what was measured, if the quantity is not a number
  Verdict verdict = Verdict::not_run;
  std::string note = {};
  bool incomplete = false;                     // it should have a result and has none
  bool is_timing = false;                      // it comes from one run, so two digits of it mean something
  std::optional<double> reference_until = {};  // s, if nothing is measured because the reference ends there
  std::vector<std::string> cells = {};         // ids of the runs that the number is made of
};

/// Judges an entry that differs again, by what its twins gave (none: one did not run) and by its other uncertainties.
void judge_by_floor(JudgedEntry& entry, const std::optional<Twins>& twins, const Uncertainty& estimated);

/// Returns what has to be measured for a table. Entries marked `full` are left out unless `full` is true.
std::vector<const Quantity*> needs(const TableSpec& table, bool full);
/// Returns the verdicts on what has been measured.
std::vector<JudgedEntry> judged(const TableSpec& table, Laboratory& laboratory, bool full);
/// Returns what decides whether a difference is rounding, or what Newton's tolerance leaves: the twins, and the
/// uncertainties of the numbers.
Needs floors_needed(const TableSpec& table, const std::vector<JudgedEntry>& entries);
/// Judges the entries that differ again, by these.
void judge_by_floors(const TableSpec& table, std::vector<JudgedEntry>& entries, Laboratory& laboratory);

Table printable(const TableSpec& spec, const std::vector<JudgedEntry>& entries);
Json to_json(const JudgedEntry& entry);

}  // namespace plumb
