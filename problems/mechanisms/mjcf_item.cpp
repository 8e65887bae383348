#include "problems/mechanisms/mjcf_item.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "text/mistakes.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

using Number = Digits50;
using Vector = mbs::LongVector;

Vector vector_of(const std::vector<ExactNumber>& x, std::size_t first) {
  return {x[first].in<Number>(), x[first + 1].in<Number>(), x[first + 2].in<Number>()};
}

std::vector<ExactNumber> so_many(const XmlItem& item, const char* key, std::size_t count) {
  auto out = item.numbers(key);
  if (out.size() != count)
    throw item.refusal(wrong_kind("{}=\"{}\": {} numbers are needed", key, item.text(key), count).of(key));
  return out;
}

/// The cosine of half the angle is w, and its sine |(x, y, z)|, each divided by the length of the quaternion.
std::vector<mbs::Turn> turns_of_quaternion(const XmlItem& item) {
  const auto e = so_many(item, "quat", 4);
  const Vector v = vector_of(e, 1);
  const Number size = mbs::length<Number>(v), w = e[0].in<Number>();
  if (size == 0 && w == 0)
    throw item.refusal(out_of_range("quat=\"{}\" has no direction", item.text("quat")).of("quat"));
  if (size == 0) return {};
  return {{{e[1], e[2], e[3]}, mbs::written(Number(2 * atan2(size, w)))}};
}

std::vector<mbs::Turn> turns_of_euler(const XmlItem& item, const MjcfCompiler& compiler) {
  const auto angles = so_many(item, "euler", 3);
  std::vector<mbs::Turn> out;
  for (std::size_t i = 0; i < 3; ++i) {
    const char letter = compiler.euler[i];
    const bool turns_along = letter >= 'x';
    const auto axis = static_cast<std::size_t>(letter - (turns_along ? 'x' : 'X'));
    const mbs::Turn turn{mbs::unit_triple(axis), mjcf_angle(angles[i], compiler)};
    out.insert(turns_along ? out.end() : out.begin(), turn);
  }
  return out;
}

/// The turn whose matrix has these columns x and z.
std::vector<mbs::Turn> turns_of_axes(const Vector& x, const Vector& z) {
  mbs::LongMatrix A;
  A << x, z.cross(x), z;
  // Computes the quaternion by its largest component (Shepperd 1978).
  const std::array<Number, 4> squares = {1 + A(0, 0) + A(1, 1) + A(2, 2), 1 + A(0, 0) - A(1, 1) - A(2, 2),
                                         1 - A(0, 0) + A(1, 1) - A(2, 2), 1 - A(0, 0) - A(1, 1) + A(2, 2)};
  const auto largest = std::ranges::max_element(squares) - squares.begin();
  const Vector twist(A(2, 1) - A(1, 2), A(0, 2) - A(2, 0), A(1, 0) - A(0, 1));
  Number w = squares[0];
  Vector v = twist;
  if (largest > 0) {
    const auto i = static_cast<Eigen::Index>(largest - 1);
    w = twist[i];
    for (Eigen::Index j = 0; j < 3; ++j)
      v[j] = i == j ? squares[static_cast<std::size_t>(largest)] : Number(A(i, j) + A(j, i));
  }
  const Number size = mbs::length<Number>(v);
  if (size == 0) return {};
  return {{mbs::written(v), mbs::written(Number(2 * atan2(size, w)))}};
}

}  // namespace

void MjcfDefaults::add(const XmlElement& element, const std::string& parent) {
  const auto* given = element.attribute("class");
  const auto name = given ? *given : main_;
  if (parent.empty()) main_ = name;
  auto own = parent.empty() ? Attributes() : classes_[parent];
  for (const auto& child : element.children)
    if (child.name != "default")
      for (const auto& a : child.attributes) own[child.name].insert_or_assign(a.name, a.value);
  classes_.insert_or_assign(name, std::move(own));
  for (const auto* child : element.all("default")) add(*child, name);
}

