// The stiffness of sections of homogeneous elastic material: EA, k_y GA, k_z GA, GJ, EI_y, EI_z. The shear coefficients
// k are from Cowper 1966 (J. Appl. Mech. 33, 335). The torsion constant of a rectangle a >= b is Saint-Venant's
//
//   J = a b³/3 (1 − 192/π⁵ b/a Σ tanh(nπa/(2b))/n⁵),  n odd     (Timoshenko & Goodier, Theory of Elasticity, art. 109)

#include "problems/mechanisms/beam_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "problems/mbs/long_vectors.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

using Number = Digits50;

using mbs::written;

Number positive(const MechanismItem& item, std::string_view key) { return item.positive(key).in<Number>(); }

/// Area, second moments about y and z, torsion constant, shear coefficients.
struct Geometry {
  Number area, about_y, about_z, torsion, shear_y, shear_z;
};

// Sums the difference of tanh and 1, which decays as exp(−nπa/b). The sum of 1/n⁵ over odd n is 31/32 ζ(5).
Number torsion_of_rectangle(const Number& a, const Number& b) {
  const Number e("2.71828182845904523536028747135266249775724709369995957");
  const Number zeta5("1.03692775514336992633136548645703416805708091950191281");
  const Number pi = Number::pi();
  Number sum = 31 * zeta5 / 32;
  for (int n = 1; n < 40; n += 2) sum -= 2 / (pow(e, n * pi * a / b) + 1) / pow(Number(n), 5);
  return a * b * b * b / 3 * (1 - 192 / pow(pi, 5) * b / a * sum);
}

Geometry rectangle(const MechanismItem& item, const Number& nu) {
  item.allow({"kind", "width", "height"});  // width along y, height along z
  const Number w = positive(item, "width"), h = positive(item, "height"), k = 10 * (1 + nu) / (12 + 11 * nu);
  const Number torsion = w < h ? torsion_of_rectangle(h, w) : torsion_of_rectangle(w, h);
  return {w * h, w * h * h * h / 12, h * w * w * w / 12, torsion, k, k};
}

Geometry ring(const Number& outer, const Number& inner, const Number& nu) {
  const auto fourth = [](const Number& x) { return x * x * x * x; };
  const Number about = Number::pi() / 4 * (fourth(outer) - fourth(inner)), m = inner / outer,
               s = (1 + m * m) * (1 + m * m);
  const Number k = 6 * (1 + nu) * s / ((7 + 6 * nu) * s + (20 + 12 * nu) * m * m);
  return {Number::pi() * (outer * outer - inner * inner), about, about, 2 * about, k, k};
}

Geometry circle(const MechanismItem& item, const Number& nu) {
  item.allow({"kind", "radius"});
  return ring(positive(item, "radius"), Number(0), nu);
}

Geometry tube(const MechanismItem& item, const Number& nu) {
  item.allow({"kind", "radius", "inner_radius"});
  const Number outer = positive(item, "radius"), inner = positive(item, "inner_radius");
  if (!(inner < outer)) throw item.refusal("inner_radius", contradiction("it must be smaller than the radius"));
  return ring(outer, inner, nu);
}

void take_shape(const MechanismItem& item, const MechanismItem& shape, mbs::Section& out) {
  constexpr std::array<std::string_view, 3> kinds = {"rectangle", "circle", "tube"};
  Geometry (*const of[])(const MechanismItem&, const Number&) = {rectangle, circle, tube};
  for (const auto& key : {"mass", "inertia", "stiffness"}) item.require_one_of("shape", key);
  const Number rho = positive(item, "density"), young = positive(item, "young");
  const Number nu = item.number("poisson").in<Number>();
  if (!(nu > -1) || !(nu <= Number(0.5)))
    throw item.refusal("poisson", out_of_range("Poisson's ratio lies between -1 and 0.5"));
  const Geometry g = of[shape.choice("kind", kinds)](shape, nu);
  const Number shear = young / (2 * (1 + nu)) * g.area;
  out.mass = written(rho * g.area);
  out.inertia = {written(rho * (g.about_y + g.about_z)), written(rho * g.about_y), written(rho * g.about_z)};
  out.stiffness = {written(young * g.area),    written(g.shear_y * shear),
                   written(g.shear_z * shear), written(young / (2 * (1 + nu)) * g.torsion),
                   written(young * g.about_y), written(young * g.about_z)};
}

template <std::size_t... i>
std::array<ExactNumber, sizeof...(i)> listed(const std::vector<ExactNumber>& all, std::index_sequence<i...>) {
  return {all[i]...};
}
template <std::size_t n>
std::array<ExactNumber, n> positive_numbers(const MechanismItem& item, std::string_view key, std::string_view label) {
  const auto all = item.numbers(key);
  if (all.size() != n) throw item.refusal(key, wrong_kind("{} numbers are needed: {}", n, label));
  for (const auto& x : all)
    if (!(x.in<double>() > 0)) throw item.refusal(key, out_of_range("{} is not positive", x.text()));
  return listed(all, std::make_index_sequence<n>());
}

