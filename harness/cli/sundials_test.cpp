// Tests of the module of SUNDIALS: it is loaded when it is first used, and a build without it names the methods that it
// lacks and how to add them.

#include "harness/cli/testing/cli_fixture.hpp"
#include "methods/sundials_module.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Sundials : public Cli {
 protected:
  /// Runs the program as a build without the module does, or with another file as the module.
  Ended plumb_with_module(const std::string& file, const std::string& arguments) const {
    return shell("PLUMB_SUNDIALS='" + file + "' plumb " + arguments);
  }
  Ended plumb_without_module(const std::string& arguments) const {
    return plumb_with_module("/nowhere/plumb-sundials.so", arguments);
  }
};

TEST_F(Sundials, IsLoadedAtItsFirstUse) {
  const auto loads_sundials = [&](const std::string& arguments) {
    return shell("LD_DEBUG=files plumb " + arguments).err.find("libsundials") != std::string::npos;
  };
  const std::string run = "run -p pendulum -s 1e-2 --t-end 1 -m ";
  EXPECT_FALSE(loads_sundials("list methods"));
  EXPECT_FALSE(loads_sundials("show method ida"));
  EXPECT_FALSE(loads_sundials(run + "erk4"));
  EXPECT_TRUE(loads_sundials(run + "ida"));
}

TEST_F(Sundials, IsNamedByListsOfABuildWithoutIt) {
  const auto listed = plumb_without_module("list methods");
  EXPECT_EQ(listed.code, 0);
  EXPECT_THAT(listed.out, AllOf(HasSubstr("\nodeint-rk4 "), Not(HasSubstr("\ncvode "))));
  EXPECT_THAT(listed.err, HasSubstr("this build does not contain arkode-erk, arkode-erk-adaptive, arkode-dirk, cvode, "
                                    "ida; to add them, install SUNDIALS (Debian: libsundials-dev)"));
  EXPECT_THAT(plumb("list methods").err, Not(HasSubstr("does not contain")));
  for (const auto* list : {"failures", "codes"}) EXPECT_EQ(plumb_without_module(std::string("list ") + list).code, 0);
}

TEST_F(Sundials, MethodsAreRefusedByABuildWithoutIt) {
  const std::string run = "run -p pendulum -s 1e-2 --t-end 1 -m ";
  EXPECT_THAT(plumb_without_module(run + "ida"),
              Refuses(2, "method 'ida' is not in this build; install SUNDIALS (Debian: libsundials-dev), run cmake"));
  EXPECT_EQ(plumb_without_module(run + "erk4").code, 0);
}

// The third route of a reference is CVODE; a closed form and a stored reference need no route.
TEST_F(Sundials, ReferencesAreRefusedByABuildWithoutIt) {
  EXPECT_THAT(plumb_without_module("reference show pendulum --at 0.1234"),
              Refuses(3, "CVODE, ARKODE and IDA of SUNDIALS are not in this build; install SUNDIALS"));
}

TEST_F(Sundials, AFileThatIsNotTheModuleIsNamed) {
  write("text.so", "no library");
  EXPECT_THAT(plumb_with_module(in("text.so"), "reference show pendulum --at 0.1234"), Refuses(3, "text.so"));
  EXPECT_THROW(sundials_module_from({"libm.so.6"}), std::runtime_error);
}

}  // namespace
}  // namespace plumb
