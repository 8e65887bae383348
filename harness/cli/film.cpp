#include "harness/cli/film.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "problems/catalogue.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

constexpr std::size_t most_points = 200'000;  // of all frames: some 3 MB of text

/// The states in the coordinates that the problem is drawn in.
class DrawnMotion {
 public:
  DrawnMotion(const ResolvedCell& cell, const SampledStates& states) : cell_(cell), states_(states) {
    const auto& problem = cell.problem();
    if (&cell.formulation() != problem.minimal() || !problem.in_double.embed) return;
    const auto has_others = [&](const Formulation& f) { return f.coordinates != cell.formulation().coordinates; };
    const auto found = std::ranges::find_if(problem.formulations, has_others);
    if (found != problem.formulations.end()) embedding_ = &*found;
  }

  /// None at a state that is not finite.
  std::vector<Stroke> strokes(std::size_t row) const {
    return strokes(states_.t[row], {row_of(states_.q, row), row_of(states_.v, row)});
  }
  /// At t = 0, which samples may leave out.
  std::vector<Stroke> first_strokes() const {
    const auto start = cell_.problem().in_double.initial(cell_.data(), cell_.formulation());
    return strokes(0, {start.q, start.v});
  }

 private:
  std::vector<Stroke> strokes(double t, Configuration<double> x) const {
    const auto& problem = cell_.problem();
    if (!x.q.allFinite()) return {};
    if (embedding_) x = problem.in_double.embed(cell_.data(), *embedding_, t, x);
    const auto& coordinates = (embedding_ ? *embedding_ : cell_.formulation()).coordinates;
    auto out = problem.drawing.strokes(cell_.data(), coordinates, t, x.q);
    const auto is_finite = [](const DrawnPoint& point) { return point.allFinite(); };
    for (const auto& stroke : out)
      if (!std::ranges::all_of(stroke.points, is_finite)) return {};
    return out;
  }

  static Vec<double> row_of(const StateRows& rows, std::size_t row) {
    const auto size = static_cast<Eigen::Index>(rows.columns);
    return Eigen::Map<const Vec<double>>(rows.numbers.data() + row * rows.columns, size);
  }

  const ResolvedCell& cell_;
  const SampledStates& states_;
  const Formulation* embedding_ = nullptr;
};

/// The rows whose times are nearest to equidistant ones.
std::vector<std::size_t> chosen_rows(const std::vector<double>& t, std::size_t most) {
  std::vector<std::size_t> out;
  const std::size_t intervals = std::min(t.size(), most) - 1;
  std::size_t row = 0;
  for (std::size_t k = 0; k <= intervals; ++k) {
    const double part = static_cast<double>(k) / static_cast<double>(intervals);
    const double wanted = t.front() + (t.back() - t.front()) * part;
    while (row + 1 < t.size() && std::abs(t[row + 1] - wanted) <= std::abs(t[row] - wanted)) ++row;
    if (out.empty() || row > out.back()) out.push_back(row);
  }
  return out;
}

std::size_t count_points(const std::vector<Stroke>& strokes) {
  std::size_t out = 0;
  for (const auto& stroke : strokes) out += stroke.points.size();
  return out;
}

}  // namespace

void require_drawing(const ResolvedCell& cell) {
  if (cell.problem().drawing.strokes) return;
  std::vector<std::string> drawn;
  for (const auto& problem : problems())
    if (problem.drawing.strokes) drawn.push_back(problem.name);
  throw UsageError(
      fmt::format("--animate: {} has no picture; these have: {}", cell.problem().name, fmt::join(drawn, ", ")));
}

Film film_of(const ResolvedCell& cell, const SampledStates& states, std::size_t most_frames) {
  Film out{.view = cell.problem().drawing.view};
  if (states.t.size() < 2) return out;
  const DrawnMotion motion(cell, states);
  for (const auto& stroke : motion.strokes(0))
    if (stroke.kind == StrokeKind::upwards) out.up = stroke.points[1] - stroke.points[0];
  if (states.t.front() > 0) {
    out.t.push_back(0);
    out.strokes.push_back(motion.first_strokes());
  }
  const auto points = std::max<std::size_t>(1, count_points(motion.strokes(0)));
  const auto frames = std::clamp<std::size_t>(most_points / points, 2, most_frames);
  for (const auto row : chosen_rows(states.t, frames)) {
    auto strokes = motion.strokes(row);
    if (strokes.empty()) break;
    out.t.push_back(states.t[row]);
    out.strokes.push_back(std::move(strokes));
  }
  return out;
}

}  // namespace plumb
