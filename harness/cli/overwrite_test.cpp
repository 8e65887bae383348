// No verb may replace a file that Plumb did not write.

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

const std::string short_run = "run -p pendulum -m erk4 -s 1e-2 --t-end 0.1 ";
const std::string thesis = "do not lose me\n";

class Overwrite : public Cli {
 protected:
  std::string quoted(const char* name) const { return "'" + in(name) + "'"; }
  bool exists(const char* name) const { return fs::exists(in(name)); }
  bool has_temporary_files() const {
    const auto is_temporary = [](const auto& f) { return f.path().filename().string().starts_with(".plumb-"); };
    return std::any_of(fs::directory_iterator(folder), fs::directory_iterator(), is_temporary);
  }
};

// Fails if an export replaces its own input, or a file that is not an export.
TEST_F(Overwrite, AnExportReplacesExportsOnly) {
  ASSERT_EQ(plumb(short_run + "--store " + quoted("a.db")).code, 0);
  fs::create_hard_link(in("a.db"), in("hard"));
  fs::create_symlink("a.db", in("link"));
  write("thesis.csv", thesis);
  EXPECT_THAT(plumb("export " + quoted("a.db") + " --out " + quoted("a.db")), Refuses(2, "is not an export"));
  EXPECT_THAT(plumb("export " + quoted("a.db") + " --out " + quoted("hard")), Refuses(2, "is not an export"));
  EXPECT_THAT(plumb("export " + quoted("a.db") + " --out " + quoted("link")), Refuses(2, "is a symbolic link"));
  EXPECT_THAT(plumb("export " + quoted("a.db") + " --out " + quoted("thesis.csv")), Refuses(2, "is not an export"));
  EXPECT_THAT(plumb("export " + quoted("a.db") + " --out " + quoted("")), Refuses(2, "is a folder"));
  EXPECT_EQ(stored(in("a.db")), 1u);
  EXPECT_EQ(contents(in("thesis.csv")), thesis);

  for (const char* format : {"csv", "jsonl", "csv"}) {
    const auto command = "export " + quoted("a.db") + " --format " + format;
    EXPECT_EQ(plumb(command + " --out " + quoted("export")).code, 0) << format;
    EXPECT_EQ(contents(in("export")), plumb(command).out) << format;
  }
  EXPECT_FALSE(has_temporary_files());
}

// Fails if a trajectory replaces a store, another HDF5 file, or any other file.
TEST_F(Overwrite, ATrajectoryReplacesTrajectoriesOnly) {
  write("thesis.h5", thesis);
  EXPECT_THAT(plumb(short_run + "--trajectory " + quoted("thesis.h5")), Refuses(2, "is not a trajectory"));
  EXPECT_EQ(contents(in("thesis.h5")), thesis);
  EXPECT_THAT(plumb(short_run + "--store " + quoted("both") + " --trajectory " + quoted("./both")),
              Refuses(2, "give two different files"));
  EXPECT_FALSE(exists("both"));
  ASSERT_EQ(plumb(short_run + "--store " + quoted("a.db")).code, 0);
  EXPECT_THAT(plumb(short_run + "--trajectory " + quoted("a.db")), Refuses(2, "is not a trajectory"));
  EXPECT_EQ(stored(in("a.db")), 1u);

  const std::string fine = "run -p pendulum -m erk4 -s 1e-4 --t-end 0.1 --samples 0 ";
  EXPECT_EQ(plumb(fine + "--trajectory " + quoted("one.h5")).code, 0);
  const auto longer = contents(in("one.h5"));
  EXPECT_EQ(plumb(short_run + "--samples 1 --trajectory " + quoted("one.h5")).code, 0);
  EXPECT_LT(contents(in("one.h5")).size(), longer.size());
  EXPECT_FALSE(has_temporary_files());
}

// Fails if a run without a trajectory creates or changes the file.
TEST_F(Overwrite, AnUnsupportedRunWritesNoTrajectory) {
  const std::string unsupported = "run -p pendulum -f index3 -m erk4 -s 1e-2 --trajectory ";
  EXPECT_EQ(plumb(unsupported + quoted("none.h5")).code, 4);
  EXPECT_FALSE(exists("none.h5"));
  ASSERT_EQ(plumb(short_run + "--trajectory " + quoted("one.h5")).code, 0);
  const auto before = contents(in("one.h5"));
  EXPECT_EQ(plumb(unsupported + quoted("one.h5")).code, 4);
  EXPECT_EQ(contents(in("one.h5")), before);
}

TEST_F(Overwrite, StoredValuesReplaceThoseOfTheirProblemOnly) {
  write("oscillator.json", "{\"schema\": 1}\n");
  EXPECT_THAT(plumb("reference build oscillator --out " + quoted("")),
              Refuses(2, "is not a file of `plumb reference build oscillator`"));
  EXPECT_EQ(contents(in("oscillator.json")), "{\"schema\": 1}\n");
  fs::remove(in("oscillator.json"));
  EXPECT_EQ(plumb("reference build oscillator --out " + quoted("")).code, 0);
  EXPECT_EQ(plumb("reference build oscillator --out " + quoted("")).code, 0);
}

// Fails if values are written into the folder of a problem, in the working directory or the source tree, without --out.
TEST_F(Overwrite, StoredValuesAreWrittenOnlyIfAFolderIsNamed) {
  fs::create_directories(in("problems/oscillator"));
  const auto written = fs::last_write_time("problems/oscillator/reference.json");
  for (const char* what : {"oscillator", "oscillator --t-end 1", "pendulum --json"}) {
    const auto ended =
        shell("cd " + quoted("") + " && PLUMB_CACHE=" + quoted("cache") + " plumb reference build " + what);
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_THAT(ended.out, testing::HasSubstr("cache"));
  }
  EXPECT_EQ(fs::last_write_time("problems/oscillator/reference.json"), written);
  EXPECT_TRUE(fs::is_empty(in("problems/oscillator")));
  EXPECT_EQ(plumb("reference build oscillator --out " + quoted("problems")).code, 0);
  EXPECT_THAT(contents(in("problems/oscillator/reference.json")), testing::HasSubstr("\"problem\": \"oscillator\""));
}

// Fails if figures are written outside of --out through a symbolic link in it.
TEST_F(Overwrite, FiguresStayBelowTheirFolder) {
  fs::create_directory(in("elsewhere"));
  fs::create_directory(in("out-folder"));
  fs::create_directory_symlink("../elsewhere", in("out-folder/li2019"));
  EXPECT_THAT(plumb("reproduce li2019/figure-2 --out " + quoted("out-folder")), Refuses(2, "is a symbolic link"));
  EXPECT_TRUE(fs::is_empty(in("elsewhere")));
}

// Fails if an empty folder results/papers in the working directory hides the papers of the program.
TEST_F(Overwrite, AFolderWithoutPapersHidesNone) {
  fs::create_directories(in("results/papers/empty"));
  const auto listed = shell("cd " + quoted("") + " && plumb list papers");
  EXPECT_THAT(listed.out, testing::HasSubstr("li2019")) << listed.err;
}

}  // namespace
}  // namespace plumb
