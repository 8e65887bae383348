#pragma once
// The kinds of figures. One more kind is one more row of the table, with the functions that it names, and how
// scripts/drawing/general.py draws it.

#include <functional>
#include <string_view>
#include <vector>

#include "harness/paper/figure_data.hpp"
#include "harness/sets/keys.hpp"

namespace plumb {

/// What a curve is made of.
enum class CurveOf { analysis, run, runs_over_steps };

/// A row of the table.
struct FigureKind {
  std::string_view name;  // in files: "work-precision"
  CurveOf curve_of;
  std::vector<std::string> keys = {};  // of the file, beside those of all figures
  bool shows_states = false;           // else results of runs are enough, which the store may have
  std::vector<FigureColumn> (*columns)(const FigureSpec&);
  Table (*data)(const FigureSpec&, const FigureParts&);
  /// Cells whose motions the table wants certified at their horizons, each motion once. Null: it wants none.
  std::vector<ResolvedCell> (*certified)(const FigureSpec&) = nullptr;
  /// What a file must say; throws UsageError at its place. Null: nothing beyond the curves.
  void (*check)(const FigureSpec&, const Keys& file) = nullptr;
  /// Where an analysis is made, and its points for one curve; unset: the kind has none.
  std::vector<double> (*grid)(const Keys& file) = nullptr;
  std::vector<CurvePoint> (*analysed)(const FigureSpec&, const Curve&) = nullptr;
};

/// The kind that a file names; throws UsageError at its place.
const FigureKind& figure_kind(const Keys& file);

}  // namespace plumb
