#pragma once
// Figures for LaTeX, drawn by PGFPlots: curves in logarithmic axes, with bands of uncertainty.

#include <string>
#include <vector>

namespace plumb {

/// A curve with an optional band between `low` and `high`, which have the same abscissas.
struct LatexCurve {
  std::string name;  // entry of the legend
  std::vector<double> x, y;
  std::vector<double> low = {}, high = {};  // band; empty: none
  bool is_step = false;                     // constant from each point to the next, as distributions are
  bool is_main = false;                     // drawn thick, in the first colour
};

struct LatexPanel {
  std::string title, x_label, y_label;
  bool is_y_logarithmic = true;  // the x axis always is
  std::vector<LatexCurve> curves = {};
};

/// Returns a `figure*` environment with two panels a line, and one legend below the last panel. Curves of the same name
/// have the same style in all panels. `label` is the key for \ref. Points that a logarithmic axis cannot show are left
/// out. Empty if no panel has a curve.
std::string latex_figure(const std::vector<LatexPanel>& panels, const std::string& caption, const std::string& label);

/// Returns a text as a key for \label: lower-case letters, digits and single dashes.
std::string latex_key(const std::string& text);

}  // namespace plumb
