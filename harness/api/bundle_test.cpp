// Bundles of small studies are written, changed in one place, and verified.

#include "harness/api/bundle.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <fstream>

#include "harness/store/sqlite.hpp"
#include "text/sha256.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr const char* tableau = R"(schema = 1
name = "mine"
title = "Two stages"
source = "for tests"
order = 2
a = [["0", "0"], ["1", "0"]]
b = ["1/2", "1/2"]
)";

class Bundles : public testing::Test {
 protected:
  Bundles() { write("mine.toml", tableau); }

  std::string in(const std::string& name) const { return (folder / name).string(); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(in(name)) << text; }

  BundleRequest request(const std::vector<std::string>& methods = {"bdf2", "hht"}) const {
    Axes axes{.problem = {"pendulum"}, .formulation = {"index3"}, .method = methods, .step = {"1e-2", "2e-2"}};
    axes.settings = {{"t_end", {"0.2"}}, {"samples", {"4"}}};
    return {.folder = in("bundle"), .axes = axes, .command = "plumb bundle ..."};
  }
  BundleRequest request_with_file() const {
    auto out = request({"@" + in("mine.toml")});
    out.axes.formulation = {"ode"};
    return out;
  }
  Verification verified() const { return verify_bundle(in("bundle"), {}); }

  /// Returns the stored runs of the bundle.
  std::vector<StoredRun> stored() const { return Store(in("bundle/runs.db"), Access::read_only).runs(); }
  /// Replaces a stored run by another result, with a correct checksum of its row.
  void replace(const StoredRun& run) const {
    Store(in("bundle/runs.db")).put(run.cell, run.source_fingerprint, run.result);
  }
  /// Writes the present checksum of a file into the manifest, as somebody would who hides a change.
  void hide_change_of(const std::string& name) const {
    auto manifest = manifest_in(in("bundle"));
    const auto bytes = bytes_of_file(in("bundle/" + name));
    manifest.files[name] = {sha256(bytes), bytes.size()};
    write("bundle/manifest.json", to_json(manifest).dump(2));
  }

  const ScratchFolder scratch;
  const fs::path& folder = scratch.path();
};

std::vector<std::string> texts(const std::vector<FileFinding>& findings) {
  std::vector<std::string> out;
  for (const auto& [path, finding] : findings) out.push_back(finding + " " + path);
  return out;
}

TEST_F(Bundles, AreVerifiedWithTheSameBits) {
  const auto bundle = write_bundle(request(), {});
  ASSERT_TRUE(bundle.manifest);
  EXPECT_EQ(bundle.cells, 4u);
  EXPECT_EQ(bundle.manifest_sha256, sha256(bytes_of_file(in("bundle/manifest.json"))));
  EXPECT_FALSE(fs::exists(in("bundle/unfinished.db")));
  EXPECT_EQ(stored().size(), 4u);
  EXPECT_THAT(bytes_of_file(in("bundle/page.md")), AllOf(HasSubstr("bdf2"), HasSubstr("hht")));
  EXPECT_THAT(bytes_of_file(in("bundle/README.md")), HasSubstr("plumb verify ."));
  const auto found = verified();
  EXPECT_THAT(found.files, IsEmpty());
  EXPECT_FALSE(found.is_other_program());
  EXPECT_EQ(found.count(CellVerdict::same_bits), 4u);
  EXPECT_EQ(found.exit(), Exit::ok);
  EXPECT_THAT(verification_text(found, "bundle", 20),
              AllOf(HasSubstr("as in the manifest"), HasSubstr("bundle: 4 cells: 4 same bits\n")));
}

// Fails if a bundle depends on a file outside of its folder, or if its cells have names of the author's machine.
TEST_F(Bundles, ContainTheirFiles) {
  write("study.toml", "schema = 1\n[[cells]]\nproblem = \"pendulum\"\nformulation = \"ode\"\nmethod = \"@" +
                          in("mine.toml") + "\"\nstep = [\"1e-2\", \"2e-2\"]\nt_end = \"0.2\"\nsamples = 4\n");
  auto of_file = request_with_file();
  of_file.axes = {};
  of_file.study = in("study.toml");
  ASSERT_TRUE(write_bundle(of_file, {}).manifest);
  EXPECT_EQ(bytes_of_file(in("bundle/study-as-written.toml")), bytes_of_file(in("study.toml")));
  fs::remove(in("mine.toml"));
  fs::rename(in("bundle"), in("elsewhere"));
  const auto found = verify_bundle(in("elsewhere"), {});
  EXPECT_EQ(found.count(CellVerdict::same_bits), 2u) << verification_text(found, "elsewhere", 20);
  EXPECT_EQ(found.exit(), Exit::ok);
  EXPECT_EQ(found.cells.front().cell.method, "@methods/mine.toml");
  EXPECT_THAT(bytes_of_file(in("elsewhere/study.toml")), HasSubstr("method = \"@methods/mine.toml\""));
  EXPECT_EQ(bytes_of_file(in("elsewhere/study.toml")).find(in("")), std::string::npos);
}

