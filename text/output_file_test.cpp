#include "text/output_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <stdexcept>

#include "text/exit_codes.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class OutputFileTest : public testing::Test {
 protected:
  static std::string contents(const fs::path& file) { return beginning_of(file, 1 << 20); }
  static void fill(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder), fs::directory_iterator()); }
  static std::string refusal(const fs::path& file) {
    try {
      write_file(file, kind, "mark,new\n");
      return "accepted";
    } catch (const UsageError& e) {
      return e.what();
    }
  }

  static const FileKind kind;
  const ScratchFolder scratch;
  const fs::path& folder = scratch.path();
};
const FileKind OutputFileTest::kind = beginning_with("mark,", "a table of `plumb test`");

// Fails if bytes are lost, if the end of a longer previous file remains, or if the temporary file remains.
TEST_F(OutputFileTest, ReplacesFilesOfItsKindAndEmptyOnes) {
  const auto file = folder / "a.csv";
  EXPECT_EQ(refusal(file), "accepted");
  EXPECT_EQ(contents(file), "mark,new\n");
  fill(file, "mark,old and much longer\n");
  EXPECT_EQ(refusal(file), "accepted");
  EXPECT_EQ(contents(file), "mark,new\n");
  fill(file, "");
  EXPECT_EQ(refusal(file), "accepted");
  EXPECT_EQ(files(), 1);
}

// Fails if a writable file of another program is replaced.
TEST_F(OutputFileTest, LeavesFilesOfOthersAlone) {
  const auto file = folder / "thesis.tex";
  for (const std::string text : {"marc,old\n", "mar", "x"}) {
    fill(file, text);
    EXPECT_EQ(refusal(file), file.string() +
                                 ": is not a table of `plumb test` and was not changed; give another path, "
                                 "or move the file away");
    EXPECT_EQ(contents(file), text);
  }
  EXPECT_THAT(refusal(folder), HasSubstr("is a folder"));
  EXPECT_THAT(refusal("/dev/null"), HasSubstr("is not a regular file"));
  const auto pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(refusal(pipe), HasSubstr("is not a regular file"));
  EXPECT_EQ(files(), 2);
}

// Fails if a symbolic link is followed, even to a file of the same kind, or if a link is replaced.
TEST_F(OutputFileTest, NeitherFollowsNorReplacesLinks) {
  fill(folder / "target.csv", "mark,old\n");
  for (const char* target : {"target.csv", "missing.csv"}) {
    const auto link = folder / "link.csv";
    fs::create_symlink(target, link);
    EXPECT_THAT(refusal(link), HasSubstr("is a symbolic link"));
    EXPECT_TRUE(fs::is_symlink(link));
    fs::remove(link);
  }
  EXPECT_EQ(contents(folder / "target.csv"), "mark,old\n");
  EXPECT_FALSE(fs::exists(folder / "missing.csv"));

  fs::create_directory(folder / "outside");
  fs::create_directory(folder / "out");
  fs::create_directory_symlink("../outside", folder / "out" / "paper");
  EXPECT_THROW(output_folder(folder / "out", "paper"), UsageError);
  EXPECT_EQ(output_folder(folder / "out", "other"), folder / "out" / "other");
  EXPECT_TRUE(fs::is_directory(folder / "out" / "other"));
}

// Fails if the target is written directly: without a commit it would be empty or incomplete.
TEST_F(OutputFileTest, WithoutCommitNothingChanges) {
  const auto file = folder / "a.csv";
  fill(file, "mark,old\n");
  {
    OutputFile out(file, kind);
    out.write("mark,new\n");
    EXPECT_EQ(contents(out.temporary()), "mark,new\n");
    EXPECT_EQ(out.temporary().parent_path(), folder) << "another folder may be another disk";
  }
  EXPECT_EQ(contents(file), "mark,old\n");
  EXPECT_EQ(files(), 1);
}

// Fails if the target is checked only at the beginning.
TEST_F(OutputFileTest, LeavesAFileThatCameInTheMeantime) {
  const auto file = folder / "a.csv";
  OutputFile out(file, kind);
  out.write("mark,new\n");
  fill(file, "of another\n");
  EXPECT_THROW(out.commit(), UsageError);
  EXPECT_EQ(contents(file), "of another\n");
}

// Fails if errors of `write` are ignored, or if a temporary file remains after them.
TEST_F(OutputFileTest, AFullDiskLeavesTheOldFile) {
  const auto file = folder / "a.csv";
  fill(file, "mark,old\n");
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_file(file, kind, std::string(5000, 'x'));
    } catch (const std::runtime_error& e) {
      _exit(std::string_view(e.what()).find("a.csv: cannot be written: ") == std::string_view::npos ? 2 : 0);
    }
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(contents(file), "mark,old\n");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, KeepsThePermissionsOfWhatItReplaces) {
  const auto file = folder / "a.csv";
  fill(file, "mark,old\n");
  fs::permissions(file, fs::perms(0640));
  EXPECT_EQ(refusal(file), "accepted");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms(0640));
}

}  // namespace
}  // namespace plumb
