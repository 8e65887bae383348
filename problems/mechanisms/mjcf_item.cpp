#include "problems/mechanisms/mjcf_item.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "text/mistakes.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

using Number = Digits50;
using Vector = mbs::LongVector;

Vector vector_of(const std::vector<ExactNumber>& x, std::size_t first) {
  return {x[first].in<Number>(), x[first + 1].in<Number>(), x[first + 2].in<Number>()};
}

std::vector<ExactNumber> require_numbers(const XmlItem& item, const char* key, std::size_t count) {
  auto out = item.numbers(key);
  if (out.size() != count)
    throw item.refusal(wrong_kind("{}=\"{}\": {} numbers are needed", key, item.text(key), count).of(key));
  return out;
}

std::vector<mbs::Turn> turns_of_quat(const XmlItem& item) {
  const auto e = require_numbers(item, "quat", 4);
  if (std::ranges::all_of(e, is_zero))
    throw item.refusal(out_of_range("quat=\"{}\": the quaternion must not be 0", item.text("quat")).of("quat"));
  return turns_of_quaternion({e[0], e[1], e[2], e[3]});
}

std::vector<mbs::Turn> turns_of_euler(const XmlItem& item, const MjcfCompiler& compiler) {
  const auto angles = require_numbers(item, "euler", 3);
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

/// Returns whether an attribute gives an orientation and so overrides the attribute `quat` of the class.
bool is_direction(std::string_view key) {
  return key == "axisangle" || key == "euler" || key == "xyaxes" || key == "zaxis";
}
bool gives_direction(const XmlElement& element) {
  return std::ranges::any_of(element.attributes, [](const XmlAttribute& a) { return is_direction(a.name); });
}

/// Returns the rotation whose matrix has the columns x and z.
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

std::vector<mbs::Turn> turns_of_two_axes(const XmlItem& item) {
  const auto x = require_numbers(item, "xyaxes", 6);
  const Vector first = vector_of(x, 0), normal = first.cross(vector_of(x, 3));
  if (mbs::length<Number>(normal) == 0)
    throw item.refusal(
        out_of_range("xyaxes=\"{}\": two axes of different directions are needed", item.text("xyaxes")).of("xyaxes"));
  return turns_of_axes(mbs::unit(first), mbs::unit(normal));
}

}  // namespace

void MjcfDefaults::add(const XmlElement& element, const std::string& parent) {
  const auto* class_name = element.attribute("class");
  const auto refuse = [&](const UsageError& why) { return element.place.of("class").refusal(why.after("<default>")); };
  if (parent.empty() && class_name && *class_name != "main")
    throw refuse(contradiction("the outermost class must be called 'main', not '{}'", printable_excerpt(*class_name)));
  if (!parent.empty() && (!class_name || class_name->empty()))
    throw refuse(missing_part("a nested class needs a name: class=\"...\""));
  const auto name = parent.empty() ? std::string("main") : *class_name;
  if (!parent.empty() && !classes_.emplace(name, classes_.at(parent)).second)
    throw refuse(contradiction("the class '{}' is defined twice", printable_excerpt(name)));
  for (const auto& child : element.children) {
    if (child.name == "default") continue;
    auto& own = classes_.at(name)[child.name];
    if (gives_direction(child)) std::erase_if(own, [](const auto& entry) { return is_direction(entry.first); });
    for (const auto& a : child.attributes) own.insert_or_assign(a.name, a.value);
  }
  for (const auto* child : element.all("default")) add(*child, name);
}

const MjcfDefaults::Attributes& MjcfDefaults::of_class(const XmlElement& element, std::string_view key,
                                                       const std::string& name) const {
  const auto found = classes_.find(name);
  if (found != classes_.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [each, attributes] : classes_) known.push_back(each);
  throw element.place.refusal(unknown_name("class", name, known).of(key));
}

void MjcfDefaults::require_childclass(const XmlElement& element) const {
  if (const auto* class_name = element.attribute("childclass")) of_class(element, "childclass", *class_name);
}

XmlElement MjcfDefaults::completed(const XmlElement& element, const std::string& childclass,
                                   std::string_view as) const {
  const auto* class_name = element.attribute("class");
  const auto& attributes = of_class(element, "class",
                                    class_name           ? *class_name
                                    : childclass.empty() ? "main"
                                                         : childclass);
  auto out = element;
  const auto own = attributes.find(as.empty() ? std::string_view(element.name) : as);
  if (own == attributes.end()) return out;
  for (const auto& [key, value] : own->second)
    if (!element.attribute(key) && !(is_direction(key) && gives_direction(element)))
      out.attributes.push_back({key, value});
  return out;
}

