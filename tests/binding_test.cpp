// The static binding has bitwise the same results and the same counters as the type-erased binding, for every pair of a
// method and a problem that is compiled statically.

#include <gtest/gtest.h>

#include "harness/run/testing/static_cells.hpp"

namespace plumb {
namespace {

class Binding : public ::testing::TestWithParam<StaticPair> {};

TEST_P(Binding, GivesTheSameBits) {
  const StopRequest go{Status::ok};
  const auto cell = resolve(short_request(GetParam()));
  ASSERT_NE(static_pair_of(cell), nullptr);
  Trajectory statically, erased;
  const auto a = run_cell(cell, go, {.sample = statically.sink()}),
             b = run_cell(cell, go, {.sample = erased.sink(), .binding = plumb::Binding::erased});
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

std::string test_name(const ::testing::TestParamInfo<StaticPair>& info) {
  auto name = info.param.problem->name + "_" + info.param.formulation->name + "_" + info.param.method->info.name;
  for (auto& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Static, Binding, ::testing::ValuesIn(static_pairs()), test_name);

}  // namespace
}  // namespace plumb
