#include "harness/api/film.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <queue>

#include "problems/catalogue.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

constexpr std::size_t most_points = 200'000;  // limit of the points of all frames together: 3 MB of text
constexpr std::size_t most_frames = 4000;     // limit of the frames, because every stroke contains their times
constexpr double known_points = 2e6;          // limit of the points of all states, from which frames are chosen
constexpr double known_numbers = 2e7;         // limit of the numbers in all states
constexpr double of_the_page = 1. / 3600;     // largest deviation relative to the size of the picture: 1/5 px

/// Computes the strokes of a problem's drawing at configurations. Minimal coordinates are first converted to the
/// coordinates of another formulation, if the problem has this embedding.
class DrawnPoses {
 public:
  DrawnPoses(const Problem& problem, const Parameters& data, const Formulation& formulation)
      : problem_(problem), data_(data), formulation_(formulation) {
    if (&formulation != problem.minimal() || !problem.in_double.embed) return;
    const auto has_others = [&](const Formulation& f) { return f.coordinates != formulation.coordinates; };
    const auto found = std::ranges::find_if(problem.formulations, has_others);
    if (found != problem.formulations.end()) embedding_ = &*found;
  }

  /// Returns no strokes if the configuration is not finite.
  std::vector<Stroke> strokes(double t, Configuration<double> x) const {
    if (!x.q.allFinite()) return {};
    if (embedding_) x = problem_.in_double.embed(data_, *embedding_, t, x);
    const auto& coordinates = (embedding_ ? *embedding_ : formulation_).coordinates;
    auto out = problem_.drawing.strokes(data_, coordinates, t, x.q);
    const auto is_finite = [](const DrawnPoint& point) { return point.allFinite(); };
    for (const auto& stroke : out)
      if (!std::ranges::all_of(stroke.points, is_finite)) return {};
    return out;
  }
  /// Returns the strokes at the initial time.
  std::vector<Stroke> first_strokes() const {
    const auto start = problem_.in_double.initial(data_, formulation_);
    return strokes(problem_.begin<double>(), {start.q, start.v});
  }

 private:
  const Problem& problem_;
  const Parameters& data_;
  const Formulation& formulation_;
  const Formulation* embedding_ = nullptr;
};

/// The strokes of the states of a run.
class DrawnMotion {
 public:
  DrawnMotion(const ResolvedCell& cell, const SampledStates& states)
      : poses_(cell.problem(), cell.data(), cell.formulation()), states_(states) {}

  /// Returns the strokes of the state in this row; none if it is not finite.
  std::vector<Stroke> strokes(std::size_t row) const {
    return poses_.strokes(states_.t[row], {row_of(states_.q, row), row_of(states_.v, row)});
  }
  /// Returns the strokes at the initial time, which the samples may lack.
  std::vector<Stroke> first_strokes() const { return poses_.first_strokes(); }

 private:
  static Vec<double> row_of(const StateRows& rows, std::size_t row) {
    const auto size = static_cast<Eigen::Index>(rows.columns);
    return Eigen::Map<const Vec<double>>(rows.numbers.data() + row * rows.columns, size);
  }

  DrawnPoses poses_;
  const SampledStates& states_;
};

/// The positions of all points of the drawing at ascending times: a matrix with `rows` coordinates (x, y, z of each
/// point) in each column, and one column for each time.
struct Ways {
  std::vector<double> t = {};
  std::vector<double> coordinates = {};
  std::size_t rows = 0;

  void add(double time, const std::vector<Stroke>& strokes) {
    t.push_back(time);
    for (const auto& stroke : strokes)
      if (stroke.kind != StrokeKind::upwards)
        for (const auto& point : stroke.points) coordinates.insert(coordinates.end(), point.begin(), point.end());
    rows = coordinates.size() / t.size();
  }
  Eigen::Map<const Eigen::Matrix3Xd> points(std::size_t k) const {
    return {coordinates.data() + k * rows, 3, static_cast<Eigen::Index>(rows / 3)};
  }
  double size() const {
    Eigen::AlignedBox3d box;
    for (std::size_t k = 0; k < t.size(); ++k)
      for (Eigen::Index i = 0; i < points(k).cols(); ++i) box.extend(DrawnPoint(points(k).col(i)));
    return box.sizes().maxCoeff();
  }
};

/// The interval between two chosen times (indices), and the time in it at which linear interpolation between its ends
/// has the largest error. `distance` is this error.
struct Arc {
  std::size_t first, last, farthest;
  double distance;

  bool operator<(const Arc& other) const { return distance < other.distance; }
};

