// fang2023, the n-link chain: bars of 2 m and 39 kg with a square section of 0.05 m hang straight down from the origin.
// Gravity has another direction, and the bars spin about their axes at random rates.
//
// In the computation of the paper, the initial spins were about a transverse axis, with the centres of the bars at
// rest. The joints do not allow this. spin=transverse has the nearest velocities that satisfy the joints.

#include "problems/mechanisms/chain.hpp"

#include "problems/mechanisms/chain_spins.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"

namespace plumb {
namespace {

int links(const Parameters& p) {
  const double n = p.number<double>("n");
  if (n != static_cast<int>(n)) throw std::invalid_argument("n = " + p.text("n") + " is not a whole number of links");
  return static_cast<int>(n);
}

std::string link_name(int k) { return "link" + std::to_string(k); }

/// Returns a bar that hangs at rest, without name and position. All bars are copies of it, so its numbers are parsed
/// once.
mbs::Body hanging_bar() {
  const ExactNumber zero("0"), along("39*(2*0.05^2)/12"), across("39*(2^2 + 0.05^2)/12");
  mbs::Body out{.name = "",
                .mass = ExactNumber("39"),
                .inertia = {along, across, across, zero, zero, zero},
                .position = mbs::triple("0", "0", "0")};
  out.attitude.first = mbs::triple("0", "0", "-1");
  out.attitude.second = mbs::triple("0", "1", "0");
  return out;
}

/// Returns the joint between the ground and the first bar.
mbs::Joint hinge() {
  mbs::Joint out;
  out.kind = mbs::JointKind::spherical;
  out.on_first = {.point = mbs::triple("0", "0", "0")};
  out.on_second = {.frame = mbs::Frame::body, .point = mbs::triple("-1", "0", "0")};
  return out;
}

std::vector<mbs::OutputOf> outputs(int n) {
  using Kind = mbs::OutputKind;
  std::vector<mbs::OutputOf> out;
  for (const int i : {0, 1, 2}) {
    mbs::OutputOf end{.name = std::string("end_") + "xyz"[i], .unit = "m", .meaning = "end of the last link"};
    end.of = link_name(n);
    end.component = i;
    end.place = {.frame = mbs::Frame::body, .point = mbs::triple("1", "0", "0")};
    out.push_back(end);
  }
  out.push_back({.name = "kinetic_energy", .unit = "J", .meaning = "kinetic energy", .kind = Kind::kinetic_energy});
  out.push_back(
      {.name = "potential_energy", .unit = "J", .meaning = "potential energy", .kind = Kind::potential_energy});
  return out;
}

}  // namespace

mbs::Mechanism chain_mechanism(const Parameters& p) {
  const int n = links(p);
  const auto spins = chain_spins(n, p.text("seed"));
  const auto gravity = [&](const char* direction) { return ExactNumber("(" + p.text("gravity") + ")*" + direction); };
  mbs::Mechanism out;
  out.name = "chain";
  out.gravity = {gravity("0.07169162"), gravity("0.68473815"), gravity("0.72525442")};
  const bool transverse = p.is("spin", "transverse");
  if (transverse) out.start = mbs::Start::correct;
  const mbs::Place lower{.frame = mbs::Frame::body, .point = mbs::triple("1", "0", "0")};
  auto body = hanging_bar();
  auto joint = hinge();
  for (int k = 1; k <= n; ++k) {
    body.name = link_name(k);
    body.position[2] = ExactNumber("-" + std::to_string(2 * k - 1));
    body.angular_velocity[transverse ? 2 : 0] = spins[static_cast<std::size_t>(k - 1)];
    out.bodies.push_back(body);
    joint.name = "joint" + std::to_string(k);
    joint.second = link_name(k);
    out.joints.push_back(joint);
    joint.first = link_name(k);
    joint.on_first = lower;
  }
  out.outputs = outputs(n);
  return out;
}

Problem chain_problem();
Problem chain_in_attitudes(Problem space);  // defined in problems/chain

Problem chain_problem() {
  auto out = chain_in_attitudes(mechanism_problem(MechanismProblem{
      .name = "chain",
      .title = "Chain of n bars in space, tied by spherical joints",
      .source = "fang2023, section 4",
      .t_end = "3",
      .parameters = {{"n", "2", "-", "number of links", {}, 1, 100000},
                     {.name = "seed",
                      .default_value = "paper",
                      .unit = "-",
                      .meaning = "seed of the random initial spins; paper: the spins of fang2023 for 2, 4, 6, 8, 16 or "
                                 "32 links, seed 1 for other numbers of links",
                      .choices = "paper",
                      .or_number = true},
                     {.name = "spin",
                      .default_value = "axis",
                      .unit = "-",
                      .meaning =
                          "axis of the initial spins: along the bar, or across it as in the computations of the paper",
                      .choices = "axis|transverse"},
                     {"gravity", "9.81", "m/s^2", "acceleration of gravity", {}, 0}},
      .mechanism = chain_mechanism}));
  out.general_data = {{"n", "2"}, {"spin", "transverse"}};
  return out;
}

}  // namespace plumb
