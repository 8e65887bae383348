#include "harness/paper/paper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "contract/excerpt.hpp"
#include "harness/sets/keys.hpp"
#include "text/csv.hpp"
#include "text/file_name.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/program_files.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace fs = std::filesystem;
namespace {

constexpr const char* papers = "results/papers";

std::map<std::string, FoundFile> found_papers() {
  auto out = found_files(papers, [](const fs::path& folder) { return fs::exists(folder / "paper.toml"); });
  if (out.empty())
    throw UsageError(fmt::format(
        "there is no paper in {0} of the working directory, of a folder of PLUMB_PATH, or of the program's own data",
        papers));
  return out;
}

bool is_word(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalpha(c) || c == '-'; });
}

constexpr int unnumbered = std::numeric_limits<int>::max();

int number_in(const std::string& item) {
  const auto number = item.substr(item.rfind('-') + 1);
  const auto* end = number.data() + number.size();
  int out = unnumbered;
  return std::from_chars(number.data(), end, out).ptr == end ? out : unnumbered;  // "2b" is not a number
}

// Returns "table-1" for table-01, and "work-precision" for itself.
std::string item_name(const std::string& stem) {
  const int number = number_in(stem);
  return number == unnumbered ? stem : fmt::format("{}-{}", stem.substr(0, stem.rfind('-')), number);
}

std::vector<Printed> printed_values(const fs::path& path, const std::string& paper) {
  std::vector<Printed> out;
  std::map<std::tuple<std::string, std::string, std::string>, int> lines;
  for (const auto& row : csv_table(path, "a paper's printed values (CSV)", {"table", "row", "column", "published"})) {
    const auto& text = row[3];
    if (!decimal_from_text(text) && !is_word(text))
      row.refuse(3, malformed("'{}' is neither a number nor a word", excerpt(text)));
    const auto place = fmt::format("{}:{}:{}", path.string(), row.line(), row.fields().front().column);
    out.push_back({item_name("table-" + row[0]), row[1], row[2], is_word(text) ? text : row.decimal(3), paper, place});
    const auto [first, is_new] = lines.emplace(std::tuple(out.back().table, row[1], row[2]), row.line());
    if (!is_new)
      row.refuse(0, contradiction("line {} has a value for this row and column already; remove one", first->second));
  }
  return out;
}

/// Throws UsageError for a name that cannot be the name of a file or a part of a URL.
void require_plain(const fs::path& path, const std::string& name, std::string_view label) {
  if (!is_plain_name(name))
    throw malformed("{}: '{}' is not a valid name of {}: letters, digits, - and _ are allowed",
                    printable(path.string()), excerpt(name), label);
}

using Items = std::vector<std::pair<std::string, fs::path>>;

Items items_in(const fs::path& folder) {
  Items out;
  if (!fs::is_directory(folder)) return out;
  for (const auto& file : fs::directory_iterator(folder)) {
    if (file.path().extension() != ".toml") continue;
    require_plain(file.path(), file.path().stem().string(), "an item");
    out.emplace_back(item_name(file.path().stem().string()), file.path());
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return std::tuple(number_in(a.first), a.first, a.second) < std::tuple(number_in(b.first), b.first, b.second);
  });
  return out;
}

// Both table-1.toml and table-01.toml are "table-1", which would be judged twice.
void refuse_two_files(const Items& items) {
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  const auto two = std::adjacent_find(items.begin(), items.end(), same);
  if (two != items.end())
    throw contradiction("{}: '{}' is defined by {} already; remove one of the two files", (two + 1)->second.string(),
                        excerpt(two->first), two->second.filename().string());
}

// Without this error, a printed number without a specification would be missing in all verdicts without a message.
void refuse_without_file(const std::vector<Printed>& published, const Items& tables) {
  for (const auto& p : published) {
    const auto is_in_table = [&](const auto& item) { return item.first == p.table; };
    if (std::none_of(tables.begin(), tables.end(), is_in_table))
      throw missing_part(
          "{}: the printed value of row '{}', column '{}' needs the file tables/{}.toml, which is missing", p.place,
          excerpt(p.row), excerpt(p.column), excerpt(p.table));
  }
}

double minutes_of(const Keys& about) {
  const double minutes = about.number("minutes");
  if (!(minutes > 0) || !std::isfinite(minutes))
    throw about.refusal("minutes", out_of_range("a positive number of minutes is allowed"));
  return minutes;
}

}  // namespace

std::optional<std::string> Paper::printed(const std::string& table, const std::string& row,
                                          const std::string& column) const {
  for (const auto& p : published)
    if (p.table == table && p.row == row && p.column == column) return p.text;
  return {};
}

std::vector<std::pair<std::string, fs::path>> Paper::items(const std::string& kind) const {
  auto out = items_in(folder / kind);
  refuse_two_files(out);
  if (kind == "tables") refuse_without_file(published, out);
  return out;
}

std::vector<fs::path> papers_folders() {
  std::vector<fs::path> out;
  for (const auto& root : file_roots())
    if (fs::is_directory(root / papers)) out.push_back(root / papers);
  return out;
}

std::vector<std::string> paper_keys() {
  std::vector<std::string> keys;
  for (const auto& [key, found] : found_papers()) keys.push_back(key);
  return keys;
}

Paper paper_named(const std::string& key) {
  const auto all = found_papers();
  const auto found = all.find(key);
  if (found == all.end()) throw unknown_name("paper", key, paper_keys());
  require_plain(found->second.path, key, "a paper");
  Paper paper;
  paper.key = key;
  paper.folder = found->second.path;
  paper.note = found->second.note("paper");
  const auto about = keys_of(toml_from_file(paper.folder / "paper.toml", "a paper (TOML)"));
  about.allow({"title", "authors", "source", "doi", "minutes", "problems", "found"});
  paper.title = about.required("title");
  paper.authors = about.required("authors");
  paper.source = about.required("source");
  paper.doi = about.text("doi");
  paper.problems = about.list("problems");
  paper.found = about.list("found");
  if (about.has("minutes")) paper.minutes = minutes_of(about);
  if (fs::exists(paper.folder / "published.csv")) paper.published = printed_values(paper.folder / "published.csv", key);
  return paper;
}

}  // namespace plumb
