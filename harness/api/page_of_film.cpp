#include "harness/api/film.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace plumb {
namespace {

constexpr double widest = 720, highest = 540, margin = 40;  // largest size of the drawing, and its margin [px]
constexpr double narrowest = 600;                           // smallest width of the page, for the caption [px]
// Least ratio of the smaller to the larger side of the drawing.
constexpr double flattest = 0.4;

// Direction of view of spatial problems: downwards at the angle `elevation`, and rotated by `azimuth` about the
// vertical from the first axis of the stage (towards the viewer). The second axis points to the right.
constexpr double azimuth = 30 * std::numbers::pi / 180, elevation = 22 * std::numbers::pi / 180;
// If the depth of a drawing is more than this multiple of its width, the drawing is rotated, so that it is viewed from
// the side.
constexpr double slender = 3;

// Projects a point in stage coordinates to the plane of the picture: right, up.
Pixel seen(View view, const DrawnPoint& p) {
  if (view == View::plane) return {p[0], p[1]};
  const double right = std::cos(azimuth) * p[1] - std::sin(azimuth) * p[0];
  const double near = std::cos(azimuth) * p[0] + std::sin(azimuth) * p[1];
  return {right, std::cos(elevation) * p[2] - std::sin(elevation) * near};
}

// Returns a stage whose third row is `up`. If z points up, the rows are x, y, z; if y points up, they are z, x, y.
Stage standing(const DrawnPoint& up) {
  int axis = 2;
  up.cwiseAbs().maxCoeff(&axis);
  const DrawnPoint z = up.normalized();
  const DrawnPoint towards = DrawnPoint::Unit((axis + (up[axis] > 0 ? 1 : 2)) % 3);
  Stage out;
  out.row(2) = z;
  out.row(0) = (towards - z.dot(towards) * z).normalized();
  out.row(1) = z.cross(DrawnPoint(out.row(0)));
  return out;
}

template <class Visit>
void for_each_point(const Film& film, Visit visit) {
  for (const auto& frame : film.strokes)
    for (const auto& stroke : frame)
      if (stroke.kind != StrokeKind::upwards) std::ranges::for_each(stroke.points, visit);
}

// Rounds x > 0 up to 1, 2 or 5 times a power of ten.
double round_up(double x) {
  const double power = std::pow(10, std::floor(std::log10(x)));
  for (const double factor : {1., 2., 5.})
    if (x <= factor * power) return factor * power;
  return 10 * power;
}

}  // namespace

PageOfFilm::PageOfFilm(const Film& film) : view_(film.view) {
  if (view_ == View::space) {
    turn(film);
    lay_floor(film);
  }
  fit(film);
}

Pixel PageOfFilm::at(const DrawnPoint& point) const {
  const Pixel p = seen(view_, stage_ * point);
  return {origin_[0] + scale_ * p[0], origin_[1] - scale_ * p[1]};
}

void PageOfFilm::turn(const Film& film) {
  stage_ = standing(film.up);
  const DrawnPoint size = extent(film).sizes();
  if (size[0] <= slender * size[1]) return;
  const DrawnPoint towards = stage_.row(0);
  stage_.row(0) = -stage_.row(1);
  stage_.row(1) = towards;
}

Eigen::AlignedBox3d PageOfFilm::extent(const Film& film) const {
  Eigen::AlignedBox3d out;
  for_each_point(film, [&](const DrawnPoint& p) { out.extend(DrawnPoint(stage_ * p)); });
  return out;
}

void PageOfFilm::lay_floor(const Film& film) {
  constexpr int squares = 6;
  const auto box = extent(film);
  const double size = std::max(box.sizes().maxCoeff(), 1e-300), step = round_up(size / squares);
  const auto down = [&](double x) { return std::floor(x / step - 1e-9) * step; };
  const auto up = [&](double x) { return std::ceil(x / step + 1e-9) * step; };
  const double left = down(box.min()[0]), right = up(box.max()[0]), front = down(box.min()[1]), back = up(box.max()[1]);
  const double z = box.min()[2];
  const auto on_stage = [&](double x, double y) { return DrawnPoint(stage_.transpose() * DrawnPoint(x, y, z)); };
  for (int k = 0; left + k * step < right + step / 2; ++k)
    floor_.push_back({on_stage(left + k * step, front), on_stage(left + k * step, back)});
  for (int k = 0; front + k * step < back + step / 2; ++k)
    floor_.push_back({on_stage(left, front + k * step), on_stage(right, front + k * step)});
  // From this corner, the horizontal axes run along the edges of the floor.
  const auto goes_back = [&](int axis) { return stage_.row(axis).sum() < 0; };
  const DrawnPoint corner = on_stage(goes_back(0) ? right : left, goes_back(1) ? back : front);
  for (int i = 0; i < 3; ++i) axes_.push_back({corner, corner + step * DrawnPoint::Unit(i)});
}

void PageOfFilm::fit(const Film& film) {
  Eigen::AlignedBox2d box;
  const auto extend = [&](const DrawnPoint& p) { box.extend(seen(view_, stage_ * p)); };
  for_each_point(film, extend);
  for (const auto* lines : {&floor_, &axes_})
    for (const auto& line : *lines) std::ranges::for_each(line, extend);
  Pixel size = box.sizes();
  const double larger = std::max(size.maxCoeff(), 1e-300);
  size = size.cwiseMax(Pixel::Constant(flattest * larger));
  scale_ = std::min(widest / size[0], highest / size[1]);
  width_ = std::max(narrowest, scale_ * size[0] + 2 * margin);
  height_ = scale_ * size[1] + 2 * margin;
  const Pixel centre = box.center();
  origin_ = {width_ / 2 - scale_ * centre[0], height_ / 2 + scale_ * centre[1]};
}

std::vector<Pixel> zigzag(const Pixel& from, const Pixel& to, double longest) {
  constexpr double turn = 9, lead = 0.12;  // length of a turn of the longest spring [px]; fraction of a lead
  const int turns = static_cast<int>(std::clamp(std::round((1 - 2 * lead) * longest / turn), 6., 40.));
  const double half_width = std::clamp(longest / 12, 2., 7.);
  const Pixel along = to - from;
  const Pixel across =
      along.norm() > 0 ? Pixel(Pixel(-along[1], along[0]).normalized() * half_width) : Pixel(0, half_width);
  std::vector<Pixel> out = {from, from + lead * along};
  for (int k = 0; k < turns; ++k) {
    const double part = lead + (1 - 2 * lead) * (k + 0.5) / turns;
    out.push_back(from + part * along + (k % 2 == 0 ? 1 : -1) * across);
  }
  out.push_back(from + (1 - lead) * along);
  out.push_back(to);
  return out;
}

}  // namespace plumb
