#pragma once
// Data for tests of problems: nothing is zero, nothing symmetric, so that a wrong term shows.

#include <map>
#include <string>

#include "problems/problem.hpp"

namespace plumb {

inline std::map<std::string, std::string> general_data(const Problem& problem) {
  if (problem.name == "pendulum") return {{"length", "1.3"}, {"mass", "0.7"}, {"angle", "-0.7"}, {"rate", "1.5"}};
  if (problem.name == "oscillator")
    return {{"omega", "3"},     {"damping", "0.2"}, {"frequency", "5"},
            {"start", "given"}, {"position", "1"},  {"velocity", "0.5"}};
  if (problem.name == "spinning-top") return {{"moment_transverse", "9e-5"}, {"precession", "3"}, {"nutation", "1"}};
  if (problem.name == "heavy-top") return {{"precession", "3"}, {"nutation", "1"}, {"spin", "4"}, {"tilt", "1"}};
  if (problem.name == "free-body") return {{"omega1", "1.2"}, {"omega2", "-0.7"}, {"omega3", "1.5"}};
  if (problem.name == "two-link")
    return {{"length1", "1.3"}, {"mass1", "0.7"}, {"angle1", "0.4"},
            {"angle2", "-1.1"}, {"rate1", "1.5"}, {"rate2", "-2"}};
  if (problem.name == "pleiades") return {{"mass1", "1.5"}, {"mass4", "2.5"}, {"mass7", "3.5"}};
  if (problem.name == "car-axis")
    return {{"mass", "8"},        {"epsilon", "0.4"}, {"length", "1.3"},       {"rest_length", "0.6"},
            {"amplitude", "0.3"}, {"frequency", "2"}, {"gravity", "1.2"},      {"distance", "0.7"},
            {"angle", "0.4"},     {"rate", "-1.5"},   {"distance_rate", "0.5"}};
  if (problem.name == "squeezer") return {{"beta0", "0.7"}, {"omega0", "3"}};
  if (problem.name == "planar-chain")
    return {{"n", "3"},        {"length", "1.3"}, {"mass", "0.7"}, {"length_ratio", "0.9"}, {"mass_ratio", "1.1"},
            {"angle", "-0.4"}, {"bend", "0.7"},   {"rate", "1.5"}, {"bend_rate", "-0.7"}};
  return {};
}

}  // namespace plumb
