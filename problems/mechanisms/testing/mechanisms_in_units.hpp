#pragma once
// Mechanism files with the numbers of the same mechanisms in any units of length, mass and time.

#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

namespace plumb::testing {

struct Units {
  double length = 1, mass = 1, time = 1;
};

// Writes a mechanism with all quantities converted to given units.
struct Writer {
  Units unit;

  /// Returns the exact decimal value of the double, because references have more certified digits than a double.
  static std::string number(double x) { return fmt::format("{:.110e}", x); }
  static std::string three(double x, double y, double z, double by) {
    return fmt::format("[{}, {}, {}]", number(x * by), number(y * by), number(z * by));
  }
  std::string point(double x, double y, double z) const { return three(x, y, z, unit.length); }

  std::string head() const {
    return fmt::format("schema = 1\nname = \"scaled\"\nt_end = {}\ngravity = {}\n", number(unit.time),
                       three(0, 0, -9.81, unit.length / unit.time / unit.time));
  }
  std::string body(const char* name, const std::string& position, double mass, double moment, double spin = 0) const {
    return fmt::format("[[body]]\nname = \"{}\"\nmass = {}\ninertia = {}\nposition = {}\nangular_velocity = {}\n", name,
                       number(mass * unit.mass),
                       three(0.2 * moment, moment, 0.9 * moment, unit.mass * unit.length * unit.length), position,
                       three(0, 0, spin, 1 / unit.time));
  }
  static std::string joint(const char* name, const char* kind, const char* first, const char* second,
                           const std::string& at, const char* axis = "") {
    return fmt::format("[[joint]]\nname = \"{}\"\nkind = \"{}\"\nbodies = [\"{}\", \"{}\"]\npoint = {}\n{}{}\n", name,
                       kind, first, second, at, *axis ? "axis = " : "", axis);
  }
  std::string spring(const char* first, const char* second, const std::string& at, double stiffness) const {
    const double k = unit.mass / unit.time / unit.time;
    return fmt::format(
        "[[force]]\nname = \"spring\"\nkind = \"spring\"\nbodies = [\"{}\", \"{}\"]\non_first = {{ point = {} }}\n"
        "on_second = {{ point = {} }}\nstiffness = {}\ndamping = {}\nfree_length = {}\n",
        first, second, at, point(0, 0.1, 0), number(stiffness * k), number(0.3 * k * unit.time),
        number(0.4 * unit.length));
  }
};

using Mechanisms = std::vector<std::function<std::string(const Writer&)>>;

inline const Mechanisms& mechanisms_in_units() {
  static const Mechanisms all = {
      [](const Writer& w) {  // a rod on a hinge
        return w.head() + w.body("a", w.point(1, 0, 0), 1, 0.3) +
               w.joint("A", "revolute", "ground", "a", w.point(0, 0, 0), "[0, 1, 0]");
      },
      [](const Writer& w) {  // a rod on a hinge, with large mass
        return w.head() + w.body("a", w.point(1, 0, 0), 700, 250) +
               w.joint("A", "revolute", "ground", "a", w.point(0, 0, 0), "[0, 1, 0]");
      },
      [](const Writer& w) {  // a body on a ball joint
        return w.head() + w.body("a", w.point(0.5, 0, 0), 1, 0.9) +
               w.joint("A", "spherical", "ground", "a", w.point(0.5, 0, 0.2));
      },
      [](const Writer& w) {  // a body on a ball joint, with a second body on a hinge
        return w.head() + w.body("a", w.point(0.5, 0, 0), 1, 0.9) +
               w.joint("A", "spherical", "ground", "a", w.point(0, 0, 0)) + w.body("b", w.point(1.5, 0, 0), 1, 0.9) +
               w.joint("B", "revolute", "a", "b", w.point(1, 0, 0), "[0, 1, 1]");
      },
      [](const Writer& w) {  // three hinges
        return w.head() + w.body("a", w.point(0.5, 0, 0), 1, 0.1) +
               w.joint("A", "revolute", "ground", "a", w.point(0, 0, 0), "[0, 1, 0]") +
               w.body("b", w.point(1.5, 0, 0), 2, 0.2) +
               w.joint("B", "revolute", "a", "b", w.point(1, 0, 0), "[0, 1, 0]") +
               w.body("c", w.point(2.5, 0, 0), 0.5, 0.05) +
               w.joint("C", "revolute", "b", "c", w.point(2, 0, 0), "[0, 1, 0]");
      },
      [](const Writer& w) {  // a cart with a pendulum
        return w.head() + w.body("a", w.point(0, 0, 0), 1, 0.1) +
               w.joint("A", "translational", "ground", "a", w.point(0, 0, 0), "[1, 0, 0]") +
               w.body("b", w.point(0.6, 0, 0), 2, 0.2) +
               w.joint("B", "revolute", "a", "b", w.point(0, 0, 0), "[0, 1, 0]");
      },
      [](const Writer& w) {  // a body on a thread
        return w.head() + w.body("a", w.point(0.4, 0.3, -0.2), 3, 0.4) +
               fmt::format(
                   "[[joint]]\nname = \"A\"\nkind = \"distance\"\nbodies = [\"ground\", \"a\"]\non_first = {{ point = "
                   "{} }}\non_second = {{ point = {} }}\n",
                   w.point(0, 0, 0), w.point(0.1, 0.1, 0));
      },
      [](const Writer& w) {  // a body that slides and turns
        return w.head() + w.body("a", w.point(0.2, 0, 0), 1, 0.1, 2) +
               w.joint("A", "cylindrical", "ground", "a", w.point(0.2, 0, 0), "[0, 0, 1]");
      },
      [](const Writer& w) {  // a spring
        return w.head() + w.body("a", w.point(0.2, 0.1, -0.8), 1, 0.1) + w.spring("ground", "a", w.point(0, 0, 0), 5);
      },
      [](const Writer& w) {  // a hinge and a spring
        return w.head() + w.body("a", w.point(1, 0, 0), 1, 0.3) +
               w.joint("A", "revolute", "ground", "a", w.point(0, 0, 0), "[0, 1, 0]") +
               w.spring("ground", "a", w.point(0.5, 0, 1), 5);
      }};
  return all;
}

}  // namespace plumb::testing
