#include "harness/cli/drawing.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "harness/run/build_info.hpp"
#include "text/output_file.hpp"
#include "text/program_files.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

/// Writes the description for the program that draws. It begins with the figure's own name, which identifies an earlier
/// one.
void write_description(const FigureSpec& figure, const fs::path& path) {
  const auto text = figure_description(figure).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  const auto own = text.substr(0, text.find("\"title\""));
  write_file(path, beginning_with(own, "this figure's description"), text);
}

/// Tells how to draw with the program that was installed with this one. Empty: none was installed.
std::string how_to_draw(const fs::path& data) {
  const auto root = shipped_root();
  const auto script = root ? *root / "scripts" / "figures.py" : fs::path();
  if (!root || !fs::exists(script)) return "";
  return fmt::format("to draw them: python3 {} --data {} --out FOLDER", script.string(), data.string());
}

/// Returns the CSV that this build has made of the figure before.
std::optional<std::string> made_before(const FigureSpec& figure, const Store* store) {
  return store ? store->derived(figure_key(figure), build_info().fingerprint) : std::nullopt;
}

}  // namespace

Drawing::Drawing(fs::path files_in, TableFormat printed_as, const MatrixOptions& options, StatusLine& progress)
    : folder(std::move(files_in)), format(printed_as), matrix(options), line(progress) {}

void Drawing::add(const FigureSpec& figure) {
  ++asked_for;
  if (folder.empty()) {
    if (format == TableFormat::units) return show(units_csv(table_columns(figure)));
  } else {
    output_folder(folder, figure.paper);  // a mistake is refused now, not when all is done
    if (const auto known = made_before(figure, matrix.store)) return write(figure, *known);
  }
  figures.emplace_back(figure, [this, figure](const Table& data) { made(figure, data); });
}

void Drawing::add_to(CellService& cells) {
  for (auto& figure : figures) figure.add_to(cells);
}

void Drawing::made(const FigureSpec& figure, Table data) {
  const auto text = as_csv(data);
  if (matrix.store) matrix.store->put_derived(figure_key(figure), build_info().fingerprint, text);
  if (!folder.empty()) return write(figure, text);
  data.caption = fmt::format("{}/{}  {}", figure.paper, figure.item, figure.title);
  show(printed(data, format));
}

void Drawing::show(const std::string& data) {
  line.print(data);
  ++handed_out;
}

void Drawing::write(const FigureSpec& figure, const std::string& data) {
  const auto out = output_folder(folder, figure.paper);
  const auto path = out / (figure.item + ".csv");
  const auto header = data.substr(0, data.find('\n') + 1);
  write_csv(path, beginning_with(header, "this figure's table"), data, table_columns(figure));
  write_description(figure, out / (figure.item + ".json"));
  line.note(fmt::format("{}/{}: {}", figure.paper, figure.item, path.string()));
  const auto hint = handed_out == 0 ? how_to_draw(folder) : "";
  if (!hint.empty()) line.note(hint);
  ++handed_out;
}

}  // namespace plumb
