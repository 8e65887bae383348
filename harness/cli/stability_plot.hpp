#pragma once
// `plumb analyze --plot` draws regions of stability, order stars, amplitude decay, period elongation and spectral
// radius of one or several methods. They are computed here and drawn by scripts/analysis.py, with the same means as
// figures of papers.

#include <string>

#include "methods/analysis/analysis.hpp"
#include "text/json.hpp"

namespace plumb {

/// The data of the pictures for one method.
struct PlottedMethod {
  Json data = {};
};

/// Returns regions on grids of z = λh, and curves over Ω. The region of a method with coefficients is computed from its
/// formula. The region of other methods is computed with their steppers, on a coarse grid of the left half plane.
PlottedMethod plotted_curves(const Method& method, const Parameters& parameters, const AnalysisOptions& options);

/// Returns the region of the formula alone, in the size of small pages: 61 rows of 101 values of |R| over the upper
/// half plane, with four digits, at most 10. Null if the method has no coefficients.
Json stability_region(const Method& method, const Parameters& parameters);

/// Draws the methods that were added, all in each picture.
class StabilityPlot {
 public:
  /// `path` is FILE.svg, .pdf or .png for all pictures on one page, or a folder for each picture as SVG and PDF.
  /// Without a path, no picture is made. Throws UsageError if the file is of another kind or must not be replaced.
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
