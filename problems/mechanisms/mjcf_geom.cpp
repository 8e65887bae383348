// The inertia of homogeneous boxes, cylinders and spheres is as in body_text.cpp. An ellipsoid has J_xx = m (b² +
// c²)/5. A capsule of radius r, with a cylinder of length L and mass m_c and hemispheres of the total mass m_s, has
//
//   J_zz = m_c r²/2 + 2/5 m_s r²,   J_xx = m_c (3 r² + L²)/12 + m_s (2/5 r² + 3/8 r L + L²/4)
//
// A shell (`shellinertia`) is a surface with constant mass per area. A capsule's shell has
//
//   J_zz = m_c r² + 2/3 m_s r²,   J_xx = m_c (6 r² + L²)/12 + m_s (2/3 r² + r L/2 + L²/4)
//
// An ellipsoid's shell is the limit of a layer between the ellipsoid and an ellipsoid with slightly longer semi-axes:
// J_xx = m (b² + c² + 2 V (b + c)/S)/5 with V/S = abc/(ab + bc + ca). The area is Thomsen's approximation, which MuJoCo
// uses too.

#include "problems/mechanisms/mjcf_geom.hpp"

#include <fmt/format.h>

#include <array>

#include "text/mistakes.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

using Number = Digits50;
using Vector = mbs::LongVector;
using mbs::written;

enum class GeomKind { sphere, capsule, ellipsoid, cylinder, box, plane, mesh, hfield, sdf };
constexpr std::array<std::string_view, 9> geom_names = {"sphere", "capsule", "ellipsoid", "cylinder", "box",
                                                        "plane",  "mesh",    "hfield",    "sdf"};

struct Geom {
  GeomKind kind;
  RobotPose pose;
  std::array<Number, 3> size;  // radius and half length, or semi-axes, or half edges

  bool is_solid() const { return is_solid(kind); }
  static bool is_solid(GeomKind kind) { return kind <= GeomKind::box; }
};

/// Returns whether a shape gets its size from a mesh.
bool is_fitted(const XmlItem& item, GeomKind kind) { return Geom::is_solid(kind) && item.has("mesh"); }

GeomKind geom_kind(const XmlItem& item) {
  if (!item.has("type")) return item.has("mesh") ? GeomKind::mesh : GeomKind::sphere;
  const auto found = std::ranges::find(geom_names, item.text("type"));
  if (found == geom_names.end())
    throw item.refusal(
        unknown_name("type", item.text("type"), std::vector<std::string>(geom_names.begin(), geom_names.end()))
            .of("type"));
  return static_cast<GeomKind>(found - geom_names.begin());
}

struct Ends {
  RobotPose pose;  // pose in the middle of both ends, with z along the line
  Number half;     // half distance of the ends
};

Ends ends_of(const XmlItem& item) {
  const auto x = item.numbers("fromto");
  if (x.size() != 6)
    throw item.refusal(wrong_kind("fromto=\"{}\": six numbers are needed", item.text("fromto")).of("fromto"));
  const Vector a(x[0].in<Number>(), x[1].in<Number>(), x[2].in<Number>());
  const Vector b(x[3].in<Number>(), x[4].in<Number>(), x[5].in<Number>());
  const Number half = mbs::length<Number>(b - a) / 2;
  if (half == 0)
    throw item.refusal(out_of_range("fromto=\"{}\": the two points are equal", item.text("fromto")).of("fromto"));
  if (item.has("pos") && !mbs::vanishes(item.triple("pos")))
    throw item.refusal(contradiction("pos and fromto are both given; give one of them").of("fromto"));
  return {pose_along((a + b) / 2, a - b), half};  // the sign of MuJoCo, visible in the frame of a site
}

// Sets pose and length of a capsule, cylinder, box or ellipsoid from its end points `fromto`. Throws for other geoms.
void take_ends(const XmlItem& item, Geom& out) {
  if (out.kind == GeomKind::sphere)
    throw item.refusal(
        contradiction("fromto is allowed for capsules, cylinders, ellipsoids and boxes only").of("fromto"));
  const auto [pose, half] = ends_of(item);
  out.pose = pose;
  const bool is_round = out.kind == GeomKind::capsule || out.kind == GeomKind::cylinder;
  out.size = {out.size[0], is_round ? half : out.size[0], is_round ? Number(0) : half};
}