TEST_F(Bundles, NameMissingChangedAndExtraFiles) {
  ASSERT_TRUE(write_bundle(request_with_file(), {}).manifest);
  write("bundle/page.md", "better numbers");
  write("bundle/more.txt", "");
  fs::remove(in("bundle/README.md"));
  const auto found = verified();
  EXPECT_THAT(texts(found.files), ElementsAre("missing README.md", "changed page.md", "extra more.txt"));
  EXPECT_EQ(found.count(CellVerdict::same_bits), 2u);
  EXPECT_EQ(found.exit(), Exit::verdict_failed);
  fs::remove(in("bundle/methods/mine.toml"));
  const auto without = verified();
  EXPECT_THAT(without.not_readable, StartsWith("methods/mine.toml is missing"));
  EXPECT_EQ(without.exit(), Exit::verdict_failed);
}

// Fails if an extra file alone counts as a failure.
TEST_F(Bundles, MayHaveExtraFiles) {
  ASSERT_TRUE(write_bundle(request({"bdf2"}), {}).manifest);
  write("bundle/notes.txt", "mine");
  const auto found = verified();
  EXPECT_THAT(texts(found.files), ElementsAre("extra notes.txt"));
  EXPECT_EQ(found.exit(), Exit::ok);
}

// Fails if an edited method is not compared with the recorded numbers.
TEST_F(Bundles, CompareAnEditedMethod) {
  ASSERT_TRUE(write_bundle(request_with_file(), {}).manifest);
  std::string other = tableau;
  other.replace(other.find("\"1/2\", \"1/2\""), 12, "\"1/3\", \"2/3\"");
  fs::copy(in("bundle"), in("edited"), fs::copy_options::recursive);  // this process has read the method of "bundle"
  write("edited/methods/mine.toml", other);
  const auto found = verify_bundle(in("edited"), {});
  EXPECT_THAT(texts(found.files), ElementsAre("changed methods/mine.toml"));
  EXPECT_EQ(found.count(CellVerdict::different), 2u) << verification_text(found, "edited", 20);
  EXPECT_EQ(found.exit(), Exit::verdict_failed);
}

// Fails if a number that was changed in the store, with all checksums, is not found.
TEST_F(Bundles, NameAChangedNumberOfTheStore) {
  ASSERT_TRUE(write_bundle(request(), {}).manifest);
  auto run = stored().front();
  auto& error = run.result.metrics.at("end.q.translation");
  error = *error * 0.9;
  replace(run);
  hide_change_of("runs.db");
  const auto found = verified();
  EXPECT_THAT(found.files, IsEmpty());
  EXPECT_EQ(found.count(CellVerdict::different), 1u);
  EXPECT_EQ(found.count(CellVerdict::same_bits), 3u);
  EXPECT_EQ(found.exit(), Exit::verdict_failed);
  EXPECT_THAT(verification_text(found, "bundle", 20), HasSubstr("end.q.translation "));
}

TEST_F(Bundles, NameAnotherStatus) {
  ASSERT_TRUE(write_bundle(request(), {}).manifest);
  auto run = stored().front();
  run.result.status = Status::newton_diverged;
  replace(run);
  hide_change_of("runs.db");
  const auto found = verified();
  EXPECT_EQ(found.count(CellVerdict::failed_otherwise), 1u);
  EXPECT_EQ(found.exit(), Exit::verdict_failed);
}

TEST_F(Bundles, NameMissingCells) {
  ASSERT_TRUE(write_bundle(request(), {}).manifest);
  const auto run = stored().front();
  Store(in("bundle/runs.db")).remove(id(run.cell), run.source_fingerprint);
  hide_change_of("runs.db");
  const auto without = verified();
  EXPECT_EQ(without.count(CellVerdict::missing), 1u);
  EXPECT_EQ(without.exit(), Exit::nothing_measured);
  EXPECT_THAT(verification_text(without, "bundle", 20), HasSubstr("only in the study"));
  auto other = run;
  other.cell.step = "4e-2";
  replace(run);
  replace(other);
  hide_change_of("runs.db");
  const auto more = verified();
  EXPECT_EQ(more.count(CellVerdict::missing), 1u);
  EXPECT_EQ(more.count(CellVerdict::same_bits), 4u);
  EXPECT_EQ(more.exit(), Exit::nothing_measured);
  EXPECT_THAT(verification_text(more, "bundle", 20), HasSubstr("only in the store"));
}

TEST_F(Bundles, NameADamagedRow) {
  ASSERT_TRUE(write_bundle(request(), {}).manifest);
  Sqlite(in("bundle/runs.db"), Opening::read_write, std::chrono::seconds(1))
      .run("UPDATE runs SET result = '{}' WHERE cell_id = (SELECT min(cell_id) FROM runs)");
  hide_change_of("runs.db");
  const auto found = verified();
  EXPECT_EQ(found.damaged.size(), 1u);
  EXPECT_EQ(found.count(CellVerdict::missing), 1u);
  EXPECT_EQ(found.exit(), Exit::nothing_measured);
  EXPECT_THAT(verification_text(found, "bundle", 20), HasSubstr("damaged row of runs.db"));
}

