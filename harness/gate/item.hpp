#pragma once
// The nightly check compares items. An item is one measurement: its names, the command that repeats it, and a result in
// parts.
//
// check.hpp compares items without knowledge of the measurements that created them.

#include <optional>
#include <string>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

/// The kinds of items. Each has a separate file in results/baselines. Findings are reported in this order.
inline constexpr std::string_view areas[] = {"cells", "orders", "papers", "references", "analysis", "times"};

struct Item {
  std::string area;     // area of the item, an element of `areas`
  std::string id = {};  // 16 hexadecimal digits of a hash of all inputs of the result
  // Names without the parameters that are at their defaults. Empty: the item has no problem, formulation or method.
  std::string problem = {}, formulation = {}, method = {};
  std::string settings = {};  // further settings: "h=0.01 t=0.16"
  Json result = nullptr;      // object of parts by name; a part is a value or an object of values; null: no result
  std::optional<ResolvedCell> cell = {};  // measured cell, if the item is one run
  // Shell command that repeats the measurement. Empty: `plumb check` with the names of the item.
  std::string command = {};

  /// Returns a title like "pendulum index3 bdf2 h=0.01 t=0.16".
  std::string title() const;
  /// Returns `command`, or the command of a check that measures only the items with these names.
  std::string repeated_by() const;
};

/// Returns 16 hexadecimal digits of the hash of a text.
std::string id_of_text(std::string_view text);

/// Returns the word, quoted for a shell if necessary.
std::string in_shell(const std::string& word);

/// Returns the cell without the hashes of its method and problem files (parameter `content`).
Cell without_content(Cell cell);

/// Returns a hash of a cell that ignores the contents of method and problem files, so that results before and after a
/// change of these files are compared.
std::string id_of_request(const ResolvedCell& cell);

/// Returns the options of `plumb run` and `plumb order` that select the cells. The cells must differ only in their
/// steps.
std::string axes_in_shell(const std::vector<ResolvedCell>& cells);

/// Returns the item for a run. Its result has the status and, if it is ok, the metrics with `error_digits` digits,
/// counters, final state and bits. nullopt: the item has no result.
Item item_of_run(const ResolvedCell& cell, const std::optional<RunResult>& run);

/// Number of significant digits with which metrics are stored.
inline constexpr int error_digits = 4;

}  // namespace plumb
