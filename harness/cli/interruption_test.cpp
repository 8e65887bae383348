#include "harness/cli/work.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <memory>

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

// Fails if the object that is destroyed last must be the first one.
TEST(Interruption, LeavesTheHandlersAsTheyWereInAnyOrderOfEnds) {
  const auto before = std::signal(SIGINT, SIG_IGN);
  auto first = std::make_unique<Interruption>(), second = std::make_unique<Interruption>();
  first.reset();
  second.reset();
  EXPECT_EQ(std::signal(SIGINT, before), SIG_IGN);
}

TEST(Interruption, ForgetsTheLastOne) {
  {
    const Interruption interruption;
    std::raise(SIGINT);
  }
  EXPECT_FALSE(Interruption().requested());
}

// Fails if a signal between two calls of a pool is lost, or ends the program without its report.
TEST(Interruption, RemembersWhatComesBetweenTwoOthers) {
  const Interruption around;
  { const Interruption first; }
  std::raise(SIGINT);
  const Interruption second;
  EXPECT_TRUE(second.requested());
  EXPECT_TRUE(around.requested());
}

}  // namespace
}  // namespace plumb
