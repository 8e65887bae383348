// A problem is one folder: studies, pages and the build find its files there. A new problem changes this folder, the
// catalogue and the accepted results, and no other file.

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "problems/catalogue.hpp"
#include "reference/refined_routes.hpp"
#include "reference/solution.hpp"
#include "text/file_text.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

fs::path folder_of(const Problem& problem) { return fs::path("problems") / problem.name; }

TEST(ProblemFolders, HaveTheStepsOfEveryStudy) {
  for (const auto& problem : problems()) {
    const auto file = folder_of(problem) / "study.toml";
    ASSERT_TRUE(fs::exists(file)) << file;
    const auto text = file_text(file, "a study");
    for (const char* set : {"[sets.golden]", "[sets.baseline]", "[sets.quick]"})
      EXPECT_THAT(text, HasSubstr(set)) << problem.name;
    if (problem.drawing.strokes)
      EXPECT_THAT(text, HasSubstr("[sets.motion]")) << problem.name;
    else
      EXPECT_THAT(text, Not(HasSubstr("[sets.motion]"))) << problem.name;
  }
}

TEST(ProblemFolders, HaveTheirCertifiedMotion) {
  for (const auto& problem : problems()) {
    const bool is_certified = has_reference(problem) && !is_refined(problem, Parameters(problem.parameters, {}));
    EXPECT_EQ(fs::exists(folder_of(problem) / "reference.json"), is_certified) << problem.name;
  }
}

bool is_test(const std::string& path) {
  return path.ends_with("_test.cpp") || path.ends_with("_bench.cpp") || path.find("/testing/") != path.npos;
}

/// Returns whether a file of the sources or of the studies contains the problem's name as a text.
bool names(const fs::path& file, const std::string& problem) {
  const std::set<std::string> kinds = {".cpp", ".hpp", ".toml", ".json", ".jsonl", ".cmake"};
  if (!kinds.contains(file.extension().string()) || is_test(file.generic_string())) return false;
  const auto text = file_text(file, "a source");
  return text.find('"' + problem + '"') != text.npos || text.find('"' + problem + '(') != text.npos;
}

/// Returns the files that name a problem. The folder of the problem and the folder of accepted results count as one.
std::set<std::string> places_of(const std::string& problem) {
  const std::vector<std::string> whole = {"problems/" + problem + "/", "results/baselines/"};
  std::set<std::string> out;
  for (const char* top : {"cmake", "contract", "harness", "methods", "numerics", "problems", "reference",
                          "results/baselines", "results/golden", "results/motions", "text"})
    for (const auto& entry : fs::recursive_directory_iterator(top)) {
      if (!entry.is_regular_file() || !names(entry.path(), problem)) continue;
      const auto path = entry.path().generic_string();
      const auto of_folder = std::ranges::find_if(whole, [&](const auto& folder) { return path.starts_with(folder); });
      out.insert(of_folder == whole.end() ? path : *of_folder);
    }
  return out;
}

TEST(ProblemFolders, OfACompiledProblemLeaveTwoOtherPlaces) {
  EXPECT_THAT(places_of("pleiades"),
              UnorderedElementsAre("problems/pleiades/", "problems/catalogue.cpp", "results/baselines/"));
}

TEST(ProblemFolders, OfAMechanismFileLeaveTheAcceptedResults) {
  EXPECT_THAT(places_of("four-bar"), UnorderedElementsAre("problems/four-bar/", "results/baselines/"));
}

}  // namespace
}  // namespace plumb
