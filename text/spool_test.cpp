#include "text/spool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

std::vector<std::string> all(const Spool& spool) {
  std::vector<std::string> out;
  spool.visit([&](std::string text) { out.push_back(std::move(text)); });
  return out;
}

TEST(Spool, GivesBackWhatWasAddedAsOftenAsWanted) {
  Spool spool;
  EXPECT_TRUE(all(spool).empty());
  std::vector<std::string> texts = {"", "a\nb", std::string("\0\xff", 2), std::string(100'000, 'x')};
  for (const auto& text : texts) spool.add(text);
  EXPECT_EQ(all(spool), texts);
  EXPECT_EQ(all(spool), texts);
  spool.add(texts.emplace_back("later"));
  EXPECT_EQ(all(spool), texts);
  for (const char letter : {'a', 'b', 'c'}) {  // a part of them in the file, and the last in memory
    spool.add(texts.emplace_back(600'000, letter));
    spool.add(texts.emplace_back("short"));
    EXPECT_TRUE(all(spool) == texts) << letter;
  }
}

/// Sets an environment variable for as long as it lives.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Environment() { before_.empty() ? unsetenv(name_) : setenv(name_, before_.c_str(), 1); }

 private:
  const char* name_;
  std::string before_;
};

/// The files in a folder that this process has open, those without a name too.
int open_files(const std::filesystem::path& folder) {
  int out = 0;
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator("/proc/self/fd"))
    if (std::filesystem::read_symlink(file, error).parent_path() == folder) ++out;
  return out;
}

// Fails if what is small needs a disk, or what is large fills another one than the user named.
TEST(Spool, WritesWhatIsLargeToTheFolderOfTemporaryFiles) {
  const auto folder = scratch_folder() / "spool";
  const Environment environment("TMPDIR", folder);
  Spool spool;
  spool.add("small");
  EXPECT_THAT(all(spool), testing::ElementsAre("small"));
  EXPECT_THROW(Spool().add(std::string(2'000'000, 'x')), std::system_error);
  std::filesystem::create_directory(folder);
  spool.add(std::string(2'000'000, 'x'));
  EXPECT_EQ(open_files(folder), 1);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  EXPECT_EQ(all(spool).size(), 2U);
  std::filesystem::remove(folder);
}

}  // namespace
}  // namespace plumb
