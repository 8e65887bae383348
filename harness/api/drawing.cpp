#include "harness/api/reproduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/run/build_info.hpp"
#include "text/output_file.hpp"
#include "text/program_files.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

/// Writes the description of a figure for the plotting script. An existing file is replaced only if it begins like a
/// description of the same figure.
void write_description(const FigureSpec& figure, const fs::path& path) {
  const auto text = figure_description(figure).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  const auto own = text.substr(0, text.find("\"title\""));
  write_file(path, beginning_with(own, "this figure's description"), text);
}

/// Returns a line with the command that draws the figures. Empty if the plotting script is not installed.
std::string how_to_draw(const fs::path& data) {
  const auto root = shipped_root();
  const auto script = root ? *root / "scripts" / "figures.py" : fs::path();
  if (!root || !fs::exists(script)) return "";
  return fmt::format("to draw them: python3 {} --data {} --out FOLDER", script.string(), data.string());
}

/// Returns the CSV of the figure if the store has it from this build.
std::optional<std::string> stored_csv(const FigureSpec& figure, const Store* store) {
  return store ? store->derived(figure_key(figure), build_info().fingerprint) : std::nullopt;
}

}  // namespace

Drawing::Drawing(fs::path files_in, TableFormat printed_as, Store* stores, const ReproductionOutput& receives)
    : folder(std::move(files_in)), format(printed_as), store(stores), output(receives) {}

void Drawing::add(const FigureSpec& spec) {
  const bool only_units = folder.empty() && format == TableFormat::units;
  const auto known = folder.empty() ? std::nullopt : stored_csv(spec, store);
  figures.push_back({.spec = spec, .is_known = only_units || known, .text = known.value_or("")});
}

void Drawing::check_folders() const {
  if (folder.empty()) return;
  for (const auto& figure : figures) output_folder(folder, figure.spec.paper);
}

std::vector<Goal> Drawing::goals() {
  std::vector<Goal> out;
  for (auto& figure : figures)
    if (figure.is_known)
      out.push_back({.missing = [this, &figure] {
        end_known(figure);
        return Missing{};
      }});
    else
      out.push_back(figure_goal(figure.spec, [this, &figure](const Table& data) { made(figure, data); }));
  return out;
}

void Drawing::end_known(Figure& figure) {
  if (folder.empty()) return end(figure, units_csv(table_columns(figure.spec)));
  write(figure, std::exchange(figure.text, ""));
}

void Drawing::add_to(ExpectedWork& work) const {
  for (const auto& figure : figures) work.add(figure.spec, figure.is_known);
}

std::string Drawing::current() const {
  const auto first = std::ranges::find(figures, false, &Figure::done);
  return first == figures.end() ? "" : first->spec.item;
}

std::size_t Drawing::ended() const {
  return static_cast<std::size_t>(std::ranges::count(figures, true, &Figure::done));
}

void Drawing::print_waiting() {
  for (auto& figure : figures)
    if (figure.done && !figure.printed) print(figure);
}

void Drawing::made(Figure& figure, Table data) {
  const auto& spec = figure.spec;
  const auto text = as_csv(data);
  if (store) store->put_derived(figure_key(spec), build_info().fingerprint, text);
  if (!folder.empty()) return write(figure, text);
  if (output.figure) {
    output.figure(spec, data);
    return end(figure, "");
  }
  data.caption = fmt::format("{}/{}  {}", spec.paper, spec.item, spec.title);
  end(figure, printed(data, format));
}

void Drawing::write(Figure& figure, const std::string& data) {
  const auto& spec = figure.spec;
  const auto out = output_folder(folder, spec.paper);
  const auto path = out / (spec.item + ".csv");
  const auto header = data.substr(0, data.find('\n') + 1);
  write_csv(path, beginning_with(header, "this figure's table"), data, table_columns(spec));
  write_description(spec, out / (spec.item + ".json"));
  end(figure, fmt::format("{}/{}: {}", spec.paper, spec.item, path.string()));
}

void Drawing::end(Figure& figure, std::string text) {
  figure.done = true;
  figure.text = std::move(text);
  for (auto& next : figures) {
    if (!next.done) return;
    if (!next.printed) print(next);
  }
}

void Drawing::print(Figure& figure) {
  figure.printed = true;
  if (folder.empty()) return output.print(figure.text);
  output.note(figure.text);
  const auto hint = &figure == &figures.front() ? how_to_draw(folder) : "";
  if (!hint.empty()) output.note(hint);
}

}  // namespace plumb
