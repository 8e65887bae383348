#pragma once
// A table of a paper contains, for each printed number, the quantity that reproduces it. The quantity is measured and
// judged.
//
//   schema = 1
//   title = "..."
//   notes = ["..."]                texts printed below the table
//   [common]    keys shared by all entries: keys of a quantity (quantity.hpp) and `note`, `judged`, `unprinted`
//   [[rows]]    row = "h=1e-3", with the keys of that row
//   [[columns]] column = "alpha=1", with the keys of that column
//   [[entries]] row and column, with the keys of one number
//
// Each block is a view of a set of runs (harness/sets/named_sets.hpp): a row = "h={step}" with step = ["1e-2", "5e-3"]
// is two rows.
//
// Later blocks override earlier ones. Every printed number must have a row and a column. Combinations without a printed
// number are left out, unless they are marked `unprinted = true`: these are measured and printed, never judged. An
// entry with neither a printed number nor this mark is an error.

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
  RepeatQuantities repeats;  // repeat runs that measure the errors due to rounding and Newton tolerance
  bool judged = true;        // false: shown with the published value, but not compared
  std::string note;
};

struct TableSpec {
  std::string paper, item, title;
  std::vector<TableEntry> entries;  // entries in the order of the printed values, then of the rows
  std::vector<std::string> notes = {};
};

/// Reads a table. Throws UsageError with the location in the file.
TableSpec table_spec(const std::string& item, const std::filesystem::path& file, const Paper& paper);

struct JudgedEntry {
  Printed printed;
  std::optional<double> measured = {}, ratio = {};
  std::string word = {};  // measured word, if the quantity is not a number
  Verdict verdict = Verdict::not_run;
  std::string note = {};
  bool incomplete = false;                     // whether a required result is missing
  bool is_timing = false;                      // whether it is a run time, measured once: two digits are significant
  std::optional<double> reference_until = {};  // if a value is missing because the reference ends: this end [s]
  std::vector<std::string> cells = {};         // ids of the runs from which the number is computed
};

/// Judges an entry with verdict "differs" again, with the values of its repeat runs (none: a repeat run is missing) and
/// the estimates of its uncertainty.
void judge_by_floor(JudgedEntry& entry, const std::optional<RepeatRuns>& repeats, const Uncertainty& estimated);

/// Returns the quantities to measure for a table. Entries marked `full` are left out unless `full` is true.
std::vector<const Quantity*> needs(const TableSpec& table, bool full);
/// Returns the verdicts on the measured quantities.
std::vector<JudgedEntry> judged(const TableSpec& table, Laboratory& laboratory, bool full);
/// Returns the repeat runs and uncertainties that must be measured to decide whether differences are due to rounding or
/// to the Newton tolerance.
Needs floors_needed(const TableSpec& table, const std::vector<JudgedEntry>& entries);
/// Judges the entries with verdict "differs" again, after `floors_needed` is measured.
void judge_by_floors(const TableSpec& table, std::vector<JudgedEntry>& entries, Laboratory& laboratory);

Table printable(const TableSpec& spec, const std::vector<JudgedEntry>& entries);
Json to_json(const JudgedEntry& entry);

}  // namespace plumb
