#pragma once
// A nightly check compares items: one measured thing with its name, the command that repeats it, and a result in parts.
//
// Everything that measures makes items, and the judge (check.hpp) knows nothing else.

#include <optional>
#include <string>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

/// The kinds of items, each with a file of its own below results/baselines, in the order in which findings are told:
/// first what was run, then what was derived from runs, then what coefficients say.
inline constexpr std::string_view areas[] = {"cells", "orders", "papers", "references", "analysis", "times"};

struct Item {
  std::string area;     // one of `areas`
  std::string id = {};  // 16 hexadecimal digits of what the result depends on
  // These are without parameters at their defaults. Empty: the item has none.
  std::string problem = {}, formulation = {}, method = {};
  std::string settings = {};              // what else was asked for: "h=0.01 t=0.16"
  Json result = nullptr;                  // parts by name, of which each is a value or values by name; null: none
  std::optional<ResolvedCell> cell = {};  // the cell, if one run is measured
  // This command repeats the measurement, and is ready for a shell. Empty: `plumb check` with the names does.
  std::string command = {};

  /// Returns a title like "pendulum index3 bdf2 h=0.01 t=0.16".
  std::string title() const;
  /// Returns the command, or that of a check which measures only the items with these names.
  std::string repeated_by() const;
};

/// Returns 16 hexadecimal digits of a text.
std::string id_of_text(std::string_view text);

/// Returns a word quoted so that a shell reads it unchanged.
std::string in_shell(const std::string& word);

/// Returns the id of a cell without the contents of the files of its method and problem, because changes of these are
/// to be compared.
std::string id_of_request(const ResolvedCell& cell);

/// Returns the axes of `plumb run` and `plumb order` that name the cells. They differ only in their steps.
std::string axes_in_shell(const std::vector<ResolvedCell>& cells);

/// Returns a run as an item: its status and, if that is ok, its metrics with `error_digits` digits, counters, final
/// state and bits.
Item item_of_run(const ResolvedCell& cell, const std::optional<RunResult>& run);

/// So many digits of an error are kept.
inline constexpr int error_digits = 4;

}  // namespace plumb
