// Tests README.md, docs/ and the page of a paper. Their commands must have the stated exit code and output, their
// tables must equal the tables of the program, and quoted files must equal the files of examples/.
//
// In a fenced block, a line that begins with plumb, "$ plumb" or build/release/plumb is a command; so is a call of a
// compiler (cc, c++). A command must exit with 0, or as stated in its comment: "exits 1", "exits 0 or 5". It must print
// output unless it writes into a file. The lines below a command with "$" are its output: the words of each must occur
// in this order in one printed line, and its numbers must agree within a unit of their last digit. An HTML comment
// above a block makes exceptions:
//
//   <!-- not executed: why -->     nothing runs; verbs and options are looked up in the help
//   <!-- rounding: why -->         numbers depend on the processor, so only words are compared
//
// Every block runs in a new folder with examples/, interface/ and results/papers, which contains examples/paper as the
// paper `example`.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <regex>

#include "harness/cli/testing/page_fixture.hpp"
#include "harness/paper/quantity.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using Texts = std::vector<std::string>;

struct Command {
  std::string text;
  std::vector<int> codes = {0};
  bool shows = false;  // whether the page shows its output
  Texts shown = {};
};

struct Block {
  std::string where;   // file and line at which the block begins
  std::string quotes;  // file that the block quotes, named after the language: ```toml examples/study.toml
  bool executed = true, digits = true;
  std::vector<Command> commands = {};
  std::string text = {};
};

constexpr const char* pages[] = {"README.md",
                                 "docs/tour.md",
                                 "docs/data.md",
                                 "docs/checks.md",
                                 "docs/trust.md",
                                 "docs/method-files.md",
                                 "docs/study-files.md",
                                 "docs/paper-files.md",
                                 "docs/artifact.md",
                                 "docs/report.md",
                                 "docs/methods-from-outside.md",
                                 "docs/mechanism-tutorial.md",
                                 "docs/equation-files.md",
                                 "docs/stabilisation.md",
                                 "results/papers/fang2023/README.md",
                                 "results/papers/li2019/README.md"};

/// Returns the command in a line, without "$ " and "build/release/". Empty if the line is not a command.
std::string command_in(const std::string& line) {
  static const std::regex begins(R"(^(\$ )?(build/release/)?((plumb|cc|c\+\+) .*))");
  std::smatch found;
  return std::regex_match(line, found, begins) ? found[3].str() : "";
}

std::vector<int> codes_in(const std::string& command) {
  static const std::regex says(R"(#.*\bexits (\d+)(?: or (\d+))?)");
  std::smatch found;
  if (!std::regex_search(command, found, says)) return {0};
  std::vector<int> codes = {std::stoi(found[1])};
  if (found[2].matched) codes.push_back(std::stoi(found[2]));
  return codes;
}

/// Returns the file in "```toml FILE". Empty if there is none.
std::string quoted_file(const std::string& fence) {
  const auto blank = fence.find(' ');
  return blank == std::string::npos ? "" : fence.substr(blank + 1);
}

/// Adds a line to a block, joined with the following lines while it ends with a backslash. `number` counts the lines of
/// the page.
void add_line(Block& block, std::istream& page, std::string line, int& number) {
  block.text += line + "\n";
  for (std::string more; line.ends_with('\\') && std::getline(page, more); ++number) {
    line.pop_back();
    line += more;
  }
  auto& commands = block.commands;
  if (const auto command = command_in(line); !command.empty())
    commands.push_back({command, codes_in(command), line.starts_with('$')});
  else if (!commands.empty() && commands.back().shows && !line.empty())
    commands.back().shown.push_back(line);
}

std::vector<Block> blocks_in(std::istream& page, const std::string& file) {
  std::vector<Block> blocks;
  std::string line, above;
  int number = 0;
  for (bool inside = false; ++number, std::getline(page, line); above = line) {
    if (!line.starts_with("```")) {
      if (inside) add_line(blocks.back(), page, line, number);
      continue;
    }
    inside = !inside;
    if (inside)
      blocks.push_back({file + ":" + std::to_string(number), quoted_file(line), !above.starts_with("<!-- not executed"),
                        !above.starts_with("<!-- rounding")});
  }
  return blocks;
}

std::vector<Block> all_blocks() {
  std::vector<Block> all;
  for (const auto* file : pages) {
    std::ifstream page(file);
    for (auto& block : blocks_in(page, file)) all.push_back(std::move(block));
  }
  return all;
}