Geom geom_of(const XmlItem& item, const MjcfCompiler& compiler) {
  constexpr std::array<std::size_t, 5> counts = {1, 2, 3, 2, 3};
  Geom out{geom_kind(item), mjcf_pose(item, compiler), {0, 0, 0}};
  if (!out.is_solid() || is_fitted(item, out.kind)) return out;
  const auto needed = item.has("fromto") ? 1 : counts[static_cast<std::size_t>(out.kind)];
  const auto size = item.has("size") ? item.numbers("size") : std::vector<ExactNumber>();
  if (size.size() < needed)
    throw item.refusal(
        missing_part("size: {} numbers are needed for a {}", needed, geom_names[static_cast<std::size_t>(out.kind)]));
  if (size.size() > 3)
    throw item.refusal(wrong_kind("size=\"{}\": up to three numbers are allowed", item.text("size")).of("size"));
  for (std::size_t i = 0; i < std::min<std::size_t>(size.size(), 3); ++i) {
    out.size[i] = size[i].in<Number>();
    if (i < needed && !(out.size[i] > 0))
      throw item.refusal(out_of_range("size=\"{}\": sizes must be positive", item.text("size")).of("size"));
  }
  if (item.has("fromto")) take_ends(item, out);
  return out;
}

struct Solid {
  Number volume;                  // volume; for a shell: area
  std::array<Number, 3> moments;  // moments of inertia divided by the mass
};

Solid box_shell(const std::array<Number, 3>& half) {
  const auto& [a, b, c] = half;
  const std::array<Number, 3> sides = {b * c, c * a, a * b};  // quarter areas of the faces perpendicular to x, y, z
  const Number all = sides[0] + sides[1] + sides[2];
  std::array<Number, 3> squares;  // mean values of x², y², z²
  for (std::size_t i = 0; i < 3; ++i) squares[i] = half[i] * half[i] * (sides[i] + (all - sides[i]) / 3) / all;
  return {8 * all, {squares[1] + squares[2], squares[0] + squares[2], squares[0] + squares[1]}};
}

Solid ellipsoid_shell(const std::array<Number, 3>& axes) {
  const auto& [a, b, c] = axes;
  const Number p("1.6075"), layer = 2 * a * b * c / (a * b + b * c + c * a);
  const Number mean = (pow(Number(a * b), p) + pow(Number(b * c), p) + pow(Number(c * a), p)) / 3;
  const auto moment = [&](const Number& x, const Number& y) { return Number((x * x + y * y + layer * (x + y)) / 5); };
  return {4 * Number::pi() * pow(mean, Number(1 / p)), {moment(b, c), moment(a, c), moment(a, b)}};
}

Solid shell_of(const Geom& geom) {
  const auto& [r, half, unused] = geom.size;
  const Number pi = Number::pi(), r2 = r * r, L = 2 * half;
  switch (geom.kind) {
    case GeomKind::sphere: return {4 * pi * r2, {2 * r2 / 3, 2 * r2 / 3, 2 * r2 / 3}};
    case GeomKind::ellipsoid: return ellipsoid_shell(geom.size);
    case GeomKind::cylinder: {
      const Number all = L + r;  // areas divided by 2πr
      const Number across = (L * (6 * r2 + L * L) / 12 + r * (r2 / 4 + half * half)) / all;
      return {2 * pi * r * all, {across, across, (L * r2 + r * r2 / 2) / all}};
    }
    case GeomKind::capsule: {
      const Number round = 2 * r, all = L + round;  // areas divided by 2πr
      const Number across = (L * (6 * r2 + L * L) / 12 + round * (2 * r2 / 3 + r * half + half * half)) / all;
      return {2 * pi * r * all, {across, across, (L * r2 + round * 2 * r2 / 3) / all}};
    }
    default: return box_shell(geom.size);
  }
}

Solid solid_of(const Geom& geom) {
  const auto& [a, b, c] = geom.size;
  const Number pi = Number::pi(), r2 = a * a;
  switch (geom.kind) {
    case GeomKind::sphere: return {4 * pi * r2 * a / 3, {2 * r2 / 5, 2 * r2 / 5, 2 * r2 / 5}};
    case GeomKind::ellipsoid:
      return {4 * pi * a * b * c / 3, {(b * b + c * c) / 5, (r2 + c * c) / 5, (r2 + b * b) / 5}};
    case GeomKind::cylinder: {
      const Number across = r2 / 4 + b * b / 3;
      return {2 * pi * r2 * b, {across, across, r2 / 2}};
    }
    case GeomKind::capsule: {
      const Number L = 2 * b, round = 4 * a / 3, all = L + round;  // volumes divided by πr²
      const Number across = (L * (3 * r2 + L * L) / 12 + round * (2 * r2 / 5 + 3 * a * L / 8 + L * L / 4)) / all;
      return {pi * r2 * all, {across, across, (L * r2 / 2 + round * 2 * r2 / 5) / all}};
    }
    default: return {8 * a * b * c, {(b * b + c * c) / 3, (r2 + c * c) / 3, (r2 + b * b) / 3}};
  }
}

}  // namespace

