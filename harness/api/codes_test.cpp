// The table of integrators of other programs must refer to existing methods and formulations.

#include "harness/api/catalogue_tables.hpp"

#include <gtest/gtest.h>

#include <set>

#include "harness/cell/resolve.hpp"

namespace plumb {
namespace {

TEST(Codes, NameMethodsAndFormulationsThatExist) {
  EXPECT_GE(code_integrators().size(), 60u);
  std::set<std::string> codes, names;
  for (const auto& one : code_integrators()) {
    SCOPED_TRACE(one.code + " " + one.name);
    codes.insert(one.code);
    EXPECT_TRUE(names.insert(one.code + "/" + one.name).second) << "twice";
    EXPECT_FALSE(one.description.empty());
    EXPECT_FALSE(one.source.empty());
    EXPECT_EQ(one.agreement == "missing", one.method.empty());
    EXPECT_TRUE(one.agreement == "same" || one.agreement == "nearest" || one.agreement == "missing");
    EXPECT_TRUE(one.agreement == "same" || !one.note.empty()) << "the difference is not named";
    if (one.method.empty()) continue;
    const auto methods = expand_methods({one.method});
    ASSERT_EQ(methods.size(), 1u);
    EXPECT_NO_THROW(method_parameters(method_named(methods.front()), methods.front().parameters));
    const std::string problem =
        one.formulation.starts_with("momenta") || one.formulation.starts_with("rotation") ? "heavy-top" : "pendulum";
    if (one.formulation.empty() || one.formulation.starts_with("momenta")) continue;
    EXPECT_NO_THROW(formulation_named(problem_named(problem), one.formulation));
  }
  for (const char* code : {"MBDyn", "Chrono", "Exudyn", "Drake", "MuJoCo", "Simbody", "MBSim", "Adams"})
    EXPECT_TRUE(codes.contains(code)) << code;
}

}  // namespace
}  // namespace plumb
