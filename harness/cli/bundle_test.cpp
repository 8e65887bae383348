// Tests of `plumb bundle` and `plumb verify`, as an author and a reviewer use them.

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class CliBundle : public Cli {
 protected:
  std::string bundle(const std::string& more) const {
    return "bundle '" + in("artifact") + "' -p pendulum -f index3 -s 1e-2,2e-2 --t-end 0.2 --samples 4 " + more;
  }
  Ended verify(const std::string& more = "") const { return plumb("verify '" + in("artifact") + "' " + more); }

  static std::string library() {
    return (std::filesystem::path(PLUMB_BINARY).parent_path() / "from_library" / "libprojected_midpoint.so").string();
  }
};

TEST_F(CliBundle, IsWrittenAndVerified) {
  const auto written = plumb(bundle("-m hht,bdf2"));
  ASSERT_EQ(written.code, 0) << written.err;
  EXPECT_THAT(written.out, AllOf(HasSubstr("artifact: 4 cells, "), HasSubstr("SHA-256 of manifest.json: ")));
  const auto manifest = Json::parse(contents(in("artifact/manifest.json")));
  EXPECT_THAT(manifest.at("command").get<std::string>(),
              AllOf(HasSubstr("plumb bundle "), HasSubstr("--steps 1e-2,2e-2"), HasSubstr("--t-end 0.2")));
  EXPECT_EQ(shell("cd '" + in("artifact") + "' && sha256sum runs.db | cut -d ' ' -f 1").out,
            manifest.at("files").at("runs.db").at("sha256").get<std::string>() + "\n");
  EXPECT_TRUE(Json::parse(contents(in("artifact/environment.json"))).contains("cpu"));
  const auto verified = verify();
  EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("artifact: 4 cells: 4 same bits\n"));
  const auto inside = shell("cd '" + in("artifact") + "' && plumb verify . --json");
  EXPECT_EQ(inside.code, 0) << inside.err;
  EXPECT_EQ(Json::parse(inside.out).at("counts").at("same bits"), 4);
}

// Fails if one of the four findings of a reviewer is not named: a tampered file, another version, a missing cell, a
// changed number.
TEST_F(CliBundle, NamesEveryFinding) {
  ASSERT_EQ(plumb(bundle("-m hht,bdf2")).code, 0);
  auto runs = Store(in("artifact/runs.db"), Access::read_only).runs();
  auto& changed = runs.front();
  changed.result.final_state.q.front() *= 1.001;
  Store(in("artifact/runs.db")).put(changed.cell, changed.source_fingerprint, changed.result);
  Store(in("artifact/runs.db")).remove(id(runs.back().cell), runs.back().source_fingerprint);
  auto manifest = Json::parse(contents(in("artifact/manifest.json")));
  manifest["program"]["version"] = "0.0.1";
  write("artifact/manifest.json", manifest.dump());
  const auto found = verify();
  EXPECT_EQ(found.code, 1) << found.err;
  EXPECT_THAT(found.out, AllOf(HasSubstr("changed file: runs.db\n"),
                               HasSubstr("another program: the bundle was made by plumb 0.0.1"),
                               HasSubstr("4 cells: 2 same bits, 1 missing, 1 different\n"),
                               HasSubstr("only in the study"), HasSubstr("q[1] ")));
  const auto json = Json::parse(verify("--json").out);
  EXPECT_EQ(json.at("files"), Json::parse(R"([{"path": "runs.db", "finding": "changed"}])"));
  EXPECT_EQ(json.at("program").at("same"), false);
}

// Fails if a library can be bundled without its sources, or if the reader does not get them.
TEST_F(CliBundle, HasTheSourcesOfALibrary) {
  const auto method = "-m '@" + library() + "' ";
  EXPECT_THAT(plumb(bundle(method)), Refuses(2, "is a shared library; give its sources (--source FILE)"));
  const auto line = "--source examples/methods/projected_midpoint.c --build-line 'cc -shared projected_midpoint.c'";
  const auto written = plumb(bundle(method + line));
  ASSERT_EQ(written.code, 0) << written.err;
  EXPECT_EQ(contents(in("artifact/sources/projected_midpoint.c")), contents("examples/methods/projected_midpoint.c"));
  EXPECT_THAT(contents(in("artifact/README.md")), HasSubstr("    cc -shared projected_midpoint.c\n"));
  const auto verified = verify();
  EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
}

TEST_F(CliBundle, RefusesMistakes) {
  EXPECT_THAT(plumb("bundle '" + in("artifact") + "'"), Refuses(2, "bundle: give a problem (-p), a method (-m)"));
  EXPECT_THAT(plumb(bundle("-m hht --quick")), Refuses(2, "--quick needs --comparison"));
  EXPECT_THAT(plumb(bundle("-m hht --comparison")), Refuses(2, "give only -m and -p"));
  EXPECT_THAT(plumb(bundle("-m hht --source none.c")), Refuses(2, "--source: none.c is not a file"));
  EXPECT_THAT(plumb("verify '" + folder.string() + "'"), Refuses(2, "there is no manifest.json in it"));
  EXPECT_FALSE(std::filesystem::exists(in("artifact")));
}

// Fails if a cell whose result depends on the machine becomes a record that others must repeat.
TEST_F(CliBundle, IsNotWrittenWithoutAResult) {
  const auto ended = plumb("bundle '" + in("artifact") +
                           "' -p pendulum -f index3 -m bdf2 -s 1e-6 --t-end 10 --reference none --timeout 0.05");
  EXPECT_EQ(ended.code, 4) << ended.err;
  EXPECT_THAT(ended.err, AllOf(HasSubstr("timeout"), HasSubstr("nothing was written: 1 of 1 cell ")));
  EXPECT_FALSE(std::filesystem::exists(in("artifact/manifest.json")));
}

TEST_F(CliBundle, HasThePageAndTheRunsOfAComparison) {
  const auto written = plumb("bundle '" + in("artifact") + "' --comparison --quick -m bdf2 -p pendulum");
  ASSERT_EQ(written.code, 0) << written.err;
  EXPECT_THAT(contents(in("artifact/page.md")), HasSubstr("bdf2"));
  const auto verified = verify();
  EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
  EXPECT_THAT(verified.out, AllOf(HasSubstr(" same bits"), Not(HasSubstr("missing"))));
}

}  // namespace
}  // namespace plumb
