#include "harness/cli/stability_plot.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "harness/cli/console.hpp"
#include "harness/cli/picture.hpp"
#include "text/exit_codes.hpp"
#include "text/output_file.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr const char* verb = "plumb analyze";

}  // namespace

StabilityPlot::StabilityPlot(std::string path) : path_(std::move(path)) {
  if (!wanted()) return;
  const fs::path target(path_);
  if (is_picture_name(target))
    check_output(target, picture_of(verb));
  else if (target.has_extension() && !fs::is_directory(target))
    throw UsageError(fmt::format("--plot: '{}' is not allowed: FILE.svg, .pdf or .png, or a folder", path_));
}

void StabilityPlot::add(const std::string& name, const Json& curves) {
  if (!wanted()) return;
  methods_.push_back(curves);
  methods_.back()["name"] = name;
}

void StabilityPlot::draw() const {
  if (!wanted()) return;
  const fs::path target(path_);
  std::vector<Picture> pictures;
  if (is_picture_name(target)) {
    pictures.push_back({"all", target});
  } else {
    pictures = pictures_in(picture_folder(path_), {"stability-region", "order-star", "amplitude-decay",
                                                   "period-elongation", "spectral-radius"});
  }
  draw_pictures(verb, "analysis.py", {{"methods", methods_}}, pictures);
  note(fmt::format("drawn: {}", path_));
}

}  // namespace plumb
