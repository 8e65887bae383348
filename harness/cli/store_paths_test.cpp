// A path that is not a store, and a too small memory limit, must be rejected with a message about the allowed input.

#include <sys/stat.h>

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

class StorePaths : public Cli {
 protected:
  const std::string run = "run -p pendulum -m erk4 -s 1e-2 --t-end 0.1 ";
};

// Fails if a verb waits forever for a pipe, or if the message about a path that is not a regular file lacks its type.
TEST_F(StorePaths, OfWhatIsNoFileAreReportedAsWhatTheyAre) {
  std::filesystem::create_directory(in("folder"));
  ASSERT_EQ(mkfifo(in("pipe").c_str(), 0600), 0);
  const std::pair<std::string, std::string> all[] = {
      {in("folder"), "is a directory"}, {in("pipe"), "is a pipe"}, {"/dev/null", "is a device"}};
  for (const auto& [path, says] : all) {
    const auto quoted = "'" + path + "'";
    for (const std::string& verb : {run + "--store " + quoted, "doctor " + quoted, "doctor --repair " + quoted,
                                    "export " + quoted, "merge new.db " + quoted, "merge " + quoted + " new.db"}) {
      write("new.db", "");
      const auto ended =
          shell("cd '" + folder.string() + "'; plumb() { timeout 20 '" PLUMB_BINARY "' \"$@\"; }; plumb " + verb);
      EXPECT_THAT(ended, Refuses(3, says + ", which cannot store runs; give the path of a file")) << verb;
    }
  }
  EXPECT_THAT(plumb("doctor '" + in("none.db") + "'"), Refuses(3, "there is no such store"));
}

// Fails if a merge of a store with itself ends with exit code 0.
TEST_F(StorePaths, OfOneStoreTwiceAreNoMerge) {
  const auto a = "'" + in("a.db") + "'", b = "'" + in("b.db") + "'";
  ASSERT_EQ(plumb(run + "--store " + a).code, 0);
  ASSERT_EQ(plumb(run + "--store " + b).code, 0);
  EXPECT_THAT(plumb("merge " + a + " " + a), Refuses(2, "cannot be merged into itself"));
  std::filesystem::create_symlink(in("a.db"), in("link.db"));
  EXPECT_THAT(plumb("merge " + a + " '" + in("link.db") + "'"), Refuses(2, "cannot be merged into itself"));
  const auto both = plumb("merge " + a + " " + a + " " + b);
  EXPECT_EQ(both.code, 0) << both.err;
  EXPECT_THAT(both.err, testing::HasSubstr("is both OUT and an input"));
}

// Fails if a memory size without a unit is accepted, for which all cells would run out of memory.
TEST_F(StorePaths, SizesOfMemoryHaveALeast) {
  for (const char* little : {"2", "512", "999kB"})
    EXPECT_THAT(plumb(run + "--memory " + little), Refuses(2, "is not allowed: at least 1MB"));
  for (const char* enough : {"512MB", "2GiB"}) EXPECT_EQ(plumb(run + "--isolate --memory " + enough).code, 0) << enough;
}

}  // namespace
}  // namespace plumb
