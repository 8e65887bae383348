#include "harness/api/conduct.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace plumb {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

/// Returns four pieces, the first of which takes longest. They add their numbers to `delivered`.
TitledPieces numbered_pieces(std::vector<int>& delivered) {
  TitledPieces out;
  for (int i = 0; i < 4; ++i)
    out.emplace_back("piece", [&delivered, i]() -> std::function<void()> {
      std::this_thread::sleep_for(std::chrono::milliseconds(i == 0 ? 30 : 1));
      return [&delivered, i] { delivered.push_back(i); };
    });
  return out;
}

// Fails if outcomes are not delivered in order, with and without estimates before the pieces.
TEST(Pieces, AreDeliveredInOrder) {
  std::vector<int> delivered;
  const auto pieces = numbered_pieces(delivered);
  const auto ending = deliver_pieces(pieces, {.noun = "piece"}, {.jobs = 3});
  EXPECT_THAT(delivered, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(ending.delivered, 4u);
  EXPECT_EQ(ending.pieces, 4u);

  delivered.clear();
  std::vector<std::size_t> estimated;
  deliver_pieces(pieces,
                 {.noun = "piece",
                  .expected_seconds =
                      [](std::size_t) {
                        return ExpectedSeconds{1, 2};
                      },
                  .estimated = [&](std::size_t piece, const ExpectedSeconds&) { estimated.push_back(piece); }},
                 {.jobs = 3});
  EXPECT_THAT(delivered, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(estimated, SizeIs(4));
}

// Fails if a stop request does not end the work, or if it is not reported.
TEST(Pieces, EndAtAStop) {
  std::vector<int> delivered;
  const auto ending =
      deliver_pieces(numbered_pieces(delivered), {.noun = "piece"}, {.interrupted = [] { return true; }});
  EXPECT_TRUE(ending.interrupted);
}

}  // namespace
}  // namespace plumb
