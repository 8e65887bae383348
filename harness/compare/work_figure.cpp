// The figure of error over cost for LaTeX, with bands of uncertainty.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/compare/latex_figure.hpp"
#include "harness/compare/section.hpp"

namespace plumb {
namespace {

/// Returns the errors of a track over their costs. The band is the uncertainty of the errors.
LatexCurve curve_of(const Subjects& subjects, const Track& track) {
  const auto& entrant = subjects.campaign().plan.entrants[track.entrant];
  LatexCurve out{.name = short_name(entrant.spec), .x = {}, .y = {}, .is_main = track.entrant == subjects.judged};
  constexpr double least_share = 1e-3;  // a band on a logarithmic axis must end above 0
  for (const auto& point : track.points) {
    if (!point.cost || *point.cost <= 0 || !(point.error > 0 && point.error <= 1)) continue;
    out.x.push_back(*point.cost);
    out.y.push_back(point.error);
    out.low.push_back(std::max(point.error - point.uncertainty, point.error * least_share));
    out.high.push_back(point.error + point.uncertainty);
  }
  return out;
}

}  // namespace

std::string work_precision_figure(const Subjects& subjects) {
  std::vector<LatexPanel> panels;
  const auto solvers = solvers_of(subjects);
  const auto& arenas = subjects.campaign().plan.arenas;
  for (std::size_t a = 0; a < arenas.size(); ++a) {
    if (!arenas[a].ranked) continue;
    LatexPanel panel{.title = arenas[a].name(), .x_label = "cost (evaluations)", .y_label = "relative error"};
    for (const auto e : solvers)
      if (const auto* track = subjects.standings.track(e, a)) panel.curves.push_back(curve_of(subjects, *track));
    panels.push_back(std::move(panel));
  }
  const auto name = short_name(subjects.entrant().spec);
  return latex_figure(
      panels,
      fmt::format("Error over cost of {} and of the best method of each family. Bands: uncertainty of the "
                  "errors (rounding, reference, Newton tolerance).",
                  name),
      fmt::format("fig:compare-{}-work-precision", latex_key(name)));
}

}  // namespace plumb