Texts words_of(const std::string& line) {
  std::istringstream stream(line);
  Texts words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

struct Number {
  double value, unit;  // number; unit of its last digit
};

std::optional<Number> number_in(const std::string& word) {
  Number out{};
  const auto* end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, out.value);
  if (error != std::errc() || rest != end) return {};
  const auto exponent = std::find(word.begin(), word.end(), 'e');
  const auto point = std::find(word.begin(), exponent, '.');
  const auto decimals = point == exponent ? 0 : static_cast<int>(exponent - point) - 1;
  const int power = exponent == word.end() ? 0 : std::stoi(std::string(exponent + 1, word.end()));
  out.unit = std::pow(10., power - decimals);
  return out;
}

bool same(std::string shown, std::string printed, bool digits) {
  if (shown == printed) return true;
  for (const char mark : {':', ',', ';'})
    if (shown.ends_with(mark) && printed.ends_with(mark)) {
      shown.pop_back();
      printed.pop_back();
    }
  const auto a = number_in(shown), b = number_in(printed);
  return a && b && (!digits || std::abs(a->value - b->value) <= 1.01 * a->unit);
}

/// Returns whether the words of a line on the page occur in this order in a printed line. `digits` means that numbers
/// are compared.
bool stands_in(const std::string& shown, const std::string& printed, bool digits) {
  const auto expected = words_of(shown), actual = words_of(printed);
  std::size_t next = 0;
  for (const auto& word : actual)
    if (next < expected.size() && same(expected[next], word, digits)) ++next;
  return next == expected.size();
}

bool is_printed(const std::string& shown, const std::string& out, bool digits) {
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);)
    if (stands_in(shown, line, digits)) return true;
  return false;
}

constexpr int shards = 4;  // number of parts of the test, which run in parallel

class Readme : public Pages, public testing::WithParamInterface<int> {
 protected:
  Readme() {
    const auto papers = folder / "results" / "papers";
    fs::create_directories(papers);
    fs::create_directory_symlink(root() / "examples/paper", papers / "example");
    for (const auto& paper : fs::directory_iterator(root() / "results/papers"))
      fs::create_directory_symlink(paper.path(), papers / paper.path().filename());
  }

  void execute(const Command& command, bool digits) const {
    const auto ended = shell("cd '" + folder.string() + "' && " + command.text);
    EXPECT_THAT(command.codes, testing::Contains(ended.code)) << ended.err;
    const bool writes_a_file =
        command.text.find('>') != std::string::npos || command.text.find(" --out ") != std::string::npos;
    const bool is_silent = !command.text.starts_with("plumb") || writes_a_file;
    EXPECT_TRUE(is_silent || !(ended.out + ended.err).empty()) << "nothing is shown";
    for (const auto& line : command.shown)
      EXPECT_TRUE(is_printed(line, ended.out, digits)) << "shown:   " << line << "\nprinted:\n" << ended.out;
  }
};

