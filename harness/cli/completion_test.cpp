// Tests of help, completion and the manual page, which are generated from the verbs of the parser.

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

class Completion : public Cli {
 protected:
  /// Returns the candidates that `plumb completion words` prints, without their descriptions.
  std::vector<std::string> proposed(const std::string& words) const {
    const auto ended = plumb("completion words -- " + words);
    EXPECT_EQ(ended.code, 0) << words << ended.err;
    std::vector<std::string> out;
    std::istringstream lines(ended.out);
    for (std::string line; std::getline(lines, line);) out.push_back(line.substr(0, line.find('\t')));
    return out;
  }
};

// Fails if version, commit or compiler are not printed, or if the version differs from CMakeLists.txt.
TEST_F(Cli, PrintsVersionCommitAndCompiler) {
  const auto printed = plumb("--version").out;
  EXPECT_THAT(printed, testing::MatchesRegex("plumb [0-9.]+ \\(.+, .+\\)\n"));
  const auto version = printed.substr(6, printed.find(' ', 6) - 6);
  EXPECT_THAT(contents("CMakeLists.txt"), HasSubstr("project(plumb VERSION " + version + " "));
}

// Fails if `help VERB` prints another text than `VERB --help`, or runs the verb.
TEST_F(Cli, HelpsOnAVerbByName) {
  for (const char* verb : {"", "help", "run", "list methods", "reference show", "completion words"})
    EXPECT_EQ(plumb(std::string("help ") + verb).out, plumb(std::string(verb) + " --help").out) << verb;
  EXPECT_THAT(plumb("help rum"), Refuses(2, "unknown verb 'rum'; did you mean 'run'?"));
  EXPECT_THAT(plumb("help list papres"), Refuses(2, "unknown verb of plumb list 'papres'; did you mean 'papers'?"));
  EXPECT_THAT(plumb("help run fast"), Refuses(2, "plumb run has no verbs of its own"));
}

// Fails if a second verb in the command line runs instead of being rejected.
TEST_F(Cli, RunsOneVerb) { EXPECT_THAT(plumb("list methods doctor"), Refuses(2, "'doctor' is one argument too many")); }

TEST_F(Completion, ProposesVerbsAndOptions) {
  EXPECT_THAT(proposed("''"), IsSupersetOf({"list", "run", "help", "man"}));
  EXPECT_THAT(proposed("reference ''"), ElementsAre("show", "build", "audit"));
  EXPECT_THAT(proposed("help refer"), ElementsAre("reference"));
  EXPECT_THAT(proposed("run --newton-t"), ElementsAre("--newton-tol", "--newton-test"));
  EXPECT_THAT(proposed("run -p pendulum -"), IsSupersetOf({"--method", "-m", "--help"}));
  EXPECT_THAT(proposed("list papers --j"), ElementsAre("--json"));
  EXPECT_THAT(proposed("run --method=dopri"), ElementsAre("--method=dopri5", "--method=dopri5-adaptive"));
  EXPECT_THAT(proposed("run --nothing=dopri"), IsEmpty());
}

// Fails if completion lacks an option that the help of a verb contains.
TEST_F(Completion, ProposesEveryOptionOfTheHelp) {
  for (const std::string verb : {"run", "order", "reproduce", "diff", "export", "reference audit"}) {
    const auto words = proposed(verb + " -");
    std::istringstream help(plumb(verb + " --help").out);
    int options = 0;
    for (std::string line; std::getline(help, line) && !line.starts_with("Examples");) {
      const auto dashes = line.find("--");
      if (dashes == std::string::npos || dashes > 6) continue;
      EXPECT_THAT(words, Contains(line.substr(dashes, line.find(' ', dashes) - dashes))) << verb;
      ++options;
    }
    EXPECT_GT(options, 2) << verb;
  }
}

TEST_F(Completion, ProposesNames) {
  EXPECT_THAT(proposed("run -p pend"), ElementsAre("pendulum"));
  EXPECT_THAT(proposed("run --problem = pend"), ElementsAre("pendulum"));
  EXPECT_THAT(proposed("run -p pendulum,spinning"), ElementsAre("pendulum,spinning-top"));
  EXPECT_THAT(proposed("run -m 'degree3(alpha=1,4/3),erk'"), Contains("degree3(alpha=1,4/3),erk4"));
  EXPECT_THAT(proposed("analyze radau"), Contains("radau-iia"));
  EXPECT_THAT(proposed("show paper li"), ElementsAre("li2019"));
  EXPECT_THAT(proposed("reproduce fern"), ElementsAre("fernandez2024"));
  EXPECT_THAT(proposed("run -f index"), IsSupersetOf({"index1", "index2", "index3"}));
}

TEST_F(Completion, ProposesItemsOfAPaper) {
  EXPECT_THAT(proposed("reproduce fernandez2024/"),
              IsSupersetOf({"fernandez2024/table-1", "fernandez2024/figure-3", "fernandez2024/claims"}));
  EXPECT_THAT(proposed("reproduce li2019/figure-1"),
              ElementsAre("li2019/figure-10", "li2019/figure-11", "li2019/figure-12", "li2019/figure-13"));
  EXPECT_THAT(proposed("reproduce nobody2024/"), IsEmpty());
}

