#include "text/bibtex.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <set>

#include "contract/excerpt.hpp"
#include "text/exit_codes.hpp"
#include "text/file_text.hpp"
#include "text/utf8.hpp"

namespace plumb {
namespace {

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || std::string_view("-_:.+/").find(c) != std::string_view::npos;
}

std::string small(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// Reads the text of a file from beginning to end, and counts its lines.
class BibReader {
 public:
  BibReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  std::vector<BibEntry> entries() {
    std::vector<BibEntry> out;
    std::set<std::string> keys;
    while (find_entry()) {
      out.push_back(entry());
      if (!keys.insert(out.back().key).second)
        refuse(fmt::format("the key '{}' occurs twice; keys must be unique", excerpt(out.back().key)));
    }
    return out;
  }

 private:
  [[noreturn]] void refuse(const std::string& message) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    throw FilePlace{std::make_shared<const std::string>(name_), static_cast<std::size_t>(line), 0}.refusal(
        {message, Mistake::malformed});
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }

  void expect(char c, const char* where) {
    skip_blanks();
    if (peek() != c) refuse(fmt::format("'{}' is missing {}", c, where));
    ++at_;
  }

  std::string word(const char* label) {
    skip_blanks();
    const auto begin = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    if (at_ == begin) refuse(fmt::format("{} is missing", label));
    return std::string(text_.substr(begin, at_ - begin));
  }

  /// Moves to the position after the next @ that begins a line. Returns false if there is none. Lines that begin with %
  /// are comments.
  bool find_entry() {
    while (at_ < text_.size()) {
      const auto end = std::min(text_.find('\n', at_), text_.size());
      const auto first = text_.find_first_not_of(" \t\r", at_);
      if (first < end && text_[first] == '@') {
        at_ = first + 1;
        return true;
      }
      at_ = end + 1;
    }
    return false;
  }

  BibEntry entry() {
    BibEntry out{small(word("the type of an entry")), {}, {}};
    expect('{', "after the type of an entry");
    out.key = word("the key of an entry");
    skip_blanks();
    while (peek() == ',') {
      ++at_;
      skip_blanks();
      if (peek() == '}') break;
      add_field(out);
      skip_blanks();
    }
    expect('}', "at the end of an entry, or ',' before its next field");
    return out;
  }

  void add_field(BibEntry& out) {
    auto name = small(word("the name of a field"));
    expect('=', "after the name of a field");
    if (!out.field(name).empty())
      refuse(fmt::format("{}: the field '{}' occurs twice; remove one", out.key, excerpt(name)));
    auto text = value();
    if (text.empty()) refuse(fmt::format("{}: '{}' is empty", out.key, excerpt(name)));
    out.fields.emplace_back(std::move(name), std::move(text));
  }

  std::string value() {
    skip_blanks();
    const char open = peek();
    if (open != '{' && open != '"') return word("a value: braces, quotation marks or a number");
    const auto begin = ++at_;
    for (int depth = 0; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (depth == 0 && c == (open == '{' ? '}' : '"')) return std::string(text_.substr(begin, at_++ - begin));
      if (c == '{') ++depth;
      if (c == '}') --depth;
    }
    at_ = begin;
    refuse("the value that begins here is not closed");
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto found = text.find(from); found != text.npos; found = text.find(from, found + to.size()))
    text.replace(found, from.size(), to);
}

/// Turns "Hairer, Ernst" into "E. Hairer"; a name without comma stays.
std::string short_author(const std::string& author) {
  const auto comma = author.find(", ");
  if (comma == author.npos) return author;
  std::string out;
  bool begins = true;
  for (std::string_view rest = std::string_view(author).substr(comma + 2); !rest.empty();) {
    const auto bytes = first_code_point(rest).bytes;
    if (begins && rest.front() != ' ') out += fmt::format("{}. ", rest.substr(0, bytes));
    begins = rest.front() == ' ' || rest.front() == '-';
    rest.remove_prefix(bytes);
  }
  return out + author.substr(0, comma);
}

/// Returns volume, number and pages, such as "54(3), 263–301", without missing parts.
std::string place_in_journal(const BibEntry& e) {
  std::string out(e.field("volume"));
  if (!e.field("number").empty()) out += fmt::format("({})", e.field("number"));
  if (!e.field("pages").empty()) out += fmt::format("{}{}", out.empty() ? "" : ", ", e.field("pages"));
  return out;
}

/// Returns the publication data, separated by commas: the journal with its volume, the publisher, the institution.
std::string published_in(const BibEntry& e) {
  std::vector<std::string> parts;
  if (!e.field("journal").empty()) parts.push_back(fmt::format("{} {}", e.field("journal"), place_in_journal(e)));
  for (const char* name : {"series", "booktitle", "publisher", "institution"})
    if (!e.field(name).empty()) parts.emplace_back(e.field(name));
  if (!e.field("series").empty() && !e.field("volume").empty()) parts.front() += fmt::format(" {}", e.field("volume"));
  parts.emplace_back(e.field("year"));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string_view BibEntry::field(std::string_view name) const {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.first == name; });
  return found == fields.end() ? std::string_view() : std::string_view(found->second);
}