TEST_F(Bundles, NameAnotherProgram) {
  ASSERT_TRUE(write_bundle(request({"bdf2"}), {}).manifest);
  auto manifest = manifest_in(in("bundle"));
  manifest.program.version = "0.0.1";
  write("bundle/manifest.json", to_json(manifest).dump(2));
  const auto found = verified();
  EXPECT_TRUE(found.is_other_program());
  EXPECT_EQ(found.exit(), Exit::ok) << "another version alone is no failure";
  EXPECT_THAT(verification_text(found, "bundle", 20), HasSubstr("another program: the bundle was made by plumb 0.0.1"));
}

// Fails if results of a stopped call are lost, or if the next call runs all cells again.
TEST_F(Bundles, ContinueAfterAStop) {
  const auto stopped = write_bundle(request(), {.interrupted = [] { return true; }});
  EXPECT_TRUE(stopped.ending.interrupted);
  EXPECT_FALSE(stopped.manifest);
  EXPECT_EQ(stopped.unfinished, in("bundle/unfinished.db"));
  EXPECT_TRUE(write_bundle(request(), {}).manifest);
  const auto verification = verify_bundle(in("bundle"), {.interrupted = [] { return true; }});
  EXPECT_EQ(verification.exit(), Exit::interrupted);
  EXPECT_EQ(verification.cells.size(), 4u);
}

// Fails if a stored run is repeated, or if a cell that the store lacks is not run.
TEST_F(Bundles, UseTheStoreOfTheAuthor) {
  run(request({"bdf2"}).axes, {.store = in("mine.db")});
  for (auto run : Store(in("mine.db")).runs()) {
    run.result.timing.seconds = 1234;
    Store(in("mine.db")).put(run.cell, run.source_fingerprint, run.result);
  }
  ASSERT_TRUE(write_bundle(request(), {.store = in("mine.db")}).manifest);
  for (const auto& one : stored()) EXPECT_EQ(one.result.timing.seconds == 1234, one.cell.method == "bdf2");
  EXPECT_EQ(verified().count(CellVerdict::same_bits), 4u);
}

TEST_F(Bundles, RefuseMistakesInOneLine) {
  const auto refusal = [](const auto& action) -> std::string {
    try {
      action();
    } catch (const UsageError& e) {
      return e.what();
    }
    return "none";
  };
  EXPECT_THAT(refusal([&] { verify_bundle(in("nothing"), {}); }), HasSubstr("there is no manifest.json in it"));
  ASSERT_TRUE(write_bundle(request({"bdf2"}), {}).manifest);
  EXPECT_THAT(refusal([&] { write_bundle(request(), {}); }), HasSubstr("is not empty; give the name of a new folder"));
  EXPECT_THAT(refusal([&] { verify_bundle(in("bundle"), {.store = in("bundle/runs.db")}); }),
              HasSubstr("is the store of the bundle"));
  auto manifest = manifest_in(in("bundle"));
  manifest.files["../mine.toml"] = {"", 0};
  write("bundle/manifest.json", to_json(manifest).dump(2));
  EXPECT_THAT(refusal([&] { verified(); }), HasSubstr("must stay in the folder of the bundle"));
  write("bundle/manifest.json", "{}");
  EXPECT_THAT(refusal([&] { verified(); }), HasSubstr("is not the manifest of a bundle"));
}

// Fails if a problem loses the files to which it refers.
TEST_F(Bundles, KeepTheFilesOfAProblemTogether) {
  fs::create_directory(folder / "robots");
  for (const char* name : {"iiwa14.toml", "iiwa14.urdf"})
    fs::copy_file(fs::path("examples/robots") / name, folder / "robots" / name);
  Axes axes{.problem = {"@" + in("robots/iiwa14.toml")}, .formulation = {}, .method = {"erk4"}, .step = {"5e-3"}};
  axes.settings = {{"t_end", {"0.01"}}, {"reference", {"none"}}};
  ASSERT_TRUE(write_bundle({.folder = in("bundle"), .axes = axes}, {}).manifest);
  fs::remove_all(folder / "robots");
  EXPECT_TRUE(fs::exists(in("bundle/problems/iiwa14/iiwa14.urdf")));
  const auto found = verified();
  EXPECT_EQ(found.count(CellVerdict::same_bits), 1u) << verification_text(found, "bundle", 20);
  EXPECT_EQ(found.exit(), Exit::ok);
}

TEST(BundledPaths, StayInTheFolder) {
  EXPECT_TRUE(stays_in_folder("a/../b"));
  EXPECT_FALSE(stays_in_folder("a/../../b"));
  EXPECT_FALSE(stays_in_folder("/a"));
}

}  // namespace
}  // namespace plumb
