#include "harness/api/analysis_study.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "contract/stop.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

using Radius2D = std::function<std::optional<double>(std::complex<double>)>;

constexpr double largest_box = 60;  // largest |z| up to which the boundary of a region is searched
constexpr double largest_radius = 1e6;

struct Box {
  double left, right, top;
};

// Returns the largest end of a stable interval that is not beyond `largest_box`.
double farthest_end(const StableIntervals& intervals) {
  double out = 0;
  for (const auto& i : intervals.list)
    for (const double x : {i.from, i.to})
      if (x <= largest_box) out = std::max(out, x);
  return out;
}

// Returns a box around a bounded stability region. Samples |R| on rays from the origin up to |z| = `reach`.
Box around(const std::function<double(std::complex<double>)>& radius, double reach) {
  constexpr int rays = 90, points = 100;
  Box out{-0.5, 0.3, 0.5};
  for (int j = 0; j <= rays; ++j)
    for (int k = 1; k <= points; ++k) {
      const auto z = std::polar(reach * k / points, std::numbers::pi * j / rays);
      if (radius(z) > 1) continue;
      out = {std::min(out.left, z.real()), std::max(out.right, z.real()), std::max(out.top, z.imag())};
    }
  const double space = 0.12 * std::max(out.top, out.right - out.left);
  return {out.left - space, out.right + space, out.top + space};
}

Box box_of(const StabilityByFormula& formula) {
  const double real = farthest_end(formula.real_axis), imaginary = farthest_end(formula.intervals(0));
  if (!formula.rho_infinity || isinf(*formula.rho_infinity))
    return around(formula.radius(), 2 * std::max({real, imaginary, 2.}));
  const double reach = std::max({6., 1.2 * imaginary, 1.2 * real});
  return {-reach, 2 * reach, 1.5 * reach};
}

// Returns |R| on a grid of the upper half of a box: {"x", "y", "radius"}. "radius" has a row for each y, from the real
// axis up; null: unknown.
Json grid(const Box& box, int columns, int rows, const Radius2D& radius) {
  Json x = Json::array(), y = Json::array(), values = Json::array();
  for (int i = 0; i < columns; ++i) x.push_back(box.left + (box.right - box.left) * i / (columns - 1));
  for (int j = 0; j < rows; ++j) {
    stopping_point();
    y.push_back(box.top * j / (rows - 1));
    Json row = Json::array();
    for (int i = 0; i < columns; ++i) {
      const auto found = radius({x[static_cast<std::size_t>(i)].get<double>(), y.back().get<double>()});
      row.push_back(!found                  ? Json(nullptr)  // R is unknown at this point
                    : std::isfinite(*found) ? Json(std::min(*found, largest_radius))
                                            : Json(largest_radius));
    }
    values.push_back(std::move(row));
  }
  return {{"x", x}, {"y", y}, {"radius", values}};
}

Json locus(const StabilityByFormula& formula) {
  constexpr int points = 1440;
  Json out = Json::array();
  for (int k = 0; k <= points; ++k) {
    const auto z = formula.locus(2 * std::numbers::pi * (k + 0.5) / points);
    if (std::abs(z) < 100 * largest_box) out.push_back({z.real(), z.imag()});
  }
  return out;
}

// Returns the spectral radius of the stepper on a grid in the left half plane: z = Ω(−ξ + i√(1 − ξ²)) with damping
// ratio ξ.
Json stepper_region(const Method& method, const Parameters& parameters) {
  constexpr double reach = 4;
  return grid({-reach, 0, reach}, 29, 29, [&](std::complex<double> z) -> std::optional<double> {
    const double omega = std::max(std::abs(z), 1e-3);
    const auto found = spectral_radius(method, parameters, quad(omega), quad(std::min(1., -z.real() / omega)));
    return found.value ? std::optional(static_cast<double>(*found.value)) : std::nullopt;
  });
}

Json curve_json(const Method& method, const Parameters& parameters, const AnalysisOptions& options) {
  constexpr int points = 320;
  std::vector<double> omegas;
  for (int k = 0; k <= points; ++k) omegas.push_back(std::pow(10, -2 + 4. * k / points));
  std::string failure;
  const auto formula = stability_by_formula(method, parameters, options.digits);
  const auto roots =
      formula ? formula->roots(options.damping_ratio) : roots_of_stepper(method, parameters, options.damping_ratio);
  const auto found =
      curve(principal_roots(roots, omegas, options.damping_ratio, failure), omegas, options.damping_ratio);
  Json out = {{"omega_dt", Json::array()},
              {"spectral_radius", Json::array()},
              {"ad_percent", Json::array()},
              {"pe_percent", Json::array()}};
  for (const auto& p : found) {
    const bool aliased = p.aliased.value_or(true);
    out["omega_dt"].push_back(p.omega_dt);
    out["spectral_radius"].push_back(number_or_null(p.spectral_radius));
    out["ad_percent"].push_back(aliased ? Json(nullptr) : number_or_null(p.ad_percent));
    out["pe_percent"].push_back(aliased ? Json(nullptr) : number_or_null(p.pe_percent));
  }
  return out;
}

/// Rounds to the digits that are visible in a picture.
double rounded(double value) { return number_from_text<double>(significant(value, 4)); }

}  // namespace

Json stability_curves(const Method& method, const Parameters& parameters, const AnalysisOptions& options) {
  Json data = {
      {"curve", curve_json(method, parameters, options)}, {"region", nullptr}, {"star", nullptr}, {"locus", nullptr}};
  if (const auto formula = stability_by_formula(method, parameters, options.digits)) {
    const auto radius = formula->radius();
    data["region"] = grid(box_of(*formula), 201, 121, radius);
    if (formula->locus)
      data["locus"] = locus(*formula);
    else
      data["star"] =
          grid({-6, 6, 6}, 201, 101, [&](std::complex<double> z) { return radius(z) * std::exp(-z.real()); });
  } else if (amplification_matrix(method, parameters, quad(1) / 10).ok()) {
    data["region"] = stepper_region(method, parameters);
  }
  return data;
}

Json stability_region(const Method& method, const Parameters& parameters) {
  const auto formula = stability_by_formula(method, parameters, {});
  if (!formula) return nullptr;
  auto out = grid(box_of(*formula), 101, 61, formula->radius());
  for (const char* key : {"x", "y"})
    for (auto& value : out[key]) value = rounded(value.get<double>());
  for (auto& row : out["radius"])
    for (auto& value : row)
      if (!value.is_null()) value = rounded(std::min(value.get<double>(), 10.));
  return out;
}

}  // namespace plumb
