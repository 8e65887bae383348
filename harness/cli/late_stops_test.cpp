// A stopped command must end within one second of computing time. The longest time of each command is printed (ctest
// -V), for the table of docs/failures.md.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <random>

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

using Seconds = std::chrono::duration<double>;

// The commands. Each takes longer than the latest stop: references of many bodies, repeat runs, runs of every kind,
// animations.
const std::vector<std::vector<std::string>> commands = {
    {"run", "-p", "chain(n=24)", "-m", "generalized-alpha", "-s", "1e-3"},
    {"run", "-p", "chain(n=8)", "-m", "radau-iia", "-f", "index3", "-s", "1e-2", "--reference", "quick"},
    {"run", "-p", "pleiades", "-m", "dop853", "-s", "1e-5", "--isolate"},
    {"run", "-p", "double-pendulum", "-m", "radau-iia", "-f", "index3", "-s", "1e-4", "--animate", "film.svg"},
    {"order", "-p", "double-pendulum", "-f", "index3", "-m", "radau-iia", "-s", "1e-2,5e-3,2e-3", "--precision",
     "quad"},
    {"spread", "-p", "double-pendulum", "-f", "index3", "-m", "radau-iia", "-s", "1e-4"},
    {"time", "-p", "squeezer", "-f", "index3", "-m", "lms3,radau-iia", "-s", "1e-5"},
    {"reproduce", "zhang2022"},
    {"reproduce", "fang2023"},
    {"compare", "bdf2", "--quick"},
    {"reference", "show", "chain(n=24)"},
    {"reference", "build", "four-link", "--out", "values"},
    {"check"},
    {"selftest"}};

TEST_F(Cli, StopsWithinASecondAtAnyMomentOfAnyVerb) {
  constexpr int moments = 20;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> moment(0, 2.5);
  for (auto command : commands) {
    const auto line = fmt::format("{}", fmt::join(command, " "));
    for (auto& word : command)
      if (word == "film.svg" || word == "values") word = in(word.c_str());
    double latest = 0;
    for (int i = 0; i < moments; ++i) {
      const auto begin = std::chrono::steady_clock::now();
      const Seconds until(moment(random));
      const auto ended = signalled(command, SIGINT, [&] { return std::chrono::steady_clock::now() > begin + until; });
      EXPECT_LT(ended.late, 1) << line << " after " << until.count() << " s";
      latest = std::max(latest, ended.late);
    }
    std::cout << fmt::format("{:5.2f} s  {}", latest, line) << std::endl;
  }
}

}  // namespace
}  // namespace plumb
