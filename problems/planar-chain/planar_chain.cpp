#include "problems/planar-chain/absolute_chain.hpp"
#include "problems/planar-chain/angle_chain.hpp"
#include "problems/registration.hpp"

namespace plumb {

int chain_length(const Parameters& p) {
  const double n = p.number<double>("n");
  if (n != static_cast<int>(n)) throw std::invalid_argument("n = " + p.text("n") + " is not a whole number of links");
  return static_cast<int>(n);
}

namespace {

// Returns the initial state: the first link has the angle `angle`, every further link has the angle `bend` relative to
// the previous link; angular velocities likewise.
template <class T>
Configuration<T> start(const Parameters& p) {
  const auto n = static_cast<Eigen::Index>(chain_length(p));
  Configuration<T> out{Vec<T>::Constant(n, p.number<T>("bend")), Vec<T>::Constant(n, p.number<T>("bend_rate"))};
  out.q[0] = p.number<T>("angle");
  out.v[0] = p.number<T>("rate");
  return out;
}

// Computes (x, y, ψ) of every body from the angles between them.
template <class T>
Configuration<T> cartesian(const ChainData<T>& data, const Configuration<T>& minimal) {
  using std::cos, std::sin;
  const auto n = static_cast<Eigen::Index>(data.count());
  Configuration<T> out{Vec<T>(3 * n), Vec<T>(3 * n)};
  Vec<T, 2> hinge = Vec<T, 2>::Zero(), velocity = hinge;
  T psi = 0, omega = 0;
  for (Eigen::Index k = 0; k < n; ++k) {
    psi += minimal.q[k];
    omega += minimal.v[k];
    const T a = data.links[static_cast<std::size_t>(k)].half, c = a * cos(psi), s = a * sin(psi);
    const Vec<T, 2> arm(c, s), change(-s * omega, c * omega);
    hinge += arm;
    velocity += change;
    out.q.template segment<3>(3 * k) << hinge, psi;
    out.v.template segment<3>(3 * k) << velocity, omega;
    hinge += arm;
    velocity += change;
  }
  return out;
}

template <class T>
Model<T> model() {
  return embedded_model<T>(
      [](const Parameters& p, const Formulation& f) {
        if (f.form == Form::ode) return AnySystem<T>(AngleChain<T>(chain_data<T>(p)));
        return AnySystem<T>(AbsoluteChain<T>(chain_data<T>(p), f.form));
      },
      [](const Parameters& p) { return start<T>(p); },
      [](const Parameters& p, const Formulation& f, const T&, const Configuration<T>& minimal) {
        return f.form == Form::ode ? minimal : cartesian(chain_data<T>(p), minimal);
      });
}

std::vector<Part> parts(const Parameters& p, bool minimal) {
  const int n = chain_length(p);
  if (minimal) return {part("angles", PartKind::angle, "rad", 0, n)};
  std::vector<Part> out;
  for (int k = 0; k < n; ++k) {
    const auto link = std::to_string(k + 1);
    out.push_back(part("position of link " + link, PartKind::translation, "m", 3 * k, 2));
    out.push_back(part("angle of link " + link, PartKind::angle, "rad", 3 * k + 2));
  }
  return out;
}

std::vector<Formulation> formulations() {
  auto out = constrained_formulations({"angles between the links", {}}, {"(x, y, psi) of every link", {}});
  for (auto& f : out) f.parts = [minimal = f.form == Form::ode](const Parameters& p) { return parts(p, minimal); };
  return out;
}

std::vector<Stroke> strokes(const Parameters& p, std::string_view, double, const Vec<double>& q) {
  const auto links = chain_data<double>(p).links;
  std::vector<Stroke> out = {on_ground({in_plane(0, 0)})};
  for (std::size_t k = 0; k < links.size(); ++k) {
    const auto i = 3 * static_cast<Eigen::Index>(k);
    const double x = links[k].half * std::cos(q[i + 2]), y = links[k].half * std::sin(q[i + 2]);
    out.push_back(
        bar("link " + std::to_string(k + 1), {in_plane(q[i] - x, q[i + 1] - y), in_plane(q[i] + x, q[i + 1] + y)}));
  }
  out.push_back(trail(out.back().body, out.back().points.back()));
  return out;
}

// A reference of 32 links has 26 digits up to the default t_end and takes about 10 s of CPU time; the cost is
// proportional to n².
std::string why_no_reference(const Parameters& p) {
  constexpr int longest = 32;
  if (chain_length(p) <= longest) return {};
  return "a reference for more than " + std::to_string(longest) + " links takes too long to compute in quad";
}

// Throws if two links differ in length or mass by a factor of more than 1e8: the rounding errors of the larger link's
// coordinates and forces would exceed the values of the smaller link.
void require_links(const Parameters& p) {
  constexpr double most = 1e8;
  const auto links = chain_data<double>(p).links;
  const auto differ_too_much = [](double a, double b) { return !(a <= most * b && b <= most * a); };
  for (const char* what : {"length", "mass"}) {
    const bool length = what == std::string_view("length");
    const auto of = [&](const ChainLink<double>& link) { return length ? link.half : link.mass; };
    if (differ_too_much(of(links.front()), of(links.back())))
      throw std::invalid_argument(std::string(what) + "_ratio=" + p.text(std::string(what) + "_ratio") +
                                  " is not allowed with n=" + p.text("n") +
                                  ": first and last link may differ by a factor of 1e8 at most");
  }
}

std::vector<ParameterSpec> parameters() {
  return {{"n", "8", "-", "number of links", {}, 1, 100000},
          {"length", "1", "m", "length of the first link", {}, 1e-300},
          {"mass", "1", "kg", "mass of the first link", {}, 1e-300},
          {"length_ratio", "1", "-", "length of a link divided by that of the previous link", {}, 1e-300},
          {"mass_ratio", "1", "-", "mass of a link divided by that of the previous link", {}, 1e-300},
          {"gravity", "9.81", "m/s^2", "acceleration of gravity", {}, 0},
          {"friction", "0", "N m s", "viscous friction of every joint", {}, 0},
          {"angle", "0", "rad", "initial angle of the first link above the horizontal"},
          {"bend", "0.1", "rad", "initial angle of every further link relative to the previous link"},
          {"rate", "0", "rad/s", "initial angular velocity of the first link"},
          {"bend_rate", "0", "rad/s", "initial angular velocity of every further link relative to the previous link"},
          {.name = "solver",
           .default_value = "tree",
           .unit = "-",
           .meaning = "linear algebra: elimination along the chain, KLU (in double; else tree), or dense",
           .choices = "tree|klu|dense",
           .numerical = true}};
}

}  // namespace

Problem planar_chain_problem() {
  return {
      .name = "planar-chain",
      .title = "Planar chain of n hinged rods under gravity",
      .source = "a multiple pendulum; two links are those of li2019, section 4",
      .t_end = "1",
      .parameters = parameters(),
      .formulations = formulations(),
      .outputs = {{"end_x", "m", "horizontal position of the last link's end"},
                  {"end_y", "m", "vertical position of the last link's end"},
                  {"centre_x", "m", "horizontal position of the centre of mass"},
                  {"centre_y", "m", "vertical position of the centre of mass"},
                  {"kinetic_energy", "J", "kinetic energy"},
                  {"potential_energy", "J", "potential energy, 0 at the height of the first hinge"}},
      .invariants = "energy, without friction",
      .in_double = model<double>(),
      .in_long = model<long double>(),
      .in_quad = model<quad>(),
      .in_double_double = model<double_double>().system,
      .check = require_links,
      .reference = {.none = why_no_reference},
      .general_data = {{"n", "3"},
                       {"length", "1.3"},
                       {"mass", "0.7"},
                       {"length_ratio", "0.9"},
                       {"mass_ratio", "1.1"},
                       {"angle", "-0.4"},
                       {"bend", "0.7"},
                       {"rate", "1.5"},
                       {"bend_rate", "-0.7"}},
      .drawing = {View::plane, strokes},
  };
}

}  // namespace plumb
