// Verdicts in the words and colours that readers see, sentences with ids of claims, and links to runs.

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/page.hpp"
#include "harness/report/paper_parts.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

/// Style of a verdict: confirmed, against the paper, or neither.
struct Tone {
  const char *verdict, *sign, *style, *words;
};
constexpr Tone tones[] = {
    {"match", "✓", "good", "the printed digits"},
    {"close", "≈", "good", "within 5 %"},
    {"same-floor", "≈", "good", "the same within rounding, tolerance and the digits of the reference"},
    {"differs", "✗", "bad", "another number"},
    {"not-compared", "·", "", "shown, and not compared"},
    {"not-run", "–", "", "not run"},
    {"holds", "✓", "good", "every check passes"},
    {"partly", "≈", "warn", "some checks pass"},
    {"fails", "✗", "bad", "the checks fail"},
    {"depends", "±", "warn", "the verdict changes if a threshold that is not the paper's changes by a factor up to 2"},
    {"undecided", "?", "warn", "its uncertainty is too large to decide"}};

constexpr std::size_t shown_of_id = 8;  // printed characters of an id

}  // namespace

RunLinks::RunLinks(const GatheredRuns& runs) {
  for (const auto& run : runs.runs()) ids_.insert(run.id);
}

std::string RunLinks::link(const std::string& id, const std::string& html) const {
  return fmt::format("<a href=\"../matrix.html#cell={0}\" title=\"run {0}\">{1}</a>", html_text(id), html);
}

std::string RunLinks::linked(const std::string& html, const Json& cells) const {
  std::string out;
  int number = 0;
  for (const auto& cell : cells) {
    ++number;
    const auto id = cell.is_string() ? cell.get<std::string>() : std::string();
    if (ids_.contains(id)) out += out.empty() ? link(id, html) : " " + link(id, std::to_string(number));
  }
  return out.empty() ? html : out;
}

std::string RunLinks::listed(const Json& cells) const {
  std::string out;
  for (const auto& cell : cells) {
    const auto id = cell.is_string() ? cell.get<std::string>() : std::string();
    const auto shown = html_text(id.substr(0, shown_of_id));
    out += (out.empty() ? "" : " ") + (ids_.contains(id) ? link(id, shown) : shown);
  }
  return out;
}

std::string text_at(const Json& object, const char* key) {
  const auto value = object.value(key, Json(nullptr));
  if (value.is_null()) return {};
  if (value.is_number_float()) return significant(value.get<double>(), 4);
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string verdict_tag(const std::string& verdict) {
  for (const auto& tone : tones)
    if (verdict == tone.verdict)
      return fmt::format("<span class=\"tag {}\" title=\"{}\">{} {}</span>", tone.style, html_text(tone.words),
                         tone.sign, html_text(verdict));
  return fmt::format("<span class=\"tag\">{}</span>", html_text(verdict));
}

std::string counts_in_words(const Judged& all) {
  std::string out;
  for (const auto& tone : tones)
    if (const auto count =
            std::ranges::count_if(all, [&](const Json* n) { return text_at(*n, "verdict") == tone.verdict; }))
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, tone.verdict);
  return out;
}

std::int64_t count_of_style(const Judged& all, std::string_view style) {
  return std::ranges::count_if(all, [&](const Json* n) {
    const auto verdict = text_at(*n, "verdict");
    return std::ranges::any_of(tones, [&](const Tone& tone) { return verdict == tone.verdict && tone.style == style; });
  });
}

std::string html_of_sentence(const std::string& sentence, const std::set<std::string>& claims) {
  std::string out;
  std::size_t position = 0;
  while (true) {
    const auto begin = sentence.find('`', position),
               end = begin == sentence.npos ? begin : sentence.find('`', begin + 1);
    if (end == sentence.npos) return out + html_text(sentence.substr(position));
    out += html_text(sentence.substr(position, begin - position));
    const auto word = sentence.substr(begin + 1, end - begin - 1);
    const auto code = fmt::format("<code>{}</code>", html_text(word));
    out += claims.contains(word) ? fmt::format("<a href=\"#claim-{}\">{}</a>", html_text(word), code) : code;
    position = end + 1;
  }
}

}  // namespace plumb
