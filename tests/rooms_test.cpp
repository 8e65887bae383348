// Compares the section "Rooms" of CONTRIBUTING.md with the sources: the allowed includes between folders have no cycle,
// and every include is allowed. Also tests that all types have unique names.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace plumb::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Texts = std::vector<std::string>;

struct Room {
  std::string name;
  Texts may_include;
};

struct Include {
  std::string file;
  int line;
  std::string target;
};

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

/// Returns whether a pattern matches a folder: "NAME" matches NAME, "NAME/*" the folders in NAME.
bool stands_for(const std::string& pattern, const std::string& folder) {
  return pattern == folder || (pattern.ends_with("/*") && folder_of(pattern) == folder_of(folder));
}

bool is_production(const std::string& path) {
  const auto stem = fs::path(path).stem().string();
  return !stem.ends_with("_test") && !stem.ends_with("_bench") && path.find("/testing/") == std::string::npos &&
         !path.starts_with("tests/") && !path.starts_with("harness/speed/");
}

std::vector<Room> rooms_on(std::istream& page) {
  std::vector<Room> rooms;
  std::string line;
  while (std::getline(page, line) && line != "```rooms") continue;
  while (std::getline(page, line) && line != "```") {
    const auto colon = line.find(':');
    Room room{line.substr(0, colon), {}};
    std::istringstream names(colon == std::string::npos ? "" : line.substr(colon + 1));
    for (std::string name; names >> name;) room.may_include.push_back(name);
    rooms.push_back(room);
  }
  return rooms;
}

void add_includes(std::vector<Include>& all, const std::string& file, std::istream& source) {
  int number = 0;
  for (std::string line; std::getline(source, line);) {
    ++number;
    const auto first = line.find_first_not_of(' ');
    if (first == std::string::npos || line.compare(first, 8, "#include") != 0) continue;
    const auto opens = line.find('"'), closes = line.rfind('"');
    if (opens < closes) all.push_back({file, number, line.substr(opens + 1, closes - opens - 1)});
  }
}

class House {
 public:
  House(std::vector<Room> list, std::set<std::string> existing)
      : rooms(std::move(list)), folders(std::move(existing)) {}

  Texts faults() const {
    Texts out;
    for (const auto& folder : folders)
      if (!place(folder)) out.push_back(folder + " has no line");
    for (std::size_t i = 0; i < rooms.size(); ++i) {
      if (covered(rooms[i].name).empty()) out.push_back(rooms[i].name + " is no folder with sources");
      for (const auto& name : rooms[i].may_include) {
        const auto meant = covered(name);
        const bool above = std::all_of(meant.begin(), meant.end(), [&](const auto& f) { return place(f) < i; });
        if (meant.empty()) out.push_back(rooms[i].name + ": " + name + " is no folder with sources");
        if (!above) out.push_back(rooms[i].name + ": " + name + " does not stand above it");
      }
    }
    return out;
  }

  Texts faults(const std::vector<Include>& includes) const {
    Texts out;
    for (const auto& [file, line, target] : includes) {
      const auto where = file + ":" + std::to_string(line) + ": \"" + target + "\" ";
      const auto from = folder_of(file), to = folder_of(target);
      if (!is_production(target))
        out.push_back(where + "is for tests and benchmarks only");
      else if (!folders.contains(to))
        out.push_back(where + "is not a path from the root of the sources");
      else if (from != to && !allows(from, to))
        out.push_back(where + "is not among what " + from + " may include");
    }
    return out;
  }

 private:
  // Returns the index of the line that applies to a folder: the line with its name, or else the line of "PARENT/*".
  std::optional<std::size_t> place(const std::string& folder) const {
    std::optional<std::size_t> out;
    for (std::size_t i = 0; i < rooms.size(); ++i) {
      if (rooms[i].name == folder) return i;
      if (stands_for(rooms[i].name, folder)) out = i;
    }
    return out;
  }

  Texts covered(const std::string& pattern) const {
    Texts out;
    std::copy_if(folders.begin(), folders.end(), std::back_inserter(out),
                 [&](const auto& folder) { return stands_for(pattern, folder); });
    return out;
  }

  bool allows(const std::string& from, const std::string& to) const {
    const auto i = place(from);
    if (!i) return true;  // reported already as a folder without a line
    const auto& names = rooms[*i].may_include;
    return std::any_of(names.begin(), names.end(), [&](const auto& name) { return stands_for(name, to); });
  }

