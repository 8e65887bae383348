#pragma once
// What a nightly check compares: one measured thing with its name, the command that repeats it, and a result in parts.
//
// Whoever measures makes items; the judge (check.hpp) knows nothing but these.

#include <optional>
#include <string>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

/// Kinds of items, each with a file of its own below results/baselines, in the order in which findings are told: what
/// was run comes before what was derived from runs, and that before what coefficients say.
inline constexpr std::string_view areas[] = {"cells", "orders", "papers", "references", "analysis", "times"};

struct Item {
  std::string area;                                         // one of `areas`
  std::string id = {};                                      // 16 hexadecimal digits of what the result depends on
  std::string problem = {}, formulation = {}, method = {};  // without parameters at their defaults; empty: of none
  std::string settings = {};                                // what else was asked for: "h=0.01 t=0.16"
  Json result = nullptr;                  // parts by name, of which each is a value or values by name; null: none
  std::optional<ResolvedCell> cell = {};  // what is run, where that is one run
  std::string command = {};               // repeats it, ready for a shell; empty: `plumb check` with its names

  /// "pendulum index3 bdf2 h=0.01 t=0.16"
  std::string title() const;
  /// The command, or that of the check that measures nothing else than its names.
  std::string repeated_by() const;
};

/// 16 hexadecimal digits of a text.
std::string id_of_text(std::string_view text);

/// A word as a shell reads it back.
std::string in_shell(const std::string& word);

/// The id of a cell, without the contents of the files of its method and problem: what has changed there is to be
/// compared.
std::string id_of_request(const ResolvedCell& cell);

/// The axes of `plumb run` and `plumb order` that name the cells, which differ in their steps only.
std::string axes_in_shell(const std::vector<ResolvedCell>& cells);

/// A run as an item: its status and, if that is ok, its metrics with `error_digits` digits, counters, final state and
/// bits.
Item item_of_run(const ResolvedCell& cell, const std::optional<RunResult>& run);

/// Digits of an error that are kept.
inline constexpr int error_digits = 4;

}  // namespace plumb
