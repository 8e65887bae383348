// Shapes: a homogeneous box a × b × c has J_xx = m (b² + c²)/12; a solid cylinder has m r²/2 about its axis and m (3 r²
// + l²)/12 across it; a solid sphere has 2/5 m r² (Wittenburg, Dynamics of Multibody Systems, 2008, appendix).

#include "problems/mechanisms/body_text.hpp"

#include <fmt/format.h>

#include <array>

#include "text/mistakes.hpp"

namespace plumb {
namespace {

using Inertia = std::array<ExactNumber, 6>;
using Moments = std::array<std::string, 3>;

constexpr std::array<std::string_view, 3> axis_names = {"x", "y", "z"};

Inertia principal(const ExactNumber& x, const ExactNumber& y, const ExactNumber& z) {
  const ExactNumber zero("0");
  return {x, y, z, zero, zero, zero};
}

/// A homogeneous body: its volume, and its moments of inertia divided by the mass, as formulas.
struct Shape {
  std::string volume;
  Moments by_mass;
};

Shape box(const std::array<std::string, 3>& edges) {
  const auto& [a, b, c] = edges;
  const auto moment = [](const std::string& u, const std::string& v) { return fmt::format("({}^2 + {}^2)/12", u, v); };
  return {fmt::format("{}*{}*{}", a, b, c), {moment(b, c), moment(a, c), moment(a, b)}};
}

std::string in_parentheses(const ExactNumber& number) { return "(" + number.text() + ")"; }

/// A bar is a box with its length along one axis of the body; width and height are along the next two axes.
Shape bar_shape(const MechanismItem& item) {
  item.allow({"kind", "axis", "length", "width", "height"});
  const auto length = in_parentheses(item.positive("length")), width = in_parentheses(item.positive("width"));
  const auto height = item.has("height") ? in_parentheses(item.positive("height")) : width;
  const auto along = item.choice("axis", axis_names, 0);
  std::array<std::string, 3> edges;
  edges[along] = length;
  edges[(along + 1) % 3] = width;
  edges[(along + 2) % 3] = height;
  return box(edges);
}

Shape box(const MechanismItem& item) {
  item.allow({"kind", "size"});
  const auto size = item.triple("size");
  for (const auto& edge : size)
    if (!(edge.in<double>() > 0)) throw item.refusal("size", out_of_range("edges must be positive"));
  return box({in_parentheses(size[0]), in_parentheses(size[1]), in_parentheses(size[2])});
}

Shape cylinder(const MechanismItem& item) {
  item.allow({"kind", "axis", "length", "radius"});
  const auto l = in_parentheses(item.positive("length")), r = in_parentheses(item.positive("radius"));
  const auto across = fmt::format("(3*{}^2 + {}^2)/12", r, l);
  Shape out{fmt::format("pi*{}^2*{}", r, l), {across, across, across}};
  out.by_mass[item.choice("axis", axis_names, 0)] = r + "^2/2";
  return out;
}

Shape sphere(const MechanismItem& item) {
  item.allow({"kind", "radius"});
  const auto r = in_parentheses(item.positive("radius"));
  const auto moment = fmt::format("2*{}^2/5", r);
  return {fmt::format("4*pi*{}^3/3", r), {moment, moment, moment}};
}

Shape shape_of(const MechanismItem& item) {
  constexpr std::array<std::string_view, 4> kinds = {"bar", "box", "cylinder", "sphere"};
  Shape (*const of[])(const MechanismItem&) = {bar_shape, box, cylinder, sphere};
  return of[item.choice("kind", kinds)](item);
}

void take_shape(const MechanismItem& item, const Shape& shape, mbs::Body& body) {
  item.require_one_of("shape", "inertia");
  item.require_one_of("mass", "density");
  if (!item.has("mass") && !item.has("density"))
    throw item.refusal("shape", missing_part("a density [kg/m^3] or a mass [kg] is needed in addition to it"));
  body.mass = item.has("mass") ? item.number("mass")
                               : item.value_of(in_parentheses(item.positive("density")) + "*" + shape.volume);
  const auto moment = [&](std::size_t i) { return item.value_of(in_parentheses(body.mass) + "*" + shape.by_mass[i]); };
  body.inertia = principal(moment(0), moment(1), moment(2));
}

Inertia inertia_of(const MechanismItem& item) {
  if (!item.has("inertia"))
    throw item.refusal(
        "", UsageError("'inertia' [kg m^2] is missing, or a shape: { kind = \"bar\", length = 1, width = 0.1 }",
                       Mistake::missing)
                .of("inertia"));
  const auto n = item.numbers("inertia");
  if (n.size() == 3) return principal(n[0], n[1], n[2]);
  if (n.size() == 6) return {n[0], n[1], n[2], n[3], n[4], n[5]};
  throw item.refusal("inertia",
                     wrong_kind("three numbers are allowed, [xx, yy, zz], or six, [xx, yy, zz, xy, xz, yz]"));
}

mbs::Attitude attitude_of(const MechanismItem& item) {
  mbs::Attitude out;
  out.first = item.optional_triple("first_axis");
  out.second = item.optional_triple("second_axis");
  if (out.first.has_value() != out.second.has_value())
    throw item.refusal(
        out.first ? "first_axis" : "second_axis",
        missing_part("give both first_axis and second_axis (directions in space of two axes of the body), or none"));
  for (const auto& turn : item.all_inner("turns")) out.turns.push_back(turn_of(turn));
  return out;
}

}  // namespace

mbs::Turn turn_of(const MechanismItem& item) {
  item.allow({"axis", "angle"});
  return {item.triple("axis"), item.number("angle")};
}

mbs::Body body_of(const MechanismItem& item) {
  item.allow({"name", "mass", "inertia", "shape", "density", "position", "first_axis", "second_axis", "turns",
              "velocity", "angular_velocity", "centre", "part_of"});
  for (const char* key : {"velocity", "angular_velocity"})
    if (item.has("part_of") && item.has(key))
      throw item.refusal(key, contradiction("a part of a body has no velocity of its own; remove this key"));
  const ExactNumber zero("0");
  mbs::Body out{
      .name = item.name(), .mass = zero, .inertia = principal(zero, zero, zero), .position = item.triple("position")};
  if (const auto shape = item.inner("shape")) {
    take_shape(item, shape_of(*shape), out);
  } else {
    if (item.has("density")) throw item.refusal("density", contradiction("this key needs a shape, which is missing"));
    out.mass = item.number("mass");
    out.inertia = inertia_of(item);
  }
  out.attitude = attitude_of(item);
  if (const auto v = item.optional_triple("velocity")) out.velocity = *v;
  if (const auto w = item.optional_triple("angular_velocity")) out.angular_velocity = *w;
  return out;
}

}  // namespace plumb
