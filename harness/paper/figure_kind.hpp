#pragma once
// This table lists the kinds of figures. One more kind needs one more row, the functions that the row names, and the
// way in which scripts/drawing/general.py draws it.

#include <functional>
#include <string_view>
#include <vector>

#include "harness/paper/figure_data.hpp"
#include "harness/sets/keys.hpp"

namespace plumb {

/// A curve is made of one of these.
enum class CurveOf { analysis, run, runs_over_steps };

/// A row of the table of kinds.
struct FigureKind {
  std::string_view name;  // in files: "work-precision"
  CurveOf curve_of;
  std::vector<std::string> keys = {};  // keys of the file, beside those of all figures
  /// Returns whether the table needs the states of runs. Null: their results are enough, and the store may have them.
  bool (*shows_states)(const FigureSpec&) = nullptr;
  std::vector<FigureColumn> (*columns)(const FigureSpec&);
  Table (*data)(const FigureSpec&, const FigureParts&);
  /// Returns the cells whose motions the table wants certified at their horizons, each motion once. Null: it wants
  /// none.
  std::vector<ResolvedCell> (*certified)(const FigureSpec&) = nullptr;
  /// Checks what a file must say; throws UsageError at its place. Null: a file must say nothing beyond the curves.
  void (*check)(const FigureSpec&, const Keys& file) = nullptr;
  /// `grid` returns where an analysis is made, and `analysed` its points for one curve. Unset: the kind has no
  /// analysis.
  std::vector<double> (*grid)(const Keys& file) = nullptr;
  std::vector<CurvePoint> (*analysed)(const FigureSpec&, const Curve&) = nullptr;
};

/// Returns the kind that a file names. Throws UsageError at its place.
const FigureKind& figure_kind(const Keys& file);

}  // namespace plumb