  std::vector<Room> rooms;
  std::set<std::string> folders;
};

/// Returns the sources of all top folders that are built, without tests and benchmarks.
Texts production_sources() {
  Texts out;
  for (const auto& top : fs::directory_iterator("."))
    if (fs::exists(top.path() / "CMakeLists.txt"))
      for (const auto& entry : fs::recursive_directory_iterator(top.path())) {
        const auto path = fs::relative(entry.path(), ".").generic_string();
        if ((path.ends_with(".cpp") || path.ends_with(".hpp")) && is_production(path)) out.push_back(path);
      }
  std::sort(out.begin(), out.end());
  return out;
}

// Detects includes that are not allowed, folders that the page does not mention, and cycles of allowed includes.
TEST(Rooms, AreAsContributingSays) {
  std::ifstream page("CONTRIBUTING.md");
  const auto rooms = rooms_on(page);
  ASSERT_THAT(rooms, Not(IsEmpty())) << "no block ```rooms in CONTRIBUTING.md of " << fs::current_path();
  std::set<std::string> folders;
  std::vector<Include> includes;
  for (const auto& file : production_sources()) {
    folders.insert(folder_of(file));
    std::ifstream source(file);
    add_includes(includes, file, source);
  }
  ASSERT_GT(includes.size(), 300U) << "the sources were not read";
  const House house(rooms, folders);
  EXPECT_THAT(house.faults(), IsEmpty()) << "in the block ```rooms of CONTRIBUTING.md";
  for (const auto& fault : house.faults(includes)) ADD_FAILURE() << fault;
}

/// The files of harness/cli that include other folders than harness/cli, harness/api and text. No file may be added.
const std::set<std::string> wide_clients = {"harness/cli/axes.cpp",           "harness/cli/bundle.cpp",
                                            "harness/cli/common_options.cpp", "harness/cli/estimate_report.hpp",
                                            "harness/cli/picture.cpp",        "harness/cli/program.cpp",
                                            "harness/cli/selftest.cpp"};

// Detects a file of the command line that bypasses the API, and a file of the list that no longer does.
TEST(Rooms, LetTheCommandLineCallTheApi) {
  std::set<std::string> found;
  for (const auto& file : production_sources()) {
    if (folder_of(file) != "harness/cli") continue;
    std::ifstream source(file);
    std::vector<Include> includes;
    add_includes(includes, file, source);
    for (const auto& include : includes)
      if (const auto to = folder_of(include.target); to != "harness/cli" && to != "harness/api" && to != "text")
        found.insert(file);
  }
  EXPECT_EQ(found, wide_clients);
}

// Detects a second loop beside the engine, which would have its own progress, timeouts and order of work.
TEST(Rooms, LetTheEngineAloneMakeAPool) {
  const std::regex pool(R"(\bPool\s+\w+\s*[;({])");
  std::set<std::string> found;
  for (const auto& file : production_sources()) {
    std::ifstream source(file);
    for (std::string line; std::getline(source, line);)
      if (std::regex_search(line, pool)) found.insert(file);
  }
  EXPECT_EQ(found, std::set<std::string>{"harness/schedule/engine.cpp"});
}

Texts faults_of(const std::string& page, const std::set<std::string>& folders) {
  std::istringstream text("```rooms\n" + page + "```\n");
  return House(rooms_on(text), folders).faults();
}

// Detects a check of the page that accepts errors.
TEST(Rooms, SeesWhatIsWrongWithAPage) {
  const std::set<std::string> two = {"low", "high"};
  EXPECT_THAT(faults_of("low:\nhigh: low\n", two), IsEmpty());
  EXPECT_THAT(faults_of("low:\n", two), ElementsAre("high has no line"));
  EXPECT_THAT(faults_of("low: high\nhigh: low\n", two), ElementsAre("low: high does not stand above it"));
  EXPECT_THAT(faults_of("low:\nhigh: high\n", two), ElementsAre("high: high does not stand above it"));
  EXPECT_THAT(faults_of("low:\nhigh: lwo\n", two), ElementsAre("high: lwo is no folder with sources"));
  EXPECT_THAT(faults_of("low:\nhigh:\nattic:\n", two), ElementsAre("attic is no folder with sources"));
  const std::set<std::string> siblings = {"p", "p/a", "p/b"};
  EXPECT_THAT(faults_of("p:\np/*: p\n", siblings), IsEmpty());
  EXPECT_THAT(faults_of("p/a:\np: p/*\np/*: p\n", siblings), ElementsAre("p: p/* does not stand above it"));
  EXPECT_THAT(faults_of("p:\np/*: p/a\n", siblings), ElementsAre("p/*: p/a does not stand above it"));
}

