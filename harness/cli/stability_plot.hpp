#pragma once
// Pictures of `plumb analyze --plot`: regions of stability, order stars, amplitude decay, period elongation and
// spectral radius of one or several methods. The data are computed here and drawn by scripts/analysis.py.

#include <string>

#include "methods/analysis/analysis.hpp"
#include "text/json.hpp"

namespace plumb {

/// The data of the pictures for one method.
struct PlottedMethod {
  Json data = {};
};

/// Returns |R(z)| on a grid of z = λh, and curves over Ω = ωh. |R| is the spectral radius of a step for y' = λy. For a
/// method with coefficients, it is computed from its formula; for other methods by their steppers, on a coarse grid in
/// the left half plane.
PlottedMethod plotted_curves(const Method& method, const Parameters& parameters, const AnalysisOptions& options);

/// Returns only |R(z)|, on a small grid: 61 rows of 101 values over the upper half plane, with four digits and at most
/// 10. Null if the method has no coefficients.
Json stability_region(const Method& method, const Parameters& parameters);

/// Draws all added methods together in each picture.
class StabilityPlot {
 public:
  /// `path` is FILE.svg, .pdf or .png for all pictures on one page, or a folder, for separate SVG and PDF files. If it
  /// is empty, nothing is drawn. Throws UsageError if the file has another extension or must not be replaced.
  explicit StabilityPlot(std::string path);

  bool wanted() const { return !path_.empty(); }
  void add(const std::string& name, const PlottedMethod& method);
  /// Draws the pictures. Throws std::runtime_error if Python or matplotlib is missing.
  void draw() const;

 private:
  std::string path_;
  Json methods_ = Json::array();
};

}  // namespace plumb
