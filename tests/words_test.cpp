// Counts words in comments and pages that make sentences hard to read, and sentences that are too long. The limits are
// in CONTRIBUTING.md, "Words". tests/words.csv lists the files that exceed them: no count may grow, and a file within
// the limits must leave the list. PLUMB_WRITE_WORDS=tests/words.csv writes the list again.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace plumb::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

// The counted words: words that replace a noun, and verbs that suit persons. The last kind, "long", is long sentences.
constexpr std::size_t kinds = 4;
constexpr std::array<const char*, kinds> kind_names = {"what", "those", "tell", "long"};
const std::array<std::set<std::string>, 3> counted_words = {
    std::set<std::string>{"what"},
    {"those"},
    {"tell", "tells", "told", "say", "says", "said", "ask", "asks", "asked", "know", "knows"}};
constexpr std::array<double, 3> allowed_in_a_thousand = {1, 0.5, 2};
constexpr std::size_t longest_sentence = 35;  // words, on pages

using Counts = std::array<std::size_t, kinds>;

struct Text {
  std::size_t words = 0;
  Counts counts = {};

  void add_word(const std::string& word) {
    ++words;
    for (std::size_t i = 0; i < counted_words.size(); ++i) counts[i] += counted_words[i].contains(word);
  }
  /// Returns the largest counts allowed for a text with this number of words. A short text may contain each word once.
  Counts allowed() const {
    Counts out = {};
    for (std::size_t i = 0; i < allowed_in_a_thousand.size(); ++i)
      out[i] = static_cast<std::size_t>(
          std::max(1., std::floor(allowed_in_a_thousand[i] * static_cast<double>(words) / 1000)));
    return out;
  }
};

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> out;
  std::string word;
  for (const char c : line + " ") {
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '\'')
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!word.empty())
      out.push_back(std::exchange(word, ""));
  }
  return out;
}

/// Returns the comment of a line of source; empty if there is none.
std::string comment_of(const std::string& line) {
  const auto found = line.find("// ");
  if (found == std::string::npos || (found > 0 && line[found - 1] != ' ' && line[found - 1] != '/')) return {};
  return line.substr(found);
}

Text text_of_source(std::istream& source) {
  Text out;
  for (std::string line; std::getline(source, line);)
    for (const auto& word : words_of(comment_of(line))) out.add_word(word);
  return out;
}

/// Returns a line of a page with code and addresses of links replaced by `x`.
std::string without_code(const std::string& line) {
  std::string out;
  bool code = false, address = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '`') {
      if (code) out += 'x';
      code = !code;
    } else if (line.substr(i, 2) == "](") {
      address = true;
    } else if (address && line[i] == ')') {
      address = false;
    } else if (!code && !address) {
      out += line[i];
    }
  }
  return out;
}

/// Counts the words in the sentences of a page. Blocks of code and rows of tables are skipped; a heading, an empty line
/// or a list item begins a new sentence.
class Page {
 public:
  Text read(std::istream& page) {
    bool is_code = false;
    for (std::string line; std::getline(page, line);) {
      if (line.starts_with("```")) is_code = !is_code;
      if (is_code || line.starts_with("```") || line.starts_with("    ") || line.starts_with("<!--")) {
        end_sentence();
      } else if (line.starts_with("|")) {
        end_sentence();
        for (const auto& word : words_of(without_code(line))) out_.add_word(word);
      } else {
        if (line.empty() || std::string("#-*>1").find(line.front()) != std::string::npos) end_sentence();
        add_prose(without_code(line));
      }
    }
    end_sentence();
    return out_;
  }

 private:
  void add_prose(const std::string& line) {
    std::istringstream pieces(line);
    for (std::string piece; pieces >> piece;) {
      const auto words = words_of(piece);
      for (const auto& word : words) out_.add_word(word);
      sentence_ += !words.empty();
      const auto last = piece.find_last_not_of("*)\"”_");
      if (last != std::string::npos && std::string(".!?").find(piece[last]) != std::string::npos) end_sentence();
    }
  }
  void end_sentence() {
    out_.counts.back() += sentence_ > longest_sentence;
    sentence_ = 0;
  }