// Fails if the candidates for an option differ from the choices that the error message for an invalid value lists.
TEST_F(Completion, ProposesTheChoicesOfAnOption) {
  for (const std::string option : {"--precision", "--newton-test", "--newton-norm", "--format"}) {
    const auto refused = plumb("run -p pendulum -m erk4 -s 1e-2 " + option + " x").err;
    std::string known;
    for (const auto& word : proposed("run " + option + " ''")) known += (known.empty() ? "known: " : ", ") + word;
    EXPECT_THAT(refused, HasSubstr(known + "\n")) << option;
  }
}

// Fails if there are candidates although the shell should complete a file name.
TEST_F(Completion, LeavesFilesToTheShell) {
  EXPECT_THAT(proposed("run --store ''"), IsEmpty());
  EXPECT_THAT(proposed("export ''"), IsEmpty());
  EXPECT_THAT(proposed("run exam"), IsEmpty());
}

// Fails if the script is not valid bash, or does not pass exactly the words up to the cursor.
TEST_F(Completion, WorksInBash) {
  const auto ended = shell(
      "source <(plumb completion bash); COMP_WORDS=(plumb run -p pend -m erk4); COMP_CWORD=3; _plumb; "
      "echo \"${#COMPREPLY[@]} ${COMPREPLY[0]}\"");
  EXPECT_EQ(ended.out, "1 pendulum\n") << ended.err;
}

// Fails if the scripts for fish and zsh do not pass the words of a line, or lose candidates. Skipped for shells that
// are not installed. The two functions of zsh's completion system that the script calls are replaced.
TEST_F(Completion, WorksInFishAndZsh) {
  const auto path = "ln -sf '" PLUMB_BINARY "' '" + in("plumb") + "'; export HOME='" + folder.string() + "' PATH='" +
                    folder.string() + "':$PATH; ";
  write("zsh",
        "compdef() { }; _files() { print files }; _describe() { print -l ${(P)2} }\n"
        "eval \"$(plumb completion zsh)\"\nwords=(plumb \"$@\"); CURRENT=$#words; _plumb\n");
  const std::pair<std::string, const char*> lines[] = {{"reprod", "reproduce"},
                                                       {"run -p pend", "pendulum"},
                                                       {"reproduce li2019/cla", "li2019/claims"},
                                                       {"run --precision q", "quad"}};
  for (const auto& [line, wanted] : lines) {
    const auto fish = shell("command -v fish >/dev/null || { echo '" + std::string(wanted) + "'; exit; }; " + path +
                            "fish -c 'plumb completion fish | source; complete -C \"plumb " + line + "\"'");
    EXPECT_THAT(fish.out, testing::StartsWith(wanted)) << line << fish.err;
    const auto zsh = shell("command -v zsh >/dev/null || { echo '" + std::string(wanted) + "'; exit; }; " + path +
                           "zsh -f '" + in("zsh") + "' " + line);
    EXPECT_THAT(zsh.out, testing::StartsWith(wanted)) << line << zsh.err;
  }
}

// Fails if a shell cannot parse its script. Skipped for shells that are not installed.
TEST_F(Completion, IsReadByOtherShells) {
  for (const std::string name : {"zsh", "fish"}) {
    EXPECT_NE(plumb("completion " + name).out, "");
    const auto ended = shell("command -v " + name + " >/dev/null || exit 0; plumb completion " + name + " >'" +
                             in("script.of.shell") + "'; " + name + " -n '" + in("script.of.shell") + "'");
    EXPECT_EQ(ended.code, 0) << ended.err;
  }
}

// Fails if a verb or an option is missing in the manual page.
TEST_F(Cli, WritesAManualPageOfAllVerbs) {
  const auto page = plumb("man").out;
  EXPECT_THAT(page, testing::StartsWith(".TH PLUMB 1 "));
  for (const char* entry : {".SS \"plumb run\"", ".SS \"plumb reference show\"", ".SS \"plumb man\"",
                            "\\fB\\-p, \\-\\-problem\\fR \\fIPROBLEM\\fR", "\\fB\\-\\-json\\fR", "\\fIEXPERIMENT\\fR",
                            "PLUMB_PATH", "Exit codes"})
    EXPECT_THAT(page, HasSubstr(entry));
}

// Fails if troff interprets text as requests, or drops literal quotes. Skipped if groff is not installed.
TEST_F(Cli, WritesWhatTroffReads) {
  const auto ended = shell("command -v groff >/dev/null || exit 0; plumb man | groff -man -Tascii -P -cbou -ww");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.err, "");
  if (ended.out.empty()) GTEST_SKIP() << "no groff";
  EXPECT_THAT(ended.out, AllOf(HasSubstr("plumb run -p pendulum -m 'degree5,erk4'"), HasSubstr("--newton-tol"),
                               Not(HasSubstr("\\fB"))));
}

}  // namespace
}  // namespace plumb