RobotInertial mjcf_inertial(const XmlItem& item, const MjcfCompiler& compiler) {
  const ExactNumber zero("0");
  RobotInertial out{
      mjcf_pose(item, compiler), item.number("mass"), {zero, zero, zero, zero, zero, zero}, item.element.place};
  if (!(out.mass.in<double>() >= 0)) throw item.refusal(out_of_range("the mass may not be negative"));
  const bool is_full = item.has("fullinertia");
  item.text("pos");
  for (const char* key : {"diaginertia", "quat", "axisangle", "euler", "xyaxes", "zaxis"})
    if (is_full && item.has(key))
      throw item.refusal(contradiction("fullinertia and {} are both given; give one of them", key).of("fullinertia"));
  if (!is_full && !item.has("diaginertia")) return out;
  const auto moments = item.numbers(is_full ? "fullinertia" : "diaginertia");
  if (moments.size() != (is_full ? 6U : 3U))
    throw item.refusal(wrong_kind("diaginertia needs three numbers, fullinertia needs six"));
  for (std::size_t i = 0; i < moments.size(); ++i) out.inertia[i] = moments[i];
  return out;
}

std::optional<RobotInertial> mjcf_inertial_of_geom(const XmlItem& item, const MjcfCompiler& compiler) {
  const auto geom = geom_of(item, compiler);
  if (!geom.is_solid() || is_fitted(item, geom.kind)) return {};
  const auto solid = mjcf_bool(item, "shellinertia", false) ? shell_of(geom) : solid_of(geom);
  const Number density = item.has("density") ? item.number("density").in<Number>() : Number(1000);
  const Number mass = item.has("mass") ? item.number("mass").in<Number>() : Number(density * solid.volume);
  if (!(mass >= 0)) throw item.refusal(out_of_range("the mass may not be negative"));
  if (mass == 0) return {};
  const auto moment = [&](std::size_t i) { return written(Number(mass * solid.moments[i])); };
  const ExactNumber zero("0");
  return RobotInertial{
      geom.pose, written(mass), {moment(0), moment(1), moment(2), zero, zero, zero}, item.element.place};
}

bool has_unknown_inertia(const XmlItem& item) {
  const auto kind = geom_kind(item);
  if (kind == GeomKind::plane || (Geom::is_solid(kind) && !is_fitted(item, kind))) return false;
  const auto* key = item.has("mass") ? "mass" : "density";
  return !item.has(key) || item.number(key).in<double>() != 0;
}

RobotPose mjcf_pose_with_ends(const XmlItem& item, const MjcfCompiler& compiler) {
  return item.has("fromto") ? ends_of(item).pose : mjcf_pose(item, compiler);
}

bool is_plane(const XmlItem& item) { return geom_kind(item) == GeomKind::plane; }

std::vector<RobotShape> mjcf_shapes_of_geom(const XmlItem& item, const MjcfCompiler& compiler) {
  const auto geom = geom_of(item, compiler);
  if (is_fitted(item, geom.kind)) return {};
  const auto twice = [&](std::size_t i) { return written(Number(2 * geom.size[i])); };
  const auto radius = written(geom.size[0]), zero = ExactNumber("0");
  switch (geom.kind) {
    case GeomKind::sphere: return {{mbs::ShapeKind::sphere, geom.pose, {radius, zero, zero}}};
    case GeomKind::box: return {{mbs::ShapeKind::box, geom.pose, {twice(0), twice(1), twice(2)}}};
    case GeomKind::cylinder: return {{mbs::ShapeKind::cylinder, geom.pose, {radius, twice(1), zero}}};
    case GeomKind::capsule: break;
    default: return {};
  }
  std::vector<RobotShape> out = {{mbs::ShapeKind::cylinder, geom.pose, {radius, twice(1), zero}}};
  mbs::LongMatrix axes = mbs::LongMatrix::Identity();
  for (const auto& turn : geom.pose.turns)
    axes = axes * mbs::turn_about(mbs::in_long(turn.axis), turn.angle.in<Number>());
  for (const int sign : {-1, 1}) {
    auto end = geom.pose;
    end.xyz = written(Vector(mbs::in_long(geom.pose.xyz) + Number(sign) * geom.size[1] * axes.col(2)));
    out.push_back({mbs::ShapeKind::sphere, end, {radius, zero, zero}});
  }
  return out;
}

}  // namespace plumb