void MjcfCompiler::take(const XmlItem& item) {
  if (item.has("angle")) degrees = mjcf_choice(item, "angle", {"radian", "degree"}) == 1;
  autolimits = mjcf_bool(item, "autolimits", autolimits);
  if (item.has("inertiafromgeom"))
    inertia = static_cast<Inertia>(mjcf_choice(item, "inertiafromgeom", {"false", "true", "auto"}));
  if (item.has("inertiagrouprange")) {
    const auto ends = require_numbers(item, "inertiagrouprange", 2);
    groups = {static_cast<int>(ends[0].in<double>()), static_cast<int>(ends[1].in<double>())};
  }
  if (!item.has("eulerseq")) return;
  const auto& letters = item.text("eulerseq");
  const auto is_axis = [](char c) { return (c >= 'x' && c <= 'z') || (c >= 'X' && c <= 'Z'); };
  if (letters.size() != 3 || !std::ranges::all_of(letters, is_axis))
    throw item.refusal(malformed("eulerseq=\"{}\": three letters out of xyzXYZ are allowed", printable_excerpt(letters))
                           .of("eulerseq"));
  euler = letters;
}

void MjcfFlags::take(const XmlItem& flag) {
  for (const auto& a : flag.element.attributes)
    if (mjcf_choice(flag, a.name, {"disable", "enable"}) == 1)
      off_.erase(a.name);
    else
      off_.insert(a.name);
}

bool MjcfFlags::on(const std::string& label) const {
  const bool is_passive = label == "spring" || label == "damper";
  const bool is_constraint = label == "equality" || label == "frictionloss" || label == "limit" || label == "contact";
  return !off_.contains(label) && !(is_constraint && off_.contains("constraint")) &&
         !(is_passive && off_.contains("passive"));
}

std::size_t mjcf_choice(const XmlItem& item, std::string_view key, const std::vector<std::string>& words) {
  const auto at = std::ranges::find(words, item.text(key));
  if (at == words.end()) throw item.refusal(unknown_name(key, item.text(key), words).of(key));
  return static_cast<std::size_t>(at - words.begin());
}

bool mjcf_bool(const XmlItem& item, std::string_view key, bool otherwise) {
  return item.has(key) ? mjcf_choice(item, key, {"false", "true"}) == 1 : otherwise;
}

int mjcf_integer(const XmlItem& item, std::string_view key, int otherwise) {
  if (!item.has(key)) return otherwise;
  const double x = item.number(key).in<double>();
  constexpr double most = 1e9;
  if (!(std::abs(x) < most) || x != std::floor(x))
    throw item.refusal(
        wrong_kind("{}=\"{}\": a whole number is allowed", key, printable_excerpt(item.text(key))).of(key));
  return static_cast<int>(x);
}

void require_one_orientation(const XmlElement& element) {
  std::vector<std::string> orientations;
  for (const auto& a : element.attributes)
    if (a.name == "quat" || is_direction(a.name)) orientations.push_back(a.name);
  if (orientations.size() > 1)
    throw element.place.refusal(contradiction("<{}>: it has several orientations: {}; one is allowed", element.name,
                                              fmt::join(orientations, ", "))
                                    .of(orientations[1]));
  for (const auto& child : element.children) require_one_orientation(child);
}

// The cosine and the sine of half the angle are w and |(x, y, z)|, divided by the length of the quaternion.
std::vector<mbs::Turn> turns_of_quaternion(const std::array<ExactNumber, 4>& e) {
  const mbs::Triple v = {e[1], e[2], e[3]};
  const Number size = mbs::length<Number>(mbs::in_long(v));
  if (size == 0) return {};
  return {{v, mbs::written(Number(2 * atan2(size, e[0].in<Number>())))}};
}

ExactNumber mjcf_angle(const ExactNumber& angle, const MjcfCompiler& compiler) {
  if (!compiler.degrees) return angle;
  return ExactNumber(fmt::format("({})*pi/180", angle.text()));
}

RobotPose pose_along(const Vector& at, const Vector& direction) {
  const Vector axis(-direction[1], direction[0], 0);  // cross product z × direction
  const Number sine = mbs::length<Number>(axis), cosine = direction[2];
  if (sine == 0 && cosine > 0) return {mbs::written(at), {}};
  const Vector about = sine == 0 ? Vector(Vector::UnitX()) : axis;
  return {mbs::written(at), {{mbs::written(about), mbs::written(Number(atan2(sine, cosine)))}}};
}

RobotPose mjcf_pose(const XmlItem& item, const MjcfCompiler& compiler) {
  RobotPose out;
  if (item.has("pos")) out.xyz = item.triple("pos");
  if (item.has("axisangle")) {
    const auto x = require_numbers(item, "axisangle", 4);
    if (mbs::vanishes({x[0], x[1], x[2]}))
      throw item.refusal(out_of_range("axisangle: the axis has no direction").of("axisangle"));
    out.turns = {{{x[0], x[1], x[2]}, mjcf_angle(x[3], compiler)}};
  } else if (item.has("euler")) {
    out.turns = turns_of_euler(item, compiler);
  } else if (item.has("xyaxes")) {
    out.turns = turns_of_two_axes(item);
  } else if (item.has("zaxis")) {
    const auto z = item.triple("zaxis");
    if (mbs::vanishes(z)) throw item.refusal(out_of_range("zaxis: it has no direction").of("zaxis"));
    out.turns = pose_along(Vector::Zero(), mbs::in_long(z)).turns;
  } else if (item.has("quat")) {
    out.turns = turns_of_quat(item);
  }
  return out;
}

}  // namespace plumb
