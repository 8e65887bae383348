#include "text/file_text.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "text/exit_codes.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class FileText : public testing::Test {
 protected:
  static std::string refusal(const fs::path& path) {
    try {
      return fmt::format("accepted: {} bytes", file_text(path, "a method file (TOML)").size());
    } catch (const UsageError& e) {
      return e.what();
    }
  }

  const ScratchFolder scratch;
  const fs::path& folder = scratch.path();
};

TEST_F(FileText, KeepsEveryByte) {
  const auto bytes = std::string("a\r\n") + '\0' + "\xff no newline at the end";
  std::ofstream(folder / "bytes", std::ios::binary) << bytes;
  EXPECT_EQ(file_text(folder / "bytes", "a file"), bytes);
}

// Fails if the reader waits for a pipe, fills the memory from a device, or reads a directory as an empty file.
TEST_F(FileText, SaysWhatAPathIsInstead) {
  const auto pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(refusal(pipe), pipe.string() + ": cannot be read: it is a pipe; give the path of a method file (TOML)");
  EXPECT_THAT(refusal("/dev/zero"), HasSubstr("it is a device"));
  EXPECT_THAT(refusal(folder), HasSubstr("it is a directory"));
  EXPECT_THAT(refusal(folder / "missing"), HasSubstr("No such file or directory"));
}

// Fails if the limit of the size is not applied, or if it is wrong by one byte.
TEST_F(FileText, IsBounded) {
  std::ofstream(folder / "largest") << std::string(16 << 20, 'x');
  EXPECT_EQ(refusal(folder / "largest"), "accepted: 16777216 bytes");
  std::ofstream(folder / "larger") << std::string((16 << 20) + 1, 'x');
  EXPECT_THAT(refusal(folder / "larger"), HasSubstr("it has more than 16 MiB"));
}

}  // namespace
}  // namespace plumb
