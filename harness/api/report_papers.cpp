#include "harness/api/report_papers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "contract/stop.hpp"
#include "harness/paper/table.hpp"
#include "text/csv.hpp"
#include "text/file_text.hpp"
#include "text/mistakes.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

/// Returns a field of a CSV table as JSON: null if it is empty, a number if it is numeric, else the text.
Json field_json(const std::string& text) {
  if (text.empty()) return nullptr;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(value)) return value;
  return text;
}

Json columns_of(const fs::path& csv) {
  const auto rows = csv_rows(csv, "data of a figure (CSV)");
  Json out = Json::object();
  if (rows.empty()) return out;
  for (std::size_t k = 0; k < rows.front().size(); ++k) {
    Json column = Json::array();
    for (std::size_t i = 1; i < rows.size(); ++i) column.push_back(field_json(k < rows[i].size() ? rows[i][k] : ""));
    out[rows.front()[k]] = std::move(column);
  }
  return out;
}

Json units_of(const fs::path& file) {
  Json out = Json::object();
  if (!fs::is_regular_file(file)) return out;
  for (const auto& row : csv_table(file, "units of a figure (CSV)", {"column", "unit"})) out[row[0]] = row[1];
  return out;
}

PaperFigure figure_in(const fs::path& file) try {
  PaperFigure out;
  out.item = file.stem().string();
  out.description = Json::parse(file_text(file, "the description of a figure (JSON)"));
  out.description.at("kind").get_ref<const std::string&>();
  out.description.at("columns").at(0).at("column").get_ref<const std::string&>();
  auto csv = file;
  csv.replace_extension(".csv");
  out.columns = columns_of(csv);
  out.csv = file_text(csv, "data of a figure (CSV)");
  out.units = units_of(file.parent_path() / (out.item + ".units.csv"));
  return out;
} catch (const Json::exception&) {
  throw UsageError(fmt::format("--figures '{}': this is not the description of a figure from `plumb reproduce --out`",
                               printable_excerpt(file.string())));
}

/// Returns a sort key that places "figure-2" before "figure-10", and names without a number last.
std::pair<int, std::string> place_of(const std::string& item) {
  const auto digits = item.find_first_of("0123456789");
  int number = 1'000'000;
  if (digits != item.npos) std::from_chars(item.data() + digits, item.data() + item.size(), number);
  return {number, item};
}

std::vector<PaperFigure> figures_in(const fs::path& folder) {
  std::vector<PaperFigure> out;
  if (!fs::is_directory(folder)) return out;
  for (const auto& entry : fs::directory_iterator(folder)) {
    auto csv = entry.path();
    if (csv.extension() != ".json" || !fs::is_regular_file(csv.replace_extension(".csv"))) continue;
    stopping_point();
    out.push_back(figure_in(entry.path()));
  }
  std::ranges::sort(out, {}, [](const PaperFigure& figure) { return place_of(figure.item); });
  return out;
}

std::set<std::string> keys_in(const Json& verdicts, const fs::path& figures) {
  std::set<std::string> out;
  if (verdicts.is_array())
    for (const auto& one : verdicts)
      if (one.is_object() && one.contains("paper") && one["paper"].is_string()) out.insert(one["paper"]);
  if (figures.empty()) return out;
  if (!fs::is_directory(figures))
    throw unreadable("--figures '{}': there is no such folder", printable_excerpt(figures.string()));
  for (const auto& entry : fs::directory_iterator(figures))
    if (entry.is_directory() && !figures_in(entry.path()).empty()) out.insert(entry.path().filename().string());
  return out;
}

void add_catalogued(const std::string& key, PaperFacts& facts) try {
  const auto paper = paper_named(key);
  facts = {paper.title, paper.authors, paper.source, paper.doi};
  facts.found = paper.found;
  for (const auto& [item, file] : paper.items("tables")) facts.tables[item] = table_spec(item, file, paper).title;
  if (const auto readme = paper.folder / "README.md"; fs::is_regular_file(readme))
    facts.claims = findings_in(file_text(readme, "findings about a paper"));
} catch (const UsageError&) {  // the paper is not in this build
}

}  // namespace

std::map<std::string, PaperFacts> facts_of_papers(const Json& verdicts, const fs::path& figures) {
  std::map<std::string, PaperFacts> out;
  for (const auto& key : keys_in(verdicts, figures)) {
    auto& facts = out[key];
    add_catalogued(key, facts);
    if (!figures.empty()) facts.figures = figures_in(figures / key);
  }
  return out;
}

}  // namespace plumb
