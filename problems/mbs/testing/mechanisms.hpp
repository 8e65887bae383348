#pragma once
// Mechanisms for tests.

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs::testing {

inline Place in_space(std::optional<Triple> point, std::optional<Triple> axis = {}) {
  return {Frame::space, std::move(point), std::move(axis)};
}
inline Place in_body(std::optional<Triple> point, std::optional<Triple> axis = {}) {
  return {Frame::body, std::move(point), std::move(axis)};
}
inline Joint joint(std::string name, JointKind kind, std::string first, std::string second, const Place& both) {
  return {std::move(name), kind, std::move(first), std::move(second), both, both};
}
inline std::array<ExactNumber, 6> moments(const char* x, const char* y, const char* z) {
  return {number(x), number(y), number(z), number("0"), number("0"), number("0")};
}

/// Two bars of 4 m and 2 m that turn about x, initially at rest, the first along y, the second hanging down. fang2023,
/// section 4.
inline Mechanism double_pendulum() {
  const auto x = triple("1", "0", "0");
  Mechanism m;
  m.bodies = {{"upper",
               number("78"),
               moments("0.0325", "104.01625", "104.01625"),
               triple("0", "2", "0"),
               {triple("0", "1", "0"), triple("0", "0", "1")}},
              {"lower",
               number("39"),
               moments("0.01625", "13.008125", "13.008125"),
               triple("0", "4", "-1"),
               {triple("0", "0", "-1"), triple("0", "1", "0")}}};
  m.joints = {joint("pivot", JointKind::revolute, "ground", "upper", in_space(triple("0", "0", "0"), x)),
              joint("elbow", JointKind::revolute, "upper", "lower", in_space(triple("0", "4", "0"), x))};
  m.outputs = {{"z", "m", "height of the lower bar", OutputKind::position, "lower", 2},
               {"load", "N", "vertical force on the lower bar", OutputKind::force, "elbow", 0}};
  return m;
}

inline Mechanism tree();

/// Returns tree() with the drivers of the motor and the jack changed to impose only rates, and with a rate imposed on a
/// ball joint about one axis.
inline Mechanism tree_of_speeds() {
  auto m = tree();
  for (auto& driver : m.drivers) driver.of_rate = true;
  for (auto& joint : m.joints)
    if (joint.kind == JointKind::spherical) {
      joint.on_first.axis = triple("1", "-2", "2");
      m.drivers.insert(
          m.drivers.begin(),
          {"blade", joint.name, Coordinate::rotation, {{number("0.2")}, {{number("0.3"), number("1.5")}}}, true});
    }
  return m;
}

/// A branched tree with every kind of joint that allows motion, every kind of force, and drivers, without symmetries.
inline Mechanism tree() {
  Mechanism m;
  const auto body = [&](const char* name, Triple position, const char* turn) {
    m.bodies.push_back({name,
                        number("1.3"),
                        {number("0.4"), number("0.5"), number("0.6"), number("0.02"), number("-0.03"), number("0.05")},
                        std::move(position),
                        {{}, {}, {{triple("1", "2", "-1"), number(turn)}}},
                        triple("0.1", "-0.2", "0.3"),
                        triple("0.4", "0.5", "-0.6")});
  };
  m.gravity = triple("1", "-2", "-9");
  m.gravity_factor.sines = {{number("0.3"), number("1.7"), number("0.4")}};
  body("a", triple("0.3", "0.1", "-0.4"), "0.3");
  body("b", triple("1.1", "0.2", "0.3"), "-0.7");
  body("c", triple("1.7", "-0.5", "0.6"), "1.1");
  body("d", triple("-0.6", "0.9", "0.2"), "2.3");
  body("e", triple("-1.2", "1.4", "0.8"), "0.2");
  body("f", triple("2.2", "-1.1", "0.9"), "0.5");
  const auto slanted = triple("1", "2", "2");
  m.joints = {joint("ab", JointKind::revolute, "a", "b", in_space(triple("0.7", "0.1", "0"), slanted)),
              joint("a0", JointKind::spherical, "a", "ground", in_space(triple("0", "0.1", "0"))),
              joint("bc", JointKind::cylindrical, "b", "c", in_space(triple("1.4", "0", "0.4"), slanted)),
              {"da", JointKind::universal, "d", "a", in_space(triple("-0.2", "0.4", "0"), triple("1", "1", "0")),
               in_space(triple("-0.2", "0.4", "0"), triple("1", "-1", "1"))},
              joint("de", JointKind::translational, "d", "e", in_space(triple("-1", "1", "0.5"), slanted)),
              joint("cf", JointKind::planar, "c", "f", in_space(triple("2", "-1", "0.5"), slanted)),
              joint("cf2", JointKind::distance, "c", "f", {})};
  m.joints.back().on_first = in_body(triple("0.1", "0.2", "-0.1"));
  m.joints.back().on_second = in_body(triple("0.3", "-0.1", "0.2"));
  m.drivers = {{"motor", "ab", Coordinate::rotation, {{number("0"), number("0.7")}, {{number("0.3"), number("2")}}}},
               {"jack", "bc", Coordinate::translation, {{number("0"), number("0.1"), number("0.2")}}}};
  m.loads = {{"wind", "c", false, Frame::space, triple("0.3", "-0.5", "0.8"), in_body(triple("0.2", "0.1", "0"))},
             {"engine", "e", true, Frame::body, triple("0.1", "0.7", "-0.4"), {}, {{}, {{number("1"), number("3")}}}}};
  m.springs = {{"spring",
                "b",
                "c",
                in_body(triple("0.1", "0.3", "0")),
                in_body(triple("0", "-0.2", "0.5")),
                number("7"),
                number("0.6"),
                number("0.4"),
                {{number("0.2")}}},
               {"tie", "ground", "a", in_space(triple("3", "0", "1")), in_body(triple("0.2", "0.2", "0.1")),
                number("5"), number("0"), number("1")}};
  m.rotational_springs = {{"coil", "ab", number("2"), number("0.3"), number("0.1"), {{number("0.4")}}}};
  m.translational_springs = {{"buffer", "de", number("3"), number("0.5"), number("0.2"), {{number("0.3")}}}};
  m.outputs = {{"x", "m", "", OutputKind::position, "c", 0, {}, in_body(triple("0.1", "0.2", "0.3"))},
               {"vy", "m/s", "", OutputKind::velocity, "c", 1, {}, in_body(triple("0.1", "0.2", "0.3"))},
               {"turn", "rad", "", OutputKind::coordinate, "ab"},
               {"turning", "rad/s", "", OutputKind::rate, "ab"},
               {"slide", "m", "", OutputKind::coordinate, "bc", 0, Coordinate::translation},
               {"sliding", "m/s", "", OutputKind::rate, "bc", 0, Coordinate::translation},
               {"torque", "N m", "", OutputKind::effort, "motor"}};
  m.start = Start::correct;
  return m;
}

/// Returns tree() with a closed loop.
inline Mechanism loop() {
  Mechanism m = tree();
  m.joints.push_back({"fe", JointKind::distance, "f", "e", in_body(triple("0.1", "0.2", "-0.1")),
                      in_body(triple("0.3", "-0.1", "0.2"))});
  m.joints.push_back({"fe2", JointKind::in_plane, "f", "e",
                      in_body(triple("0.1", "0.2", "-0.1"), triple("1", "2", "3")),
                      in_body(triple("0.3", "-0.1", "0.2"))});
  m.start = Start::correct;
  return m;
}

/// n bars of 2 m and 39 kg, connected by spherical joints, initially hanging straight down, each spinning about its own
/// axis. fang2023, section 4.
inline Mechanism chain(int n) {
  Mechanism m;
  m.gravity = {number("9.81*0.07169162"), number("9.81*0.68473815"), number("9.81*0.72525442")};
  for (int k = 0; k < n; ++k) {
    const auto name = "bar " + std::to_string(k + 1), before = k == 0 ? "ground" : "bar " + std::to_string(k);
    m.bodies.push_back({name,
                        number("39"),
                        moments("0.01625", "13.008125", "13.008125"),
                        {number("0"), number("0"), number(std::to_string(-2 * k - 1))},
                        {triple("0", "0", "-1"), triple("0", "1", "0")},
                        triple("0", "0", "0"),
                        triple(std::to_string(k % 7 - 3), "0", "0")});
    const Triple at = {number("0"), number("0"), number(std::to_string(-2 * k))};
    m.joints.push_back(joint("joint " + std::to_string(k + 1), JointKind::spherical, before, name, in_space(at)));
  }
  return m;
}

/// Crank, rod and slider; the crank is driven at −2π rad/s about x. fang2023, section 4.
inline Mechanism slider_crank() {
  Mechanism m;
  const auto x = triple("1", "0", "0"), zero = triple("0", "0", "0");
  m.bodies = {{"crank",
               number("0.12"),
               moments("1e-4", "1e-5", "1e-4"),
               triple("0", "0.1", "0.12"),
               {x, triple("0", "0", "1")},
               zero,
               {number("-2pi"), number("0"), number("0")}},
              {"rod",
               number("0.5"),
               moments("4e-3", "4e-4", "4e-3"),
               triple("0.1", "0.05", "0.1"),
               {triple("0.2", "-0.1", "-0.2"), triple("0", "0.2", "-0.1")}},
              {"slider",
               number("2"),
               moments("1e-4", "1e-4", "1e-4"),
               triple("0.2", "0", "0"),
               {triple("0", "0", "-1"), triple("0", "1", "0")}}};
  m.joints = {joint("A", JointKind::revolute, "ground", "crank", in_space(triple("0", "0.1", "0.12"), x)),
              joint("B", JointKind::spherical, "crank", "rod", in_space(triple("0", "0.1", "0.2"))),
              {"C", JointKind::universal, "rod", "slider",
               in_space(triple("0.2", "0", "0"), triple("0", "0.2", "-0.1")), in_space(triple("0.2", "0", "0"), x)},
              joint("D", JointKind::translational, "ground", "slider", in_space(triple("0.2", "0", "0"), x))};
  m.drivers = {{"motor", "A", Coordinate::rotation, {{number("0"), number("-2pi")}}}};
  m.outputs = {{"x", "m", "position of the slider", OutputKind::position, "slider", 0},
               {"v", "m/s", "velocity of the slider", OutputKind::velocity, "slider", 0},
               {"torque", "N m", "torque of the motor", OutputKind::effort, "motor"}};
  m.start = Start::correct;
  return m;
}

}  // namespace plumb::mbs::testing