XmlElement MjcfDefaults::completed(const XmlElement& element, const std::string& childclass) const {
  const auto* given = element.attribute("class");
  const auto name = given ? *given : childclass.empty() ? main_ : childclass;
  const auto found = classes_.find(name);
  if (found == classes_.end() && given) {
    std::vector<std::string> known;
    for (const auto& [key, value] : classes_) known.push_back(key);
    throw element.place.refusal(unknown_name("class", *given, known).of("class"));
  }
  auto out = element;
  if (found == classes_.end()) return out;
  const auto attributes = found->second.find(element.name);
  if (attributes == found->second.end()) return out;
  for (const auto& [key, value] : attributes->second)
    if (!element.attribute(key)) out.attributes.push_back({key, value});
  return out;
}

ExactNumber mjcf_angle(const ExactNumber& angle, const MjcfCompiler& compiler) {
  if (!compiler.degrees) return angle;
  return ExactNumber(fmt::format("({})*pi/180", angle.text()));
}

RobotPose pose_along(const Vector& at, const Vector& direction) {
  const Vector z = mbs::unit(direction);
  return {mbs::written(at), turns_of_axes(mbs::farthest_across(z), z)};
}

RobotPose mjcf_pose(const XmlItem& item, const MjcfCompiler& compiler) {
  RobotPose out;
  if (item.has("pos")) out.xyz = item.triple("pos");
  if (item.has("quat")) {
    out.turns = turns_of_quaternion(item);
  } else if (item.has("axisangle")) {
    const auto x = so_many(item, "axisangle", 4);
    if (mbs::vanishes({x[0], x[1], x[2]}))
      throw item.refusal(out_of_range("axisangle: the axis has no direction").of("axisangle"));
    out.turns = {{{x[0], x[1], x[2]}, mjcf_angle(x[3], compiler)}};
  } else if (item.has("euler")) {
    out.turns = turns_of_euler(item, compiler);
  } else if (item.has("xyaxes")) {
    const auto x = so_many(item, "xyaxes", 6);
    const Vector first = mbs::unit(vector_of(x, 0));
    out.turns = turns_of_axes(first, mbs::unit<Number>(first.cross(vector_of(x, 3))));
  } else if (item.has("zaxis")) {
    out.turns = pose_along(Vector::Zero(), mbs::in_long(item.triple("zaxis"))).turns;
  }
  return out;
}

void require_plain_compiler(const XmlItem& item) {
  for (const char* key : {"settotalmass", "boundmass", "boundinertia", "balanceinertia", "inertiagrouprange"})
    if (item.has(key) && item.text(key) != "0" && item.text(key) != "false" && item.text(key) != "0 5")
      throw item.refusal(fmt::format("{}=\"{}\" is not supported, and masses depend on it", key, item.text(key)));
  if (item.has("coordinate") && item.text("coordinate") != "local")
    throw item.refusal(fmt::format("coordinate=\"{}\": only local coordinates are supported", item.text("coordinate")));
}

void require_plain_flags(const XmlItem& option) {
  const auto flag = option.child("flag");
  if (!flag) return;
  for (const char* key : {"gravity", "passive", "spring", "damper", "constraint", "equality"})
    if (flag->has(key) && flag->text(key) == "disable")
      throw flag->refusal(fmt::format("{}=\"disable\" is not supported, and the motion depends on it", key));
}

std::vector<std::string> mjcf_left_out(const XmlItem& item) {
  using Keys = std::vector<const char*>;
  static const std::map<std::string, Keys> of_element = {
      {"option", {"density", "viscosity", "wind"}}, {"body", {"gravcomp", "mocap"}}, {"joint", {"springdamper"}}};
  const auto says_nothing = [](const std::string& text) {
    return text == "false" || text.find_first_not_of("0. ") == std::string::npos;
  };
  std::vector<std::string> out;
  if (const auto keys = of_element.find(item.element.name); keys != of_element.end())
    for (const char* key : keys->second)
      if (item.has(key) && !says_nothing(item.text(key)))
        out.push_back(fmt::format("{} of <{}>", key, item.element.name));
  return out;
}

}  // namespace plumb
