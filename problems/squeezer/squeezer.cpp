#include "problems/adapters/constrained.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/registration.hpp"
#include "problems/squeezer/absolute.hpp"
#include "problems/squeezer/angles.hpp"
#include "problems/squeezer/minimal.hpp"

namespace plumb {
namespace {

bool absolute(const Formulation& f) { return f.coordinates == "absolute"; }

// Computes (β, Θ, γ, Φ, δ, Ω, ε) from the angles of the links.
template <class T>
Vec<T> relative(const std::array<T, squeezer::links>& psi) {
  using namespace squeezer;
  Vec<T> q(7);
  q << psi[of], psi[ef] - psi[of], psi[ebd], psi[ge] - psi[ag], psi[ag], psi[he] - psi[ah], psi[ah];
  return q;
}

template <class T>
Configuration<T> cartesian(const squeezer::Data<T>& d, const squeezer::Turns<T>& at) {
  using namespace squeezer;
  Configuration<T> out{Vec<T>(3 * links), Vec<T>(3 * links)};
  std::array<Planar<T>, links> hinge, velocity;  // positions and velocities of the frames' origins
  const auto place = [&](Link i, const Planar<T>& from, const Planar<T>& from_velocity) {
    SineCosine<T> sines;
    const auto& turn = sines.at(at.psi[i]);
    const Planar<T> centre = rotated(turn, d.body[i].centre), end = rotated(turn, d.body[i].end);
    const Planar<T> x = from + centre, v = from_velocity + at.omega[i] * turned(centre);
    out.q.template segment<3>(3 * i) << x.x, x.y, at.psi[i];
    out.v.template segment<3>(3 * i) << v.x, v.y, at.omega[i];
    hinge[i] = from + end;
    velocity[i] = from_velocity + at.omega[i] * turned(end);
  };
  place(of, {}, {});
  place(ebd, d.b, {});
  place(ag, d.a, {});
  place(ah, d.a, {});
  for (int k = 0; k < elbows; ++k) place(lower[k], hinge[upper[k]], velocity[upper[k]]);
  return out;
}

template <class T>
Model<T> model() {
  return embedded_model<T>(
      [](const Parameters& p, const Formulation& f) {
        const auto data = squeezer::data<T>(p);
        if (f.form == Form::ode) return AnySystem<T>(Minimal(squeezer::OneDegree<T>(data)));
        if (absolute(f)) return AnySystem<T>(Constrained(squeezer::Absolute<T>(data), f.form));
        return AnySystem<T>(Constrained(squeezer::Angles<T>(data), f.form));
      },
      [](const Parameters& p) {
        const auto d = squeezer::data<T>(p);
        return Configuration<T>{Vec<T>::Constant(1, d.beta0), Vec<T>::Constant(1, d.omega0)};
      },
      [](const Parameters& p, const Formulation& f, const T&, const Configuration<T>& minimal) {
        if (f.form == Form::ode) return minimal;
        const auto data = squeezer::data<T>(p);
        const auto at = squeezer::turns<T>(data, minimal.q[0], minimal.v[0]);
        return absolute(f) ? cartesian(data, at) : Configuration<T>{relative(at.psi), relative(at.omega)};
      });
}

// Returns the angles of the links' frames, from the seven angles of the test set or from absolute coordinates.
std::array<double, squeezer::links> frame_angles(std::string_view coordinates, const Vec<double>& q) {
  using namespace squeezer;
  std::array<double, links> psi;
  if (coordinates == "absolute") {
    for (int i = 0; i < links; ++i) psi[i] = q[3 * i + 2];
    return psi;
  }
  psi[of] = q[0];
  psi[ef] = q[0] + q[1];
  psi[ebd] = q[2];
  psi[ag] = q[4];
  psi[ge] = q[3] + q[4];
  psi[ah] = q[6];
  psi[he] = q[5] + q[6];
  return psi;
}

std::vector<Stroke> strokes(const Parameters& p, std::string_view coordinates, double, const Vec<double>& q) {
  using namespace squeezer;
  constexpr std::array<const char*, links> names = {"O-F", "F-E", "E-B-D", "G-E", "A-G", "H-E", "A-H"};
  const auto d = data<double>(p);
  const auto psi = frame_angles(coordinates, q);
  const auto point = [](const Planar<double>& x) { return in_plane(x.x, x.y); };
  std::array<Planar<double>, links> end;
  const auto turned_by = [&](int i, const Planar<double>& x) {
    SineCosine<double> sines;
    return rotated(sines.at(psi[i]), x);
  };
  const auto link = [&](int i, const Planar<double>& from) {
    end[i] = from + turned_by(i, d.body[i].end);
    return bar(names[i], {point(from), point(end[i])});
  };
  const Planar<double> pull = d.b + turned_by(ebd, d.spring_end);
  std::vector<Stroke> out = {on_ground({point({})}), on_ground({point(d.a)}), on_ground({point(d.b)}),
                             on_ground({point(d.c)})};
  for (const auto& [i, from] : {std::pair{of, Planar<double>()}, {ag, d.a}, {ah, d.a}}) out.push_back(link(i, from));
  for (int k = 0; k < elbows; ++k) out.push_back(link(lower[k], end[upper[k]]));
  const Planar<double> e = d.b + turned_by(ebd, d.body[ebd].end);
  out.push_back(outline(names[ebd], {point(d.b), point(e), point(pull)}));
  out.push_back(spring("spring", point(pull), point(d.c)));
  out.push_back(trail(names[ebd], point(e)));
  return out;
}

std::vector<Part> absolute_parts() {
  std::vector<Part> out;
  for (int i = 0; i < squeezer::links; ++i) {
    const auto link = " of link " + std::to_string(i + 1);
    out.push_back(part("position" + link, PartKind::translation, "m", 3 * i, 2));
    out.push_back(part("angle" + link, PartKind::angle, "rad", 3 * i + 2));
  }
  return out;
}

std::vector<Formulation> formulations() {
  auto out = constrained_formulations(
      {"beta, the loops closed by intersections of circles", {part("beta", PartKind::angle, "rad", 0)}},
      {"the angles (beta, Theta, gamma, Phi, delta, Omega, epsilon)", {part("angles", PartKind::angle, "rad", 0, 7)}});
  const Formulation shared = {.name = "absolute-",
                              .meaning = "centres of mass and angles (x, y, psi) of the seven links",
                              .coordinates = "absolute",
                              .parts = fixed_parts(absolute_parts())};
  for (auto& formulation : at_every_level(shared)) out.push_back(std::move(formulation));
  return out;
}

}  // namespace

Problem squeezer_problem() {
  return {
      .name = "squeezer",
      .title = "Andrews' squeezing mechanism, seven links driven by a torque",
      .source = "hairer1996, section VII.7; zhang2022, section 5.1",
      .t_end = "0.05",
      .parameters = {{"data", "paper", "-",
                      "zhang2022, table 2, or the IVP test set (hairer1996): every mass, inertia, length and centre of "
                      "mass is the same number in both, in one frame; only beta0 differs",
                      "paper|test-set"},
                     {.name = "beta0",
                      .default_value = "data",
                      .unit = "rad",
                      .meaning = "initial angle of bar O-F; data: -0.0620 (paper), "
                                 "-0.0617138900142764496358948458001 (test-set, where O, F and E are in line)",
                      .choices = "data",
                      .or_number = true},
                     {"omega0", "0", "rad/s", "initial angular velocity of bar O-F"}},
      .formulations = formulations(),
      .outputs = {{"beta", "rad", "angle of bar O-F"},
                  {"omega", "rad/s", "angular velocity of bar O-F"},
                  {"energy_balance", "J",
                   "E - E0 - T (beta - beta0): energy minus initial energy and work of the torque T", "kinetic_energy"},
                  {"kinetic_energy", "J", "kinetic energy"},
                  {"potential_energy", "J", "energy of the spring"}},
      .invariants = "energy minus the work of the torque, K + V - T beta; `energy` has this meaning for the squeezer",
      .in_double = model<double>(),
      .in_long = model<long double>(),
      .in_quad = model<quad>(),
      .in_double_double = model<double_double>().system,
      .general_data = {{"beta0", "0.7"}, {"omega0", "3"}},
      .drawing = {View::plane, strokes},
  };
}

}  // namespace plumb
