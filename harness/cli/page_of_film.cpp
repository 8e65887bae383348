#include "harness/cli/page_of_film.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace plumb {
namespace {

constexpr double widest = 720, highest = 540, margin = 40;  // px, of the drawing
constexpr double narrowest = 600;                           // px, of the page: there is a line of text
constexpr double flattest = 0.4;                            // of a drawing: its height by its width, or the reverse

// Space is seen along a line that comes down at `elevation` and has the azimuth `azimuth` against x; y is to the right.
constexpr double azimuth = 30 * std::numbers::pi / 180, elevation = 22 * std::numbers::pi / 180;

// To the right and up.
Pixel seen(View view, const DrawnPoint& p) {
  if (view == View::plane) return {p[0], p[1]};
  const double right = std::cos(azimuth) * p[1] - std::sin(azimuth) * p[0];
  const double near = std::cos(azimuth) * p[0] + std::sin(azimuth) * p[1];
  return {right, std::cos(elevation) * p[2] - std::sin(elevation) * near};
}

template <class Visit>
void for_each_point(const Film& film, Visit visit) {
  for (const auto& frame : film.strokes)
    for (const auto& stroke : frame)
      for (const auto& point : stroke.points) visit(point);
}

// 1, 2 or 5 times a power of ten, not below x > 0.
double round_up(double x) {
  const double power = std::pow(10, std::floor(std::log10(x)));
  for (const double factor : {1., 2., 5.})
    if (x <= factor * power) return factor * power;
  return 10 * power;
}

}  // namespace

PageOfFilm::PageOfFilm(const Film& film) : view_(film.view) {
  if (view_ == View::space) lay_floor(film);
  fit(film);
}

Pixel PageOfFilm::at(const DrawnPoint& point) const {
  const Pixel p = seen(view_, point);
  return {origin_[0] + scale_ * p[0], origin_[1] - scale_ * p[1]};
}

void PageOfFilm::lay_floor(const Film& film) {
  constexpr int squares = 6;
  Eigen::AlignedBox3d box;
  for_each_point(film, [&](const DrawnPoint& p) { box.extend(p); });
  const double size = std::max(box.sizes().maxCoeff(), 1e-300), step = round_up(size / squares);
  const auto down = [&](double x) { return std::floor(x / step - 1e-9) * step; };
  const auto up = [&](double x) { return std::ceil(x / step + 1e-9) * step; };
  const double left = down(box.min()[0]), right = up(box.max()[0]), front = down(box.min()[1]), back = up(box.max()[1]);
  const double z = box.min()[2];
  for (int k = 0; left + k * step < right + step / 2; ++k)
    floor_.push_back({{left + k * step, front, z}, {left + k * step, back, z}});
  for (int k = 0; front + k * step < back + step / 2; ++k)
    floor_.push_back({{left, front + k * step, z}, {right, front + k * step, z}});
  const DrawnPoint corner(left, front, z);
  for (int i = 0; i < 3; ++i) axes_.push_back({corner, corner + step * DrawnPoint::Unit(i)});
}

void PageOfFilm::fit(const Film& film) {
  Eigen::AlignedBox2d box;
  const auto extend = [&](const DrawnPoint& p) { box.extend(seen(view_, p)); };
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

}  // namespace plumb
