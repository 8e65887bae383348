// Tests of the bibliography: every cited key must have an entry, every entry must be cited, and every entry must have
// the data that a reader needs to find the text.

#include "harness/api/sources.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "harness/cli/testing/cli_fixture.hpp"
#include "harness/paper/paper.hpp"
#include "harness/run/build_info.hpp"
#include "harness/run/metric_column.hpp"
#include "methods/catalogue.hpp"
#include "methods/known-failures/known_failures.hpp"
#include "problems/catalogue.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Returns the bibliography of the program, without entries from the user's folders.
Bibliography shipped() {
  auto places = file_places();
  places.search_path.clear();
  places.working_directory = places.source_tree;
  return bibliography(places);
}

std::string source_tree() { return file_places().source_tree.string(); }

void expect_entries(const Bibliography& all, std::string_view source, const std::string& of) {
  for (const auto& key : cited_keys(source)) EXPECT_TRUE(all.contains(key)) << of << " cites " << key;
}

TEST(Sources, WhatMethodsProblemsAndMetricsCiteHasAnEntry) {
  const auto all = shipped();
  for (const auto& method : methods()) {
    EXPECT_THAT(cited_keys(method.info.source), Not(IsEmpty())) << method.info.name;
    expect_entries(all, method.info.source, method.info.name);
  }
  for (const auto& problem : problems()) {
    EXPECT_THAT(cited_keys(problem.source), Not(IsEmpty())) << problem.name;
    expect_entries(all, problem.source, problem.name);
  }
  for (const auto& reducer : reducers()) expect_entries(all, reducer.source, std::string(reducer.name));
  for (const auto& failure : known_failures()) expect_entries(all, failure.source, std::string(failure.methods));
}

/// Returns the files that may cite sources: code, pages and data, without tests, which have invented keys.
std::vector<fs::path> citing_files() {
  const std::set<std::string> kinds = {".hpp", ".cpp", ".md", ".csv", ".toml"};
  std::vector<fs::path> out = {fs::path(source_tree()) / "README.md", fs::path(source_tree()) / "CONTRIBUTING.md"};
  for (const char* folder :
       {"contract", "numerics", "methods", "problems", "reference", "harness", "results", "docs", "examples"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(source_tree()) / folder)) {
      const auto stem = entry.path().stem().string();
      if (entry.is_regular_file() && kinds.contains(entry.path().extension().string()) && !stem.ends_with("_test"))
        out.push_back(entry.path());
    }
  return out;
}

TEST(Sources, NoKeyInTheTreeIsWithoutAnEntryAndNoEntryWithoutUse) {
  const std::set<std::string> not_cited = {"mine2024"};  // example of a user's paper in pages
  const auto all = shipped();
  std::set<std::string> used = {std::string(own_key)};
  for (const auto& file : citing_files()) {
    std::ifstream stream(file);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    for (const auto& key : cited_keys(text)) {
      used.insert(key);
      EXPECT_TRUE(all.contains(key) || not_cited.contains(key)) << file << " cites " << key;
    }
  }
  for (const auto& method : methods())
    for (const auto& key : cited_keys(method.info.source)) used.insert(key);
  for (const auto& [key, entry] : all) EXPECT_TRUE(used.contains(key)) << key << " is cited nowhere";
}

const std::map<std::string, std::vector<const char*>>& required_fields() {
  static const std::map<std::string, std::vector<const char*>> out = {
      {"article", {"author", "title", "journal", "year", "volume"}},
      {"book", {"author", "title", "publisher", "year"}},
      {"techreport", {"author", "title", "institution", "year"}},
      {"misc", {"author", "title"}}};
  return out;
}

