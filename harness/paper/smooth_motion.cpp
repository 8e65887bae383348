#include "harness/paper/smooth_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumb {
namespace {

constexpr double of_the_range = 1. / 5000;
constexpr std::size_t least_intervals = 400, most_points = 50'000;
constexpr int deepest = 10;  // limit of successive subdivisions of an interval

struct Point {
  quad t;
  std::optional<Sample<quad>> state = {};
  std::vector<double> values = {};  // values of the outputs; empty if the reference is lost
};

class Refinement {
 public:
  Refinement(SampleView& of, const std::vector<std::string>& shown) : view(of), outputs(shown) {}

  CertifiedMotion operator()(const std::vector<quad>& times) {
    std::vector<Point> coarse = points_at(times);
    tolerances = tolerances_of(coarse);
    points = {coarse.front()};
    for (std::size_t i = 1; i < coarse.size(); ++i) refine(coarse[i - 1], coarse[i], deepest);
    CertifiedMotion out;
    for (auto& point : points) {
      out.t.push_back(point.t);
      out.states.push_back(std::move(point.state));
    }
    return out;
  }

 private:
  Point at(const quad& t) {
    Point out{.t = t, .state = view.exact(t)};
    if (out.state)
      for (const auto& output : outputs) out.values.push_back(static_cast<double>(view.of(output, *out.state)));
    return out;
  }

  std::vector<Point> points_at(const std::vector<quad>& times) {
    const std::size_t intervals = times.size() - 1, parts = (least_intervals + intervals - 1) / intervals;
    std::vector<Point> out;
    for (std::size_t i = 0; i < times.size(); ++i) {
      for (std::size_t k = 1; i > 0 && k < parts; ++k)
        out.push_back(at(times[i - 1] + (times[i] - times[i - 1]) * k / parts));
      out.push_back(at(times[i]));
    }
    return out;
  }

  /// Returns for each output the largest invisible distance from a line: a part of its range, but at least the rounding
  /// of the coordinates.
  std::vector<double> tolerances_of(const std::vector<Point>& coarse) {
    std::vector<double> out;
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      double least = std::numeric_limits<double>::infinity(), most = -least, smallest = 0;
      for (const auto& point : coarse) {
        if (point.values.empty()) continue;
        least = std::min(least, point.values[k]);
        most = std::max(most, point.values[k]);
        smallest = std::max(smallest, static_cast<double>(view.rounding(outputs[k], *point.state)));
      }
      out.push_back(std::max(of_the_range * (most - least), smallest));
    }
    return out;
  }

  bool is_near_line(const Point& first, const Point& between, const Point& last) const {
    const double part = static_cast<double>(quad((between.t - first.t) / (last.t - first.t)));
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const double on_line = first.values[k] + part * (last.values[k] - first.values[k]);
      if (std::abs(between.values[k] - on_line) > tolerances[k]) return false;
    }
    return true;
  }

  // Adds the points after `first` up to and including `last`. The interval is divided into thirds, because an S-shaped
  // curve crosses the line in the middle.
  void refine(const Point& first, const Point& last, int depth) {
    if (depth > 0 && points.size() < most_points && !first.values.empty() && !last.values.empty()) {
      const quad third = (last.t - first.t) / 3;
      const auto one = at(first.t + third), other = at(last.t - third);
      if (!is_near_line(first, one, last) || !is_near_line(first, other, last)) {
        refine(first, one, depth - 1);
        refine(one, other, depth - 1);
        refine(other, last, depth - 1);
        return;
      }
    }
    points.push_back(last);
  }

  SampleView& view;
  const std::vector<std::string>& outputs;
  std::vector<double> tolerances;  // tolerance of each output
  std::vector<Point> points;
};

}  // namespace

CertifiedMotion smooth_motion(SampleView& view, const std::vector<std::string>& outputs,
                              const std::vector<quad>& times) {
  if (times.size() < 2) return {};
  return Refinement(view, outputs)(times);
}

}  // namespace plumb