  Text out_;
  std::size_t sentence_ = 0;
};

std::map<std::string, Text> all_texts() {
  std::map<std::string, Text> out;
  for (const char* room : {"contract", "harness", "interface", "library", "methods", "numerics", "problems", "python",
                           "reference", "tests", "text"})
    for (const auto& entry : fs::recursive_directory_iterator(room)) {
      const auto name = entry.path().string();
      if (!name.ends_with(".cpp") && !name.ends_with(".hpp")) continue;
      std::ifstream source(name);
      out[name] = text_of_source(source);
    }
  std::vector<fs::path> pages = {"README.md", "CONTRIBUTING.md"};
  for (const char* folder : {"docs", "results"})
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".md") pages.push_back(entry.path());
  for (const auto& page : pages) {
    std::ifstream in(page);
    out[page.string()] = Page().read(in);
  }
  return out;
}

std::map<std::string, Counts> listed() {
  std::map<std::string, Counts> out;
  std::ifstream file("tests/words.csv");
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::ranges::replace(line, ',', ' ');
    std::istringstream fields(line);
    std::string name;
    fields >> name;
    for (auto& count : out[name]) fields >> count;
  }
  return out;
}

bool is_within(const Counts& counts, const Counts& limits) {
  for (std::size_t i = 0; i < kinds; ++i)
    if (counts[i] > limits[i]) return false;
  return true;
}

void write_list(const std::string& path, const std::map<std::string, Text>& texts) {
  std::ofstream file(path);
  file << "file";
  for (const auto* name : kind_names) file << "," << name;
  file << "\n";
  for (const auto& [name, text] : texts) {
    if (is_within(text.counts, text.allowed())) continue;
    file << name;
    for (const auto count : text.counts) file << "," << count;
    file << "\n";
  }
}

// Fails if a file has more of these words or long sentences than the limits allow, or, if it is on the list, more than
// its listed counts.
TEST(Words, AreThoseOfPlainEnglish) {
  const auto texts = all_texts();
  EXPECT_GT(texts.size(), 1200U);
  if (const char* path = std::getenv("PLUMB_WRITE_WORDS")) return write_list(path, texts);
  const auto exceptions = listed();
  for (const auto& [name, text] : texts) {
    const auto known = exceptions.find(name);
    auto limits = text.allowed();
    if (known != exceptions.end()) {
      for (std::size_t i = 0; i < kinds; ++i) limits[i] = std::max(limits[i], known->second[i]);
    }
    for (std::size_t i = 0; i < kinds; ++i)
      EXPECT_LE(text.counts[i], limits[i]) << name << ": " << kind_names[i] << "; see Words in CONTRIBUTING.md";
    if (known != exceptions.end()) {
      EXPECT_FALSE(is_within(text.counts, text.allowed()))
          << name << " meets the limits: remove it from tests/words.csv";
    }
  }
  for (const auto& [name, counts] : exceptions) EXPECT_TRUE(texts.contains(name)) << name << " does not exist";
}

TEST(Words, AreCountedInCommentsAndPages) {
  std::istringstream source("// What it says.\nint a = 1;  // those\nconst char* b = \"what\";\n/// It knows.\n");
  const auto of_source = text_of_source(source);
  EXPECT_EQ(of_source.words, 6U);
  EXPECT_THAT(of_source.counts, ElementsAre(1, 1, 2, 0));
  std::string twelve = "a word and another one of the twelve that are here ";
  std::istringstream page("# What\n" + twelve + "\n" + twelve + twelve + twelve + "`what`.\n\n| " + twelve + twelve +
                          twelve + twelve + " |\n\n```\nwhat those\n```\n- [asked](what)\n");
  EXPECT_THAT(Page().read(page).counts, ElementsAre(1, 0, 1, 1));
}

}  // namespace
}  // namespace plumb::testing