// Fails if a command of a page has another exit code than stated, does not print the shown words and numbers, or needs
// a missing file, or if an option does not exist.
TEST_P(Readme, IsWhatTheProgramDoes) {
  const auto blocks = all_blocks();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (static_cast<int>(i) % shards != GetParam()) continue;
    for (const auto& command : blocks[i].commands) {
      SCOPED_TRACE(blocks[i].where + ": " + command.text);
      if (blocks[i].executed)
        execute(command, blocks[i].digits);
      else
        look_up(command.text);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Shards, Readme, testing::Range(0, shards));

// Fails if the page of a paper has numbers without a run that produces them.
TEST(ReadmeText, HasBlocksOfPapersThatRun) {
  const auto blocks = all_blocks();
  const auto runs = [](const Block& b) {
    return b.where.starts_with("results/papers/fang2023") && b.executed &&
           std::ranges::any_of(b.commands, &Command::shows);
  };
  EXPECT_GE(std::ranges::count_if(blocks, runs), 5);
}

// Fails if a quoted example differs from its file.
TEST(ReadmeText, QuotesFilesAsTheyAre) {
  int quoted = 0;
  for (const auto& block : all_blocks()) {
    if (block.quotes.empty()) continue;
    ++quoted;
    std::ifstream file(block.quotes);
    EXPECT_EQ(block.text, std::string(std::istreambuf_iterator<char>(file), {})) << block.where << ": " << block.quotes;
  }
  EXPECT_GE(quoted, 7);
}

// Fails if a key of a quantity has no explanation for users.
TEST(ReadmeText, ExplainsEveryKeyOfAQuantity) {
  std::ifstream file("docs/paper-files.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  for (const auto& key : quantity_keys()) EXPECT_NE(page.find("`" + key), std::string::npos) << key;
}

// Fails if the tables of methods, problems and method files differ from the output of plumb list.
TEST_F(Cli, MadeTheTablesOfTheCatalogue) {
  for (const std::string list : {"methods", "problems", "files"}) {
    const auto* name = list == "files" ? "docs/method-files.md" : "docs/catalogue.md";
    const auto arguments = list == "files" ? "methods --files" : list;
    const auto page = contents(name);
    const auto begin = "<!-- begin " + list + " -->\n", end = "<!-- end " + list + " -->\n";
    const auto first = page.find(begin), last = page.find(end);
    ASSERT_LT(first, last) << begin << end << "are not in " << name;
    const auto start = first + begin.size();
    EXPECT_EQ(page.substr(start, last - start), "\n" + plumb("list " + arguments + " --format md").out + "\n")
        << "scripts/catalogue-tables writes this table again";
  }
}

// Fails if this test overlooks commands of a page.
TEST(ReadmeText, IsReadCompletely) {
  std::istringstream page(
      "plumb outside\n```\nplumb one \\\n  two  # a comment; exits 1\nscripts/x\n```\n\n<!-- not executed: minutes "
      "-->\n"
      "```\nbuild/release/plumb three # exits 0 or 5\n```\n<!-- rounding: x -->\n```\n$ plumb four\na 1\n\nb 2\n```\n");
  const auto blocks = blocks_in(page, "page");
  ASSERT_THAT(blocks, SizeIs(3));
  ASSERT_THAT(blocks[0].commands, SizeIs(1));
  EXPECT_THAT(blocks[0].commands[0].text, testing::StartsWith("plumb one   two"));
  EXPECT_THAT(blocks[0].commands[0].codes, ElementsAre(1));
  EXPECT_THAT(blocks[0].commands[0].shown, IsEmpty());
  EXPECT_TRUE(blocks[0].executed && blocks[0].digits && blocks[1].digits && blocks[2].executed);
  EXPECT_FALSE(blocks[1].executed || blocks[2].digits);
  EXPECT_THAT(blocks[1].commands.at(0).codes, ElementsAre(0, 5));
  EXPECT_EQ(blocks[1].where, "page:9");
  EXPECT_THAT(blocks[2].commands.at(0).codes, ElementsAre(0));
  EXPECT_THAT(blocks[2].commands.at(0).shown, ElementsAre("a 1", "b 2"));

  std::size_t executed = 0, shown = 0;
  for (const auto& block : all_blocks())
    for (const auto& command : block.commands) {
      executed += block.executed;
      shown += command.shown.size();
    }
  EXPECT_GT(executed, 20U);
  EXPECT_GT(shown, 20U);
}

// Fails if the comparison of output accepts wrong numbers, or rejects correct ones.
TEST(ReadmeText, IsComparedWithTheOutput) {
  EXPECT_TRUE(is_printed("bdf3  3.63", "method  step  iterations\nbdf3  0.01  3.63\n", true));
  EXPECT_FALSE(is_printed("bdf3  3.61", "method  step  iterations\nbdf3  0.01  3.63\n", true));
  EXPECT_FALSE(is_printed("bdf3  3.63", "bdf2  3.63\n", true));
  EXPECT_FALSE(is_printed("3.63  bdf3", "bdf3  3.63\n", true));
  EXPECT_TRUE(is_printed("gives 1.24e-7: good", "gives 1.25e-7: good", true));
  EXPECT_FALSE(is_printed("gives 1.24e-7: good", "gives 1.27e-7: good", true));
  EXPECT_TRUE(is_printed("gives 1.24e-7: good", "gives 9.9e-8: good", false));
  EXPECT_FALSE(is_printed("gives 1.24e-7: good", "gives 9.9e-8: bad", false));
  EXPECT_FALSE(is_printed("order 4", "order –", false));
}

}  // namespace
}  // namespace plumb
