// The environment variables determine the folder of the cache.

#include "harness/run/kept_references.hpp"

#include <gtest/gtest.h>

#include <map>

namespace plumb {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> folder_of(const std::map<std::string, std::string>& variables) {
  return reference_folder([&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST(ReferenceFolder, IsTheOneThatTheEnvironmentNamesFirst) {
  EXPECT_EQ(folder_of({{"PLUMB_CACHE", "/a"}, {"XDG_CACHE_HOME", "/b"}, {"HOME", "/c"}}), "/a");
  EXPECT_EQ(folder_of({{"PLUMB_CACHE", ""}, {"XDG_CACHE_HOME", "/b"}, {"HOME", "/c"}}), "/b/plumb");
  EXPECT_EQ(folder_of({{"XDG_CACHE_HOME", "relative"}, {"HOME", "/c"}}), "/c/.cache/plumb");
  EXPECT_EQ(folder_of({{"PLUMB_CACHE", "here"}}), fs::current_path() / "here");
}

TEST(ReferenceFolder, IsNoneWhereItIsSwitchedOffOrThereIsNoHome) {
  EXPECT_EQ(folder_of({{"PLUMB_CACHE", "off"}, {"HOME", "/c"}}), std::nullopt);
  EXPECT_EQ(folder_of({}), std::nullopt);
}

}  // namespace
}  // namespace plumb
