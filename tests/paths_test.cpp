// Paths in the documentation, between backquotes and beginning with a top folder of the sources, must exist.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace plumb::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using Texts = std::vector<std::string>;

/// Returns whether a path has a placeholder, or is created by a build or by the recipes of CONTRIBUTING.md.
bool is_generated(const std::string& path) {
  static const std::regex made(R"(^(build|out)/|KEY|NAME|NN|FILE|\*|falling.body|bead|leapfrog|papers/example)");
  return std::regex_search(path, made);
}

Texts paths_in(const std::string& line) {
  static const std::regex quoted("`([^`]+)`"), path(R"([A-Za-z0-9_.*-]+(/[A-Za-z0-9_.*-]+)+)");
  Texts out;
  for (std::sregex_iterator q(line.begin(), line.end(), quoted), end; q != end; ++q) {
    const std::string text = (*q)[1];
    for (std::sregex_iterator p(text.begin(), text.end(), path); p != end; ++p)
      if (!is_generated(p->str())) out.push_back(p->str());
  }
  return out;
}

// Detects references to files that were moved or removed.
TEST(Documents, NamePathsThatExist) {
  std::size_t found = 0;
  std::vector<fs::path> pages = {"README.md", "CONTRIBUTING.md"};
  for (const auto& entry : fs::directory_iterator("docs")) pages.push_back(entry.path());
  for (const auto& page : pages) {
    std::ifstream text(page);
    int number = 0;
    for (std::string line; std::getline(text, line);) {
      ++number;
      for (const auto& path : paths_in(line)) {
        if (!fs::is_directory(path.substr(0, path.find('/')))) continue;
        ++found;
        EXPECT_TRUE(fs::exists(path)) << page << ":" << number << ": " << path;
      }
    }
  }
  EXPECT_GT(found, 20U) << "the documents were not read";
}

// Detects errors of paths_in(), the function that finds paths in a page.
TEST(Documents, AreReadForPaths) {
  EXPECT_THAT(paths_in("see `a/b.hpp`, `run c/d_e.toml 4/3` and x/y, `KEY/z`, `build/p`"),
              ElementsAre("a/b.hpp", "c/d_e.toml", "4/3"));
}

}  // namespace
}  // namespace plumb::testing