Arc interval_between(const Ways& ways, std::size_t first, std::size_t last) {
  Arc out{first, last, first, 0};
  const Eigen::Matrix3Xd begin = ways.points(first), way = ways.points(last) - begin;
  for (std::size_t k = first + 1; k < last; ++k) {
    const double part = (ways.t[k] - ways.t[first]) / (ways.t[last] - ways.t[first]);
    const double distance = std::sqrt((ways.points(k) - begin - part * way).colwise().squaredNorm().maxCoeff());
    if (distance > out.distance) out = {first, last, k, distance};
  }
  return out;
}

/// Returns the indices of times as frames. Bisects the interval with the largest interpolation error, at the time of
/// this error, until all errors are below the tolerance or there are `most` frames.
std::vector<std::size_t> chosen_times(const Ways& ways, std::size_t most) {
  const double tolerance = of_the_page * ways.size();
  const std::size_t end = ways.t.size() - 1;
  std::vector<std::size_t> out = {0, end};
  std::priority_queue<Arc> intervals;
  intervals.push(interval_between(ways, 0, end));
  while (intervals.top().distance > tolerance && out.size() < most) {
    const auto at = intervals.top();
    intervals.pop();
    out.push_back(at.farthest);
    intervals.push(interval_between(ways, at.first, at.farthest));
    intervals.push(interval_between(ways, at.farthest, at.last));
  }
  std::ranges::sort(out);
  return out;
}

std::size_t count_points(const std::vector<Stroke>& strokes) {
  std::size_t out = 0;
  for (const auto& stroke : strokes) out += stroke.points.size();
  return out;
}

void look_upwards(Film& film, const std::vector<Stroke>& strokes) {
  for (const auto& stroke : strokes)
    if (stroke.kind == StrokeKind::upwards) film.up = stroke.points[1] - stroke.points[0];
}

}  // namespace

bool has_picture(const ResolvedCell& cell) { return static_cast<bool>(cell.problem().drawing.strokes); }

std::string without_picture(const ResolvedCell& cell) {
  std::vector<std::string> drawn;
  for (const auto& problem : problems())
    if (problem.drawing.strokes) drawn.push_back(problem.name);
  return fmt::format("--animate: {} has no drawing; problems with a drawing: {}, and files of mechanisms and robots",
                     cell.problem().name, fmt::join(drawn, ", "));
}

std::int64_t states_for_film(const ResolvedCell& cell) {
  constexpr double most = 20'000, least = 200;
  const auto start = cell.problem().in_double.initial(cell.data(), cell.formulation());
  const SampledStates none;
  const double points =
      static_cast<double>(std::max<std::size_t>(1, count_points(DrawnMotion(cell, none).first_strokes())));
  // Estimate of the numbers in a state: q, v, a, and fewer multipliers and outputs.
  const double numbers = 5. * static_cast<double>(start.q.size() + 1);
  const double requested = std::clamp(std::min(known_points / points, known_numbers / numbers), least, most);
  return std::min(cell.steps(), static_cast<std::int64_t>(requested));
}

Film still_of(const Problem& problem) {
  Film out{.view = problem.drawing.view};
  if (!problem.drawing.strokes) return out;
  const Parameters data(problem.parameters, {});
  const auto start = DrawnPoses(problem, data, problem.formulations.front()).first_strokes();
  if (start.empty()) return out;
  look_upwards(out, start);
  out.t = {0, 1};
  out.strokes = {start, start};
  return out;
}

Film film_of(const ResolvedCell& cell, const SampledStates& states) {
  Film out{.view = cell.problem().drawing.view};
  if (states.t.size() < 2) return out;
  const DrawnMotion motion(cell, states);
  const auto first = motion.first_strokes();
  look_upwards(out, first);
  // The first frame is at the initial time, which the samples may lack.
  const auto begin = cell.t_begin<double>();
  const std::size_t before = states.t.front() > begin ? 1 : 0;
  Ways ways;
  if (before == 1) ways.add(begin, first);
  for (std::size_t row = 0; row < states.t.size(); ++row) {
    const auto strokes = motion.strokes(row);
    if (strokes.empty()) break;
    ways.add(states.t[row], strokes);
  }
  if (ways.t.size() < 2) return out;
  const auto most =
      std::clamp<std::size_t>(most_points / std::max<std::size_t>(1, count_points(first)), 2, most_frames);
  for (const auto k : chosen_times(ways, most)) {
    out.t.push_back(ways.t[k]);
    out.strokes.push_back(k < before ? first : motion.strokes(k - before));
  }
  return out;
}

}  // namespace plumb
