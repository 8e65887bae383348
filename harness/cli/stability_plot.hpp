#pragma once
// Pictures of `plumb analyze --plot`: regions of stability, order stars, amplitude decay, period elongation and
// spectral radius of one or several methods (api/stability_curves.hpp). They are drawn by scripts/analysis.py.

#include <string>

#include "text/json.hpp"

namespace plumb {

/// Draws all added methods together in each picture.
class StabilityPlot {
 public:
  /// `path` is FILE.svg, .pdf or .png for all pictures on one page, or a folder, for separate SVG and PDF files. If it
  /// is empty, nothing is drawn. Throws UsageError if the file has another extension or must not be replaced.
  explicit StabilityPlot(std::string path);

  bool wanted() const { return !path_.empty(); }
  /// `curves` are the data of stability_curves().
  void add(const std::string& name, const Json& curves);
  /// Draws the pictures. Throws std::runtime_error if Python or matplotlib is missing.
  void draw() const;

 private:
  std::string path_;
  Json methods_ = Json::array();
};

}  // namespace plumb
