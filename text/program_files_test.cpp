#include "text/program_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "text/exit_codes.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Key;

// A temporary installation, source tree and working directory for the tests.
class ProgramFiles : public testing::Test {
 protected:
  ProgramFiles() {
    for (const auto& folder : {places.program_folder, places.source_tree, places.working_directory})
      fs::create_directories(folder);
  }

  void paper(const fs::path& root, const std::string& key) const {
    fs::create_directories(root / papers / key);
    std::ofstream(root / papers / key / "paper.toml") << "schema = 1\n";
  }
  std::map<std::string, FoundFile> found() const {
    return found_files(
        papers, [](const fs::path& entry) { return fs::exists(entry / "paper.toml"); }, places);
  }

  const ScratchFolder scratch;
  const fs::path& base = scratch.path();
  const fs::path papers = "results/papers";
  const fs::path data = base / "prefix/share/plumb", study = base / "work", other = base / "other";
  FilePlaces places{.program_folder = base / "prefix/bin", .source_tree = base / "source", .working_directory = study};
};

// Fails if an installed program reads the source tree of its build, or if a program in its build tree finds no files.
TEST_F(ProgramFiles, AreThoseOfTheInstallationElseOfTheSourceTree) {
  EXPECT_FALSE(shipped_root(places));
  paper(places.source_tree, "built2024");
  EXPECT_EQ(shipped_root(places), places.source_tree);
  paper(data, "installed2024");
  EXPECT_EQ(shipped_root(places), data);
  EXPECT_THAT(found(), ElementsAre(Key("installed2024")));
}

// This fails if the user's own papers hide the others, or are hidden by them.
TEST_F(ProgramFiles, OfTheUserStandBesideTheShippedOnes) {
  paper(data, "shipped2024");
  paper(study, "mine2024");
  paper(other, "ours2024");
  places.search_path = other.string();
  EXPECT_THAT(found(), ElementsAre(Key("mine2024"), Key("ours2024"), Key("shipped2024")));
}

// This fails if the order of the roots changes, or the user gets no message about the ignored paper.
TEST_F(ProgramFiles, OfTheSameNameAreTheFirstAndSaySo) {
  paper(data, "li2019");
  EXPECT_EQ(found().at("li2019").note("paper"), "");
  paper(study, "li2019");
  EXPECT_EQ(found().at("li2019").path, study / papers / "li2019");
  paper(other, "li2019");
  places.search_path = ":" + other.string() + ":";
  const auto first = found().at("li2019");
  EXPECT_EQ(first.path, other / papers / "li2019");
  EXPECT_THAT(first.hidden, ElementsAre(study / papers / "li2019", data / papers / "li2019"));
  EXPECT_EQ(first.note("paper"), "paper 'li2019' is read from " + first.path.string() + ", which overrides " +
                                     first.hidden.front().string());
}

// This fails if a folder without paper.toml, such as one of results, hides the paper of its name.
TEST_F(ProgramFiles, CountOnlyIfTheyAreWanted) {
  paper(data, "li2019");
  fs::create_directories(study / papers / "li2019");
  EXPECT_EQ(found().at("li2019").path, data / papers / "li2019");
  EXPECT_EQ(found().at("li2019").note("paper"), "");
}

// Fails if a paper counts as hidden by itself because two roots are the same folder.
TEST_F(ProgramFiles, AreFoundOnceInARootThatIsNamedTwice) {
  paper(data, "li2019");
  fs::create_directory_symlink(data, base / "link");
  places.working_directory = data;
  places.search_path = (base / "link").string();
  EXPECT_EQ(file_roots(places).size(), 1U);
  EXPECT_EQ(found().at("li2019").note("paper"), "");
}

// Fails if a folder in PLUMB_PATH that does not exist is ignored without a message.
TEST_F(ProgramFiles, AreRefusedInAFolderThatIsNone) {
  places.search_path = (base / "nowhere").string();
  try {
    file_roots(places);
    ADD_FAILURE() << "not refused";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("PLUMB_PATH: '" + places.search_path + "' is not a folder"));
  }
}

}  // namespace
}  // namespace plumb
