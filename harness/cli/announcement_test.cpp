// A slow command must print its expected duration before it begins.

#include <csignal>

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::Not;

// Fails if a certification that takes minutes begins without a message.
TEST_F(Cli, AnnouncesALongCertification) {
  const auto is_announced = [&] { return contents(in("err")).find("plumb: fekete takes ") != std::string::npos; };
  EXPECT_EQ(signalled({"reference", "show", "fekete", "--at", "300"}, SIGINT, is_announced).code, 130);
  EXPECT_TRUE(is_announced()) << contents(in("err"));
  EXPECT_THAT(contents(in("err")), HasSubstr("interrupted; 0 of 1 problem ended"));
  EXPECT_THAT(plumb("reference show oscillator").err, Not(HasSubstr("takes")));
}

}  // namespace
}  // namespace plumb
