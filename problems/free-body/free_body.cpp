#include "problems/free-body/free_body.hpp"

#include "problems/adapters/minimal.hpp"
#include "problems/free-body/exact_free_body.hpp"
#include "problems/registration.hpp"

namespace plumb {
namespace {

template <class T>
Vec<T, 3> three(const Parameters& p, const std::string& name) {
  return Vec<T, 3>(p.number<T>(name + "1"), p.number<T>(name + "2"), p.number<T>(name + "3"));
}

template <class T>
Model<T> model() {
  return {
      .system =
          [](const Parameters& p, const Formulation&) {
            FreeBody<T> body;
            body.moments = three<T>(p, "moment");
            body.rotations = chart_of_rotations<T>(p);
            return AnySystem<T>(Minimal(body));
          },
      .initial = same_start<T>([](const Parameters& p) {
        Configuration<T> start{Vec<T>::Unit(4, 0), Vec<T>(3)};
        start.v << three<T>(p, "omega");
        return start;
      }),
  };
}

ExactMotion exact(const Parameters& p) {
  return free_body_motion(three<quad>(p, "moment"), Vec<quad, 4>::Unit(0), three<quad>(p, "omega"));
}

// Plots the homogeneous box with these moments of inertia: its edges are proportional to the square roots of ∫ x² dm,
// ...
std::vector<Stroke> strokes(const Parameters& p, std::string_view, double, const Vec<double>& q) {
  const auto moments = three<double>(p, "moment");
  const Mat<double, 3> r = so3::matrix<double>(q);
  DrawnPoint half;
  for (int i = 0; i < 3; ++i) half[i] = std::sqrt(std::max(moments.sum() / 2 - moments[i], 0.04 * moments.sum()));
  half /= half.maxCoeff();
  const auto corner = [&](double x, double y, double z) {
    return DrawnPoint(r * DrawnPoint(x * half[0], y * half[1], z * half[2]));
  };
  std::vector<Stroke> out;
  for (const double side : {-1., 1.}) {
    out.push_back(
        outline("body", {corner(side, -1, -1), corner(side, 1, -1), corner(side, 1, 1), corner(side, -1, 1)}));
    for (const double other : {-1., 1.}) out.push_back(bar("body", {corner(-1, side, other), corner(1, side, other)}));
  }
  const DrawnPoint tip = r.col(1);
  out.push_back(bar("second axis", {DrawnPoint::Zero(), tip}));
  out.push_back(trail("second axis", tip));
  return out;
}

}  // namespace

Problem free_body_problem() {
  const std::vector<Output> momentum = {{"momentum_x", "N m s", "angular momentum in space"},
                                        {"momentum_y", "N m s", "angular momentum in space"},
                                        {"momentum_z", "N m s", "angular momentum in space"},
                                        {"momentum", "N m s", "its length"}};
  return {
      .name = "free-body",
      .title = "Free rigid body that turns over again and again (Dzhanibekov's effect)",
      .source = "landau1976, section 37",
      .t_end = "10",
      .parameters = {{"moment1", "1", "kg m^2", "moment of inertia about the first axis of the body", {}, 1e-300},
                     {"moment2", "2", "kg m^2", "moment of inertia about the second axis of the body", {}, 1e-300},
                     {"moment3", "3", "kg m^2", "moment of inertia about the third axis of the body", {}, 1e-300},
                     {"omega1", "0.01", "rad/s", "initial angular velocity about the first axis"},
                     {"omega2", "5", "rad/s", "initial angular velocity about the second axis"},
                     {"omega3", "0", "rad/s", "initial angular velocity about the third axis"},
                     retraction_parameter()},
      .formulations = {{.name = "ode",
                        .meaning = "unit quaternion, angular velocity in the body",
                        .invariants = momentum,
                        .coordinates = "minimal",
                        .parts = fixed_parts({{"attitude", PartKind::rotation, "-", {0, 4}, {0, 3}}})}},
      .outputs = {{"x", "-", "second axis of the body"},
                  {"y", "-", "second axis of the body"},
                  {"z", "-", "second axis of the body"}},
      .invariants = "energy, and the momentum in space",
      .in_double = model<double>(),
      .in_long = model<long double>(),
      .in_quad = model<quad>(),
      .in_double_double = model<double_double>().system,
      .reference = {.closed_form = exact},
      .general_data = {{"omega1", "1.2"}, {"omega2", "-0.7"}, {"omega3", "1.5"}},
      .drawing = {View::space, strokes},
  };
}

}  // namespace plumb
