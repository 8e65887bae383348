#pragma once
// Pictures of `plumb analyze --plot`: regions of stability, order stars, amplitude decay, period elongation and
// spectral radius of one or several methods. Computed here, drawn by scripts/analysis.py with what draws figures of
// papers.

#include <string>

#include "methods/analysis/analysis.hpp"
#include "text/json.hpp"

namespace plumb {

/// What the pictures show of a method.
struct PlottedMethod {
  Json data = {};
};

/// Regions on grids of z = λh and curves over Ω. A method with coefficients has the region of its formula; another one
/// that of its stepper, on a coarse grid of the left half plane.
PlottedMethod plotted_curves(const Method& method, const Parameters& parameters, const AnalysisOptions& options);

/// The region alone, of the formula, as small pages want it: 61 rows of 101 values of |R| over the upper half plane,
/// four digits, 10 at most. Null: the method has no coefficients.
Json stability_region(const Method& method, const Parameters& parameters);

/// Methods as they are added, all in each picture.
class StabilityPlot {
 public:
  /// `path`: FILE.svg, .pdf or .png for all pictures on a page, or a folder for each as SVG and PDF; empty: nothing is
  /// drawn. Throws UsageError if the file is of another kind or must not be replaced.
  explicit StabilityPlot(std::string path);

  bool wanted() const { return !path_.empty(); }
  void add(const std::string& name, const PlottedMethod& method);
  /// Throws std::runtime_error if there is no program that draws.
  void draw() const;

 private:
  std::string path_;
  Json methods_ = Json::array();
};

}  // namespace plumb
