#pragma once
// A nightly check compares items: a measurement with its name, the command that repeats it, and a result in parts.
//
// All measurements create items, and check.hpp depends on items only.

#include <optional>
#include <string>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

/// The kinds of items, each with a separate file in results/baselines, in the order of the findings: first runs, then
/// results derived from runs, then properties of coefficients.
inline constexpr std::string_view areas[] = {"cells", "orders", "papers", "references", "analysis", "times"};

struct Item {
  std::string area;     // area of the item, an element of `areas`
  std::string id = {};  // 16 hexadecimal digits of a hash of all inputs of the result
  // Parameters with default values are omitted. Empty: the item has none.
  std::string problem = {}, formulation = {}, method = {};
  std::string settings = {};  // further settings: "h=0.01 t=0.16"
  Json result = nullptr;      // parts of the result by name: single values, or values by name; null: no result
  std::optional<ResolvedCell> cell = {};  // measured cell, if the item is one run
  // Shell command that repeats the measurement. Empty: `plumb check` with the names repeats it.
  std::string command = {};

  /// Returns a title like "pendulum index3 bdf2 h=0.01 t=0.16".
  std::string title() const;
  /// Returns `command`, or the command of a check that measures only the items with these names.
  std::string repeated_by() const;
};

/// Returns 16 hexadecimal digits of the hash of a text.
std::string id_of_text(std::string_view text);

/// Returns a word quoted so that a shell reads it unchanged.
std::string in_shell(const std::string& word);

/// Returns the id of a cell without the contents of the files of its method and problem, because results before and
/// after a change of these files are compared.
std::string id_of_request(const ResolvedCell& cell);

/// Returns the axes of `plumb run` and `plumb order` that name the cells. They differ only in their steps.
std::string axes_in_shell(const std::vector<ResolvedCell>& cells);

/// Returns a run as an item: its status and, if that is ok, its metrics with `error_digits` digits, counters, final
/// state and bits.
Item item_of_run(const ResolvedCell& cell, const std::optional<RunResult>& run);

/// Number of digits stored for an error.
inline constexpr int error_digits = 4;

}  // namespace plumb