/// Returns a name in lower case and without accents: "fernandez de bustos, igor".
std::string folded(const std::string& name) {
  static const std::map<std::string, std::string> letters = {
      {"á", "a"}, {"é", "e"}, {"ü", "u"}, {"ø", "o"}, {"ö", "o"}};
  std::string out = name;
  for (const auto& [accented, plain] : letters)
    for (auto found = out.find(accented); found != out.npos; found = out.find(accented))
      out.replace(found, accented.size(), plain);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

TEST(Sources, EntriesHaveWhatAReaderNeeds) {
  const std::regex doi(R"(10\.[0-9]{4,9}/\S+)"), year("[0-9]{4}"), author(R"([^,{}]+, [^,{}]+|\{.+\})");
  std::set<std::string> dois;
  for (const auto& [key, entry] : shipped()) {
    ASSERT_TRUE(required_fields().contains(entry.type)) << key;
    for (const char* name : required_fields().at(entry.type)) EXPECT_NE(entry.field(name), "") << key << ' ' << name;
    const std::string number(entry.field("doi"));
    if (!number.empty()) {
      EXPECT_TRUE(std::regex_match(number, doi)) << key;
      EXPECT_TRUE(dois.insert(number).second) << key << ": " << number << " is another entry's";
    }
    if (key == own_key) continue;
    EXPECT_TRUE(std::regex_match(std::string(entry.field("year")), year)) << key;
    EXPECT_EQ(key, folded(authors(entry).front()).substr(0, key.size() - 4) + std::string(entry.field("year")));
    for (const auto& name : authors(entry)) EXPECT_TRUE(std::regex_match(name, author)) << key << ": " << name;
  }
}

// Fails if a paper, its entry and CITATION.cff disagree.
TEST(Sources, PapersAndTheCitationAgreeWithTheirEntries) {
  const auto all = shipped();
  std::ifstream stream(fs::path(source_tree()) / "CITATION.cff");
  const std::string citation{std::istreambuf_iterator<char>(stream), {}};
  for (const auto& key : paper_keys()) {
    const auto paper = paper_named(key);
    if (cited_keys(key).empty()) {
      expect_entries(all, paper.source, key);
      continue;
    }
    ASSERT_TRUE(all.contains(key)) << key;
    const auto& entry = all.at(key);
    EXPECT_EQ(plain_text(entry.field("title")), paper.title);
    EXPECT_EQ(entry.field("doi"), paper.doi) << key;
    EXPECT_THAT(citation, AllOf(HasSubstr("title: \"" + paper.title + "\""), HasSubstr("doi: " + paper.doi))) << key;
  }
  EXPECT_THAT(citation, HasSubstr("title: \"" + std::string(all.at(std::string(own_key)).field("title")) + "\""));
  EXPECT_THAT(citation, HasSubstr("version: " + std::string(build_info().version) + "\n"));
}

/// Returns the keys of the entries in a BibTeX text.
std::set<std::string> keys(const std::string& bibtex) {
  std::set<std::string> out;
  for (const auto& entry : bib_entries(bibtex, "printed")) out.insert(entry.key);
  return out;
}

// Fails if the export lacks the source of a method, problem, formulation or linear solver, or the entry of the program.
TEST_F(Cli, ExportsWhatItsRunsRestOn) {
  const auto store = in("a.db");
  ASSERT_EQ(
      plumb("run -p pendulum -f ggl,projected -m erk4,hht,radau-iia -s 1e-2 --t-end 0.1 --store '" + store + "'").code,
      0);
  ASSERT_EQ(plumb("run -p 'planar-chain(n=16,solver=klu,tree)' -f index3,ode -m bdf2 -s 1e-2 --t-end 0.1 --store '" +
                  store + "'")
                .code,
            0);
  const auto ended = plumb("export '" + store + "' --format bibtex");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(keys(ended.out),
            (std::set<std::string>{"plumb", "fernandez2024", "kutta1901", "hilber1977", "negrut2007", "hairer1996",
                                   "gear1985", "eich1993", "li2019", "hairer1993", "davis2010", "duff2017",
                                   "featherstone2008", "zhang2022", "fang2023", "mazzia2008"}));
  EXPECT_THAT(ended.out, HasSubstr("commit " + std::string(build_info().commit)));
}

TEST_F(Cli, CitesAMethodOfAFileAsWhatItIs) {
  write("m_y.toml",
        "schema = 1\nname = 'mine'\ntitle = 'mine & theirs'\nsource = 'my thesis, p. 7'\n"
        "a = [[0, 0], [1, 0]]\nb = ['1/2', '1/2']\n");
  const auto store = in("a.db");
  ASSERT_EQ(plumb("run -p pendulum -m '@" + in("m_y.toml") + "' -s 1e-2 --t-end 0.1 --store '" + store + "'").code, 0);
  const auto ended = plumb("export '" + store + "' --format bibtex");
  EXPECT_THAT(ended.out, AllOf(HasSubstr("@misc{method-"), HasSubstr("mine \\& theirs"), HasSubstr("m\\_y.toml"),
                               HasSubstr("note = {my thesis, p. 7}")));
}

TEST_F(Cli, ShowsFullReferences) {
  const auto text =
      "E. Hairer, S. P. Nørsett, G. Wanner: Solving Ordinary Differential Equations I: Nonstiff Problems. ";
  EXPECT_THAT(plumb("show method ab4").out, HasSubstr(std::string("reference   ") + text));
  EXPECT_THAT(plumb("show problem pleiades").out, HasSubstr(text));
  const auto json = Json::parse(plumb("show method rattle --json").out);
  ASSERT_EQ(json["references"].size(), 3u);
  EXPECT_EQ(json["references"][1]["key"], "jay1996");
  EXPECT_EQ(json["references"][1]["doi"], "10.1137/0733019");
}

// Fails if entries of the user are not read, or if they hide the entries of the program.
TEST_F(Cli, ReadsTheBibliographyOfTheUser) {
  fs::create_directories(folder / "mine" / "results");
  write("mine/results/bibliography.bib", "@misc{doe2024, author = {Doe, Jane}, title = {My notes}, year = 2024}\n");
  write("m.toml",
        "schema = 1\nname = 'mine'\nsource = 'doe2024; kutta1901'\na = [[0, 0], [1, 0]]\nb = ['1/2', '1/2']\n");
  const auto show = "show method '@" + in("m.toml") + "'";
  EXPECT_THAT(shell("PLUMB_PATH='" + in("mine") + "' plumb " + show).out,
              AllOf(HasSubstr("J. Doe: My notes. 2024"), HasSubstr("W. Kutta: ")));
  EXPECT_THAT(plumb(show).out, AllOf(Not(HasSubstr("My notes")), HasSubstr("W. Kutta: ")));
}

}  // namespace
}  // namespace plumb
