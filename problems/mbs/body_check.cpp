#include <Eigen/Eigenvalues>
#include <algorithm>
#include <locale>
#include <sstream>

#include "problems/mbs/mechanism_check.hpp"

namespace plumb::mbs {
namespace {

constexpr double rounding_of_moments = 1e-12;  // relative rounding error of moments; flat bodies reach the limit

Eigen::Vector3d principal_moments(const std::array<ExactNumber, 6>& inertia) {
  Eigen::Matrix3d J;
  const auto entry = [&](std::size_t i) { return inertia[i].in<double>(); };
  J << entry(0), entry(3), entry(4), entry(3), entry(1), entry(5), entry(4), entry(5), entry(2);
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(J, Eigen::EigenvaluesOnly).eigenvalues();
}

std::string in_words(const Eigen::Vector3d& moments) {
  return "its principal moments are " + six_digits(moments[0]) + ", " + six_digits(moments[1]) + ", " +
         six_digits(moments[2]) + " kg m^2";
}

}  // namespace

std::string item(std::string_view label, std::string_view name) {
  return std::string(label) + " '" + std::string(name) + "'";
}

bool vanishes(const Triple& x) {
  return std::ranges::all_of(x, [](const ExactNumber& component) { return component.in<double>() == 0; });
}

std::string six_digits(double x) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.precision(6);
  out << x;
  return out.str();
}

std::string why_indefinite(const std::array<ExactNumber, 6>& inertia) {
  const auto moments = principal_moments(inertia);
  if (moments[0] >= -rounding_of_moments * moments[2]) return "";
  return "the inertia has a negative moment: " + in_words(moments);
}

std::string why_no_inertia(const std::array<ExactNumber, 6>& inertia) {
  if (auto why = why_indefinite(inertia); !why.empty()) return why;
  const auto moments = principal_moments(inertia);
  if (moments[2] > (moments[0] + moments[1]) * (1 + rounding_of_moments))
    return "no rigid body can have this inertia: " + in_words(moments) +
           ", and the largest exceeds the sum of the others by " +
           six_digits(100 * (moments[2] / (moments[0] + moments[1]) - 1)) + " %";
  return "";
}

std::array<ExactNumber, 6> without_noise(const std::array<ExactNumber, 6>& inertia, double mass, double length) {
  constexpr std::array<std::array<std::size_t, 3>, 3> rows = {{{0, 3, 4}, {1, 3, 5}, {2, 4, 5}}};
  const auto size = [&](std::size_t i) { return std::abs(inertia[i].in<double>()); };
  double scale = size(0) + size(1) + size(2);
  if (!why_no_inertia(inertia).empty()) scale = std::max(scale, mass * length * length);
  auto out = inertia;
  for (const auto& row : rows)
    if (std::ranges::all_of(row, [&](std::size_t i) { return size(i) <= rounding_of_moments * scale; }))
      for (const auto i : row) out[i] = number("0");
  return out;
}

void remove_noise_of_inertia(Mechanism& mechanism) {
  if (mechanism.bodies.empty()) return;
  const auto vector = [](const Triple& x) {
    return Eigen::Vector3d(x[0].in<double>(), x[1].in<double>(), x[2].in<double>());
  };
  const Eigen::Vector3d origin = vector(mechanism.bodies.front().position);
  double length = 0;
  for (const auto& body : mechanism.bodies) length = std::max(length, (vector(body.position) - origin).norm());
  for (const auto& joint : mechanism.joints)
    for (const auto* place : {&joint.on_first, &joint.on_second})
      if (place->point) {
        const bool in_space = place->frame == Frame::space;
        length = std::max(length, (vector(*place->point) - (in_space ? origin : Eigen::Vector3d::Zero())).norm());
      }
  for (auto& body : mechanism.bodies) body.inertia = without_noise(body.inertia, body.mass.in<double>(), length);
}

void require_mass(const Body& body) {
  const auto refuse = [&](Mistake code, const std::string& why) {
    throw MechanismMistake(code, item("body", body.name), why);
  };
  if (body.name == ground) refuse(not_allowed, "the name is reserved for space (ground)");
  if (const double mass = body.mass.in<double>(); !(mass >= 0))
    refuse(out_of_range, "the mass is " + six_digits(mass) + " kg; it must be positive, or 0");
  // A body without mass only adds inertia to other bodies, so it may have inertia about a single axis.
  const bool is_body = body.mass.in<double>() > 0;
  const auto why = is_body && !body.any_inertia ? why_no_inertia(body.inertia) : why_indefinite(body.inertia);
  if (!why.empty()) refuse(out_of_range, why);
}

}  // namespace plumb::mbs