std::vector<BibEntry> bib_entries(std::string_view text, const std::string& name) {
  return BibReader(text, name).entries();
}

std::string bibtex(const BibEntry& entry) {
  std::vector<std::string> lines;
  for (const auto& [name, value] : entry.fields) lines.push_back(fmt::format("  {} = {{{}}}", name, value));
  return fmt::format("@{}{{{},\n{}\n}}\n", entry.type, entry.key, fmt::join(lines, ",\n"));
}

std::string plain_text(std::string_view tex) {
  std::string out(tex);
  replace_all(out, "\\alpha", "α");
  replace_all(out, "\\&", "&");
  replace_all(out, "---", "—");
  replace_all(out, "--", "–");
  replace_all(out, "``", "“");
  replace_all(out, "''", "”");
  std::erase_if(out, [](char c) { return c == '{' || c == '}' || c == '$'; });
  return out;
}

std::vector<std::string> authors(const BibEntry& entry) {
  constexpr std::string_view between = " and ";
  std::vector<std::string> out;
  for (auto rest = entry.field("author"); !rest.empty();) {
    const auto end = rest.find(between);
    out.push_back(plain_text(rest.substr(0, end)));
    rest = end == rest.npos ? std::string_view() : rest.substr(end + between.size());
  }
  return out;
}

std::string reference_text(const BibEntry& entry) {
  std::vector<std::string> names;
  for (const auto& author : authors(entry)) names.push_back(short_author(author));
  auto out = fmt::format("{}: {}. {}", fmt::join(names, ", "), entry.field("title"), published_in(entry));
  if (!entry.field("doi").empty()) out += fmt::format(". doi:{}", entry.field("doi"));
  return plain_text(out);
}

Bibliography bibliography(const FilePlaces& places) {
  Bibliography out;
  for (const auto& root : file_roots(places)) {
    const auto file = root / "results" / "bibliography.bib";
    std::error_code unreadable;
    if (!std::filesystem::exists(file, unreadable)) continue;
    for (auto& entry : bib_entries(file_text(file, "a bibliography (BibTeX)"), file.string())) {
      const auto key = entry.key;
      out.try_emplace(key, std::move(entry));
    }
  }
  return out;
}

std::vector<std::string> cited_keys(std::string_view source) {
  static const std::regex key(R"(\b[a-z]{2,}(1[5-9]|20)[0-9]{2}[a-z]?\b)");
  std::vector<std::string> out;
  using Matches = std::regex_iterator<std::string_view::const_iterator>;
  for (Matches at(source.begin(), source.end(), key); at != Matches(); ++at) out.push_back(at->str());
  return out;
}

}  // namespace plumb
