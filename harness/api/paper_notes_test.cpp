#include "harness/api/paper_selection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plumb {
namespace {

Paper paper_of(const std::string& key, std::optional<double> minutes) {
  Paper paper;
  paper.key = key;
  paper.minutes = minutes;
  return paper;
}

// Fails if the papers are not sorted by their time, with papers without a time last.
TEST(PaperNotes, BeginWithTheShortest) {
  std::vector<Paper> papers = {paper_of("a", 3), paper_of("b", {}), paper_of("c", 0.25), paper_of("d", {})};
  shortest_first(papers);
  std::vector<std::string> keys;
  for (const auto& paper : papers) keys.push_back(paper.key);
  EXPECT_THAT(keys, testing::ElementsAre("c", "a", "b", "d"));
}

}  // namespace
}  // namespace plumb
