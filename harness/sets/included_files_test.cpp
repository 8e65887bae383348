// Tests of studies that include the sets of other files.

#include "harness/sets/included_files.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "harness/sets/experiment.hpp"
#include "text/exit_codes.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class IncludedFiles : public ::testing::Test {
 protected:
  IncludedFiles() {
    write("problems/beam/study.toml",
          "schema = 1\n[sets.steps]\nproblem = 'beam'\nstep = '1e-3'\n[sets.rest]\nproblem = 'beam'\n");
    write("problems/pendulum/study.toml", "schema = 1\n[sets.steps]\nproblem = 'pendulum'\nmethod = 'lms3'\n");
    fs::create_directories(folder / "problems/empty");
  }

  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((folder / file).parent_path());
    std::ofstream(folder / file) << text;
  }

  /// Returns "PROBLEM FORMULATION METHOD STEP" of each cell of a study.
  std::vector<std::string> cells(const std::string& more, const std::string& set = {}) const {
    write("results/study.toml", "schema = 1\ninclude = '../problems/*/study.toml'\n" + more);
    std::vector<std::string> out;
    for (const auto& r : experiment_from_file(folder / "results/study.toml", set).cells)
      out.push_back(r.problem.text() + " " + r.formulation.text() + " " + r.method.text() + " " + r.step);
    return out;
  }

  std::string refusal(const std::string& more) const {
    try {
      cells(more);
    } catch (const UsageError& e) {
      return e.what();
    }
    return "accepted";
  }

  const std::string defaults = "[sets.steps]\nformulation = 'ode'\nmethod = 'erk4'\nstep = '1e-2'\n";
  const std::string block = "[[cells]]\nset = 'steps'\n";

  const ScratchFolder scratch;
  const fs::path& folder = scratch.path();
};

TEST_F(IncludedFiles, CompleteASetOfTheStudy) {
  EXPECT_THAT(cells(defaults + block), ElementsAre("beam ode erk4 1e-3", "pendulum ode lms3 1e-2"));
}

TEST_F(IncludedFiles, OfANewFolderAreFound) {
  write("problems/bead/study.toml", "schema = 1\n[sets.steps]\nproblem = 'two-link'\n");
  EXPECT_THAT(cells(defaults + block),
              ElementsAre("two-link ode erk4 1e-2", "beam ode erk4 1e-3", "pendulum ode lms3 1e-2"));
}

TEST_F(IncludedFiles, AreUsedForASetInPlaceOfTheCells) {
  EXPECT_THAT(cells(defaults + block, "steps"), ElementsAre("beam ode erk4 1e-3", "pendulum ode lms3 1e-2"));
}

TEST_F(IncludedFiles, MayUseBasesOfTheStudyAndYieldToTheBlock) {
  const std::string based = "[sets.short]\nformulation = 'ode'\nstep = '1e-2'\n[sets.steps]\nbase = 'short'\n";
  EXPECT_THAT(cells(based + block + "method = 'bdf2'\n"), ElementsAre("beam ode bdf2 1e-3", "pendulum ode bdf2 1e-2"));
}

TEST_F(IncludedFiles, WithoutTheSetAddNothing) {
  const std::string rest =
      "[sets.rest]\nformulation = 'ode'\nmethod = 'erk4'\nstep = '1e-2'\n[[cells]]\nset = 'rest'\n";
  EXPECT_THAT(cells(rest), ElementsAre("beam ode erk4 1e-2"));
  const std::string plain = "[[cells]]\nproblem = 'oscillator'\nformulation = 'ode'\nmethod = 'erk4'\nstep = '1e-2'\n";
  EXPECT_THAT(cells(plain), ElementsAre("oscillator ode erk4 1e-2"));
}

TEST_F(IncludedFiles, RefuseMistakes) {
  EXPECT_THAT(refusal(defaults + "[[cells]]\nset = 'nosuch'\n"), HasSubstr("study.toml"));
  write("problems/bead/study.toml", "schema = 1\n[sets.steps]\nprobelm = 'beam'\n");
  EXPECT_THAT(refusal(defaults + block), HasSubstr("bead/study.toml:3:1"));
  write("problems/bead/study.toml", "schema = 1\n[[cells]]\nproblem = 'beam'\n");
  EXPECT_THAT(refusal(defaults + block), HasSubstr("bead/study.toml:2"));
  fs::remove_all(folder / "problems");
  EXPECT_THAT(refusal(defaults + block), HasSubstr("study.toml:2:11"));
}

}  // namespace
}  // namespace plumb
