// The static binding gives the same bits and the same counts as the erased one, for every pair on its list.

#include <gtest/gtest.h>

#include "harness/run/run_cell.hpp"
#include "harness/run/static_pairs.hpp"

namespace plumb {
namespace {

CellRequest request(const std::string& pair, Precision precision) {
  const auto first = pair.find('/'), second = pair.find('/', first + 1);
  CellRequest out;
  out.problem = {pair.substr(0, first), {}};
  if (out.problem.name == "pendulum") out.problem.given = {{"angle", "-0.7"}, {"rate", "1.5"}};
  out.formulation = {pair.substr(first + 1, second - first - 1), {}};
  out.method = {pair.substr(second + 1), {}};
  out.step = "1e-3", out.settings["t_end"] = "1", out.settings["precision"] = precision_name(precision),
  out.settings["samples"] = "10";
  if (out.problem.name == "squeezer") {
    out.step = "1e-5";
    out.settings["t_end"] = "1e-3";
  }
  return out;
}

class Binding : public ::testing::TestWithParam<std::string> {};

TEST_P(Binding, GivesTheSameBits) {
  const StopRequest go{Status::ok};
  for (const auto precision : {Precision::double_, Precision::long_}) {
    const auto cell = resolve(request(GetParam(), precision));
    Trajectory statically, erased;
    const auto a = run_cell(cell, go, statically.sink()), b = run_cell(cell, go, erased.sink(), plumb::Binding::erased);
    ASSERT_EQ(a.status, Status::ok) << a.reason;
    EXPECT_EQ(a.metrics, b.metrics);
    EXPECT_EQ(a.final_state.q, b.final_state.q);
    EXPECT_EQ(a.final_state.v, b.final_state.v);
    EXPECT_EQ(a.final_state.a, b.final_state.a);
    EXPECT_EQ(a.final_state.lambda, b.final_state.lambda);
    ASSERT_EQ(statically.samples.size(), erased.samples.size());
    for (std::size_t i = 0; i < erased.samples.size(); ++i) {
      EXPECT_EQ(statically.samples[i].q, erased.samples[i].q);
      EXPECT_EQ(statically.samples[i].v, erased.samples[i].v);
    }
    for_each_counter(a.counters, [&](std::string_view name, const Counters::Count& count) {
      for_each_counter(b.counters, [&](std::string_view other, const Counters::Count& same) {
        if (name != other) return;
        EXPECT_EQ(count, same) << name;
      });
    });
  }
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (auto& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Static, Binding, ::testing::ValuesIn(static_pairs()), test_name);

}  // namespace
}  // namespace plumb
