#include "harness/schedule/interruption.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Interruption, AnswersBothSignals) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Interruption interruption;
    EXPECT_FALSE(interruption.requested());
    std::raise(signal);
    EXPECT_TRUE(interruption.requested());
  }
}

TEST(Interruption, LeavesTheHandlersAsTheyWere) {
  const auto before = std::signal(SIGINT, SIG_IGN);
  { const Interruption interruption; }
  EXPECT_EQ(std::signal(SIGINT, before), SIG_IGN);
}

TEST(Interruption, ForgetsTheLastOne) {
  {
    const Interruption interruption;
    std::raise(SIGINT);
  }
  EXPECT_FALSE(Interruption().requested());
}

}  // namespace
}  // namespace plumb