mbs::Arc arc_of(const MechanismItem& item) {
  item.allow({"centre", "axis", "angle"});
  return {item.triple("centre"), item.triple("axis"), item.number("angle")};
}

std::optional<std::string> holder_of(const MechanismItem& item, std::string_view key) {
  if (!item.has(key)) return {};
  return item.text(key);
}

int elements_of(const MechanismItem& item, int refine) {
  constexpr double most = 10000;
  const double n = item.number_or("elements", "1").in<double>() * refine;
  if (!(n >= 1) || n != std::floor(n) || n > most)
    throw item.refusal("elements",
                       out_of_range("a whole number is allowed; its product with 'refine' must be from 1 to {}", most));
  return static_cast<int>(n);
}

}  // namespace

std::vector<ParameterSpec> beam_parameters(bool momenta) {
  std::vector<ParameterSpec> out = {
      {.name = "refine",
       .default_value = "1",
       .unit = "-",
       .meaning = "multiplies the elements of all beams",
       .minimum = 1},
      {.name = "tangent",
       .default_value = "exact",
       .unit = "-",
       .meaning = momenta
                      ? "Newton's matrix: exact, cheap (beams without the geometric part), or predicted (in momenta: "
                        "with the rotations of the predicted state)"
                      : "tangent stiffness of beams: exact, or cheap: without the geometric part",
       .choices = momenta ? "exact|cheap|predicted" : "exact|cheap",
       .numerical = true},
      {.name = "rotations",
       .default_value = "",
       .unit = "-",
       .meaning = "rotations within the elements of all beams; default: as each beam specifies",
       .choices = "relative|incremental"}};
  if (momenta)
    out.push_back(
        {.name = "positions",
         .default_value = "",
         .unit = "-",
         .meaning =
             "positions that methods integrate in momentum formulations: beam nodes or centres of mass (default)",
         .choices = "nodes|centres",
         .numerical = true});
  return out;
}

mbs::Section section_of(const MechanismItem& item) {
  item.allow({"name", "mass", "inertia", "stiffness", "shape", "density", "young", "poisson", "damping"});
  mbs::Section out{.name = item.name()};
  if (const auto shape = item.inner("shape")) {
    take_shape(item, *shape, out);
  } else {
    for (const auto& key : {"density", "young", "poisson"})
      if (item.has(key)) throw item.refusal(key, contradiction("this key needs a shape, which is missing"));
    out.mass = item.positive("mass");
    out.inertia = positive_numbers<3>(item, "inertia", "about x, y, z, by length [kg m]");
    out.stiffness = positive_numbers<6>(item, "stiffness", "EA, GA_y, GA_z [N], GJ, EJ_y, EJ_z [N m^2]");
  }
  out.damping = item.number_or("damping", "0");
  if (!(out.damping.in<double>() >= 0)) throw item.refusal("damping", out_of_range("it is negative"));
  return out;
}

mbs::Beam beam_of(const MechanismItem& item, const std::vector<mbs::Section>& sections, int refine) {
  item.allow({"name", "section", "from", "to", "arc", "curve", "orientation", "elements", "inertia", "node_length",
              "end_moment", "balance", "rotations", "first", "last", "velocity", "angular_velocity"});
  const auto section = std::ranges::find(sections, item.text("section"), &mbs::Section::name);
  if (section == sections.end()) {
    std::string known;
    for (const auto& other : sections) known += (known.empty() ? "" : ", ") + other.name;
    throw item.refusal("section", no_such("there is no section '{}'; known: {}", item.text("section"), known));
  }
  mbs::Beam out{.name = item.name(), .section = *section};
  item.require_one_of("curve", "from");
  out.curve = item.triples("curve");
  if (!item.has("curve")) out.from = item.triple("from");
  out.to = item.optional_triple("to");
  if (const auto arc = item.inner("arc")) out.arc = arc_of(*arc);
  out.orientation = item.optional_triple("orientation");
  out.elements = elements_of(item, refine);
  out.node_length = item.has("node_length") ? item.positive("node_length") : mbs::number("1");
  out.end_moment = item.has("end_moment") ? item.positive("end_moment") : mbs::number("1");
  out.inertia = static_cast<mbs::BeamInertia>(item.choice("inertia", mbs::beam_inertia_names, 0));
  if (out.inertia != mbs::BeamInertia::lumped && item.has("end_moment"))
    throw item.refusal("end_moment", contradiction("this key is allowed with lumped inertia only"));
  out.balance = static_cast<mbs::BeamBalance>(item.choice("balance", mbs::beam_balance_names, 0));
  out.first = holder_of(item, "first");
  out.last = holder_of(item, "last");
  if (const auto v = item.optional_triple("velocity")) out.velocity = *v;
  if (const auto w = item.optional_triple("angular_velocity")) out.angular_velocity = *w;
  return out;
}

}  // namespace plumb
