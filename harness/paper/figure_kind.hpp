#pragma once
// The kinds of figures. A new kind requires a new row, the functions that the row names, and a plot in
// scripts/drawing/general.py.

#include <functional>
#include <string_view>
#include <vector>

#include "harness/paper/figure_data.hpp"
#include "harness/sets/keys.hpp"

namespace plumb {

/// Source of a curve.
enum class CurveOf { analysis, run, runs_over_steps };

/// A row of the table of kinds.
struct FigureKind {
  std::string_view name;  // name in files: "work-precision"
  CurveOf curve_of;
  std::vector<std::string> keys = {};  // keys in the file, in addition to the keys of all figures
  /// Returns whether the table needs the states of runs. Null: their results are enough, and may come from the store.
  bool (*shows_states)(const FigureSpec&) = nullptr;
  std::vector<FigureColumn> (*columns)(const FigureSpec&);
  Table (*data)(const FigureSpec&, const FigureParts&);
  /// Returns the cells whose motions must be certified up to their end times, each motion once. Null: no cells.
  std::vector<ResolvedCell> (*certified)(const FigureSpec&) = nullptr;
  /// Checks the required keys of a file; throws UsageError with their location. Null: only the curves are required.
  void (*check)(const FigureSpec&, const Keys& file) = nullptr;
  /// `grid` returns the arguments of an analysis, and `analysed` the points of one curve. Null: the kind has no
  /// analysis.
  std::vector<double> (*grid)(const Keys& file) = nullptr;
  std::vector<CurvePoint> (*analysed)(const FigureSpec&, const Curve&) = nullptr;
};

/// Returns the kind that a file names. Throws UsageError with its location.
const FigureKind& figure_kind(const Keys& file);

}  // namespace plumb