// Detects errors in the search for includes and in the application of the rules.
TEST(Rooms, SeesWhatIsWrongWithAnInclude) {
  std::istringstream page("```rooms\nlow:\np/*: low\nhigh: p/* low\n```\n");
  const House house(rooms_on(page), {"low", "p/a", "p/b", "high"});
  const auto faults = [&](const std::string& file, const std::string& source) {
    std::istringstream text(source);
    std::vector<Include> includes;
    add_includes(includes, file, text);
    return house.faults(includes);
  };
  EXPECT_THAT(faults("high/x.cpp", "#include <low>\n#include \"low/x.hpp\"\n#include \"high/x.hpp\"\n"), IsEmpty());
  EXPECT_THAT(faults("high/x.cpp", "#include \"p/a/x.hpp\"\n"), IsEmpty());
  EXPECT_THAT(faults("low/x.hpp", "// first\n  #include \"p/a/x.hpp\"\n"),
              ElementsAre("low/x.hpp:2: \"p/a/x.hpp\" is not among what low may include"));
  EXPECT_THAT(faults("p/a/x.hpp", "#include \"p/b/x.hpp\"\n"), ElementsAre(HasSubstr("what p/a may include")));
  EXPECT_THAT(faults("low/x.hpp", "#include \"x.hpp\"\n"), ElementsAre(HasSubstr("not a path from the root")));
  for (const char* target :
       {"low/testing/x.hpp", "low/x_test.hpp", "high/x_bench.hpp", "harness/speed/x.hpp", "tests/x.hpp"})
    EXPECT_THAT(faults("high/x.cpp", std::string("#include \"") + target + "\"\n"),
                ElementsAre(HasSubstr("for tests and benchmarks only")));
}

/// Adds the types that a formatted source defines in namespaces with names: "plumb::mbs::Pair" and so on.
void add_types(std::map<std::string, std::set<std::string>>& files_of_types, const std::string& file,
               std::istream& source) {
  static const std::regex definition("(?:struct|class|enum class|enum) (\\w+)(?: final)?(?: :.*)?(?: \\{.*)?");
  static const std::regex opening("(?:inline )?namespace ?([\\w:]*) \\{");
  Texts spaces;
  std::smatch found;
  for (std::string line; std::getline(source, line);) {
    if (std::regex_match(line, found, opening))
      spaces.push_back(found[1]);
    else if (line.starts_with("}  // namespace") && !spaces.empty())
      spaces.pop_back();
    else if (std::regex_match(line, found, definition) && std::ranges::find(spaces, "") == spaces.end())
      files_of_types[fmt::format("{}::{}", fmt::join(spaces, "::"), found[1].str())].insert(file);
  }
}

// Detects two types with the same qualified name, for which the linker would use the functions of only one.
TEST(Types, HaveNamesOfTheirOwn) {
  std::map<std::string, std::set<std::string>> files_of_types;
  for (const auto& file : production_sources()) {
    std::ifstream source(file);
    add_types(files_of_types, file, source);
  }
  ASSERT_GT(files_of_types.size(), 500U) << "the sources were not read";
  for (const auto& [type, files] : files_of_types) EXPECT_THAT(files, SizeIs(1)) << type;
}

// Detects errors of add_types(): overlooked definitions, and declarations or types in unnamed namespaces that are
// counted.
TEST(Types, AreSeenWhereTheyAreDefined) {
  const auto types_in = [](const std::string& text) {
    std::istringstream source(text);
    std::map<std::string, std::set<std::string>> out;
    add_types(out, "a.hpp", source);
    Texts names;
    for (const auto& [type, files] : out) names.push_back(type);
    return names;
  };
  EXPECT_THAT(types_in("namespace plumb {\nstruct A {\nstruct B;\nenum class C { x };\nclass D final : public A {\n"),
              ElementsAre("plumb::A", "plumb::C", "plumb::D"));
  EXPECT_THAT(types_in("namespace plumb {\nnamespace {\nstruct A {\n}  // namespace\nclass B {\nstruct B::C {\n"),
              ElementsAre("plumb::B"));
}

}  // namespace
}  // namespace plumb::testing
