#include "problems/car-axis/car_axis.hpp"

#include <stdexcept>

#include "problems/adapters/constrained.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/registration.hpp"

namespace plumb {
namespace {

template <class T>
Configuration<T> cartesian(const CarAxisData<T>& data, const T& t, const Configuration<T>& minimal) {
  Vec<T, 4> p, rate;
  CarAxisMinimal<T>{data}.positions(t, minimal.q, minimal.v, p, rate);
  return {p, rate};
}

template <class T>
Vec<T> pair(const Parameters& p, std::string_view first, std::string_view second) {
  return Vec<T, 2>(p.number<T>(first), p.number<T>(second));
}

template <class T>
Model<T> model() {
  return embedded_model<T>(
      [](const Parameters& p, const Formulation& f) {
        if (f.form == Form::ode) return AnySystem<T>(Minimal(CarAxisMinimal<T>{car_axis_data<T>(p)}));
        return AnySystem<T>(Constrained(CarAxisCartesian<T>{car_axis_data<T>(p)}, f.form));
      },
      [](const Parameters& p) {
        return Configuration<T>{pair<T>(p, "distance", "angle"), pair<T>(p, "distance_rate", "rate")};
      },
      [](const Parameters& p, const Formulation& f, const T& t, const Configuration<T>& minimal) {
        return f.form == Form::ode ? minimal : cartesian(car_axis_data<T>(p), t, minimal);
      });
}

void check(const Parameters& p) {
  if (abs(p.number<quad>("amplitude")) >= p.number<quad>("length"))
    throw std::invalid_argument("amplitude: must be smaller than length, the length of the axle");
}

std::vector<Stroke> strokes(const Parameters& p, std::string_view, double t, const Vec<double>& q) {
  const RoadPoint<double> road(car_axis_data<double>(p), t);
  const auto origin = in_plane(0, 0), wheel = in_plane(road.at[0], road.at[1]);
  const auto left = in_plane(q[0], q[1]), right = in_plane(q[2], q[3]);
  return {on_ground({origin}),
          bar("axle", {origin, wheel}),
          spring("left spring", origin, left),
          spring("right spring", wheel, right),
          bar("bar", {left, right}),
          dot("bar", left),
          dot("bar", right),
          trail("bar", right)};
}

std::vector<Output> ends() {
  const auto left = "left end of the bar", right = "right end of the bar";
  return {{"xl", "-", left}, {"yl", "-", left}, {"xr", "-", right}, {"yr", "-", right}};
}

}  // namespace

Problem car_axis_problem() {
  return {
      .name = "car-axis",
      .title = "Car axis, a bar on two springs over a bumpy road",
      .source = "mazzia2008, problem Car axis",
      .t_end = "3",
      .parameters = {{"mass", "10", "-", "mass of the bar, M", {}, 1e-300},
                     {"epsilon", "0.01", "-", "1/sqrt(k) with the stiffness k of the springs", {}, 1e-150},
                     {"length", "1", "-", "length of bar and axle, L", {}, 1e-300},
                     {"rest_length", "0.5", "-", "length of the springs at rest, L0", {}, 0},
                     {"amplitude", "0.1", "-", "amplitude of the road, r"},
                     {"frequency", "10", "-", "frequency of the road, omega"},
                     {"gravity", "1", "-", "acceleration of gravity, g"},
                     {"distance", "0.5", "-", "initial distance of the bar's left end from the origin"},
                     {"angle", "0", "-", "initial angle of the bar above the horizontal"},
                     {"distance_rate", "0", "-", "initial rate of the distance"},
                     {"rate", "0", "-", "initial angular velocity of the bar"}},
      .formulations = constrained_formulations(
          {"distance of the left end along the normal of the axle, angle of the bar",
           {part("distance", PartKind::translation, "-", 0), part("angle", PartKind::angle, "rad", 1)}},
          {"(xl, yl, xr, yr)",
           {part("left end", PartKind::translation, "-", 0, 2), part("right end", PartKind::translation, "-", 2, 2)}}),
      .outputs = ends(),
      .invariants = "none: the road does work",
      .in_double = model<double>(),
      .in_long = model<long double>(),
      .in_quad = model<quad>(),
      .in_double_double = model<double_double>().system,
      .check = check,
      .general_data = {{"mass", "8"},
                       {"epsilon", "0.4"},
                       {"length", "1.3"},
                       {"rest_length", "0.6"},
                       {"amplitude", "0.3"},
                       {"frequency", "2"},
                       {"gravity", "1.2"},
                       {"distance", "0.7"},
                       {"angle", "0.4"},
                       {"rate", "-1.5"},
                       {"distance_rate", "0.5"}},
      .drawing = {View::plane, strokes},
  };
}

}  // namespace plumb
