#include "harness/api/bundle_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

/// The verdicts from the worst to the best, in the order of the printed rows.
constexpr std::array verdicts_by_weight = {CellVerdict::failed_otherwise, CellVerdict::different,
                                           CellVerdict::missing,          CellVerdict::not_run,
                                           CellVerdict::same_digits,      CellVerdict::same_bits};

std::string sources_text(const BundleManifest& manifest, std::size_t sources) {
  if (sources == 0) return {};
  return fmt::format(
      "\nMethods are shared libraries, built for the machine of the author. Their sources are in `sources/`. The "
      "author "
      "built\nthem with this command:\n\n    {}\n\nTo use your own build, run the command in `sources/` and replace "
      "the "
      "file in `methods/`. `plumb verify` then names the\nchanged file, and compares the numbers of your build.\n",
      manifest.build_line);
}

std::string counts_text(const Verification& verification) {
  std::vector<std::string> out;
  for (auto at = verdicts_by_weight.rbegin(); at != verdicts_by_weight.rend(); ++at)
    if (const auto count = verification.count(*at); count != 0) out.push_back(fmt::format("{} {}", count, name(*at)));
  return out.empty() ? "none" : fmt::format("{}", fmt::join(out, ", "));
}

std::vector<const VerifiedCell*> cells_by_weight(const Verification& verification) {
  std::vector<const VerifiedCell*> out;
  for (const auto verdict : verdicts_by_weight)
    for (const auto& cell : verification.cells)
      if (cell.verdict == verdict && verdict != CellVerdict::same_bits) out.push_back(&cell);
  return out;
}

std::string files_text(const Verification& verification) {
  if (verification.files.empty())
    return fmt::format("files: {} as in the manifest\n", verification.manifest.files.size());
  std::string out;
  for (const auto& [path, finding] : verification.files) out += fmt::format("{} file: {}\n", finding, printable(path));
  return out;
}

std::string program_text(const Verification& verification) {
  const auto &recorded = verification.manifest.program, here = ProgramVersion::current();
  if (!verification.is_other_program()) return fmt::format("program: plumb {}, as in the manifest\n", here.text());
  const bool same_text = recorded.text() == here.text();
  return fmt::format("another program: the bundle was made by plumb {}, this is plumb {}{}\n", recorded.text(),
                     here.text(), same_text ? "; flags, libraries or sources differ" : "");
}

}  // namespace

std::string bundle_readme(const BundleManifest& manifest, std::size_t sources) {
  return fmt::format(
      "# Results to check\n"
      "This folder has the numbers of {} of numerical integrations, and everything that is needed to compute them\n"
      "again. `page.md` shows them.\n\n"
      "1. Install plumb {}.\n"
      "2. Run this command in this folder:\n\n"
      "       plumb verify .\n\n"
      "The command compares the files with the checksums in `manifest.json`, runs all cells again, and prints for "
      "each\n"
      "cell whether it has the same bits, the same digits within the uncertainty of the reference and of rounding, or "
      "a\n"
      "different result. It runs the methods in this folder: verify only bundles from authors whom you trust.\n"
      "{}\n"
      "| file | contents |\n|---|---|\n"
      "| `study.toml` | the cells |\n"
      "| `runs.db` | the recorded results, an SQLite file: `plumb export runs.db --format csv` |\n"
      "| `page.md` | the results as a page |\n"
      "| `environment.json` | version, compiler, flags, libraries, processor and operating system of the author |\n"
      "| `manifest.json` | the program, the command, and the SHA-256 of every file |\n\n"
      "The bundle was made on {} by this command:\n\n    {}\n",
      counted(manifest.cells, "cell"), manifest.program.text(), sources_text(manifest, sources), manifest.created,
      manifest.command);
}

Json verification_json(const Verification& verification) {
  Json files = Json::array(), cells = Json::array(), damaged = Json::array(), counts = Json::object();
  for (const auto& [path, finding] : verification.files) files.push_back({{"path", path}, {"finding", finding}});
  for (const auto& row : verification.damaged) damaged.push_back({{"id", row.cell_id}, {"reason", row.why}});
  for (const auto& cell : verification.cells)
    cells.push_back({{"id", id(cell.cell)},
                     {"cell", title(cell.cell)},
                     {"verdict", name(cell.verdict)},
                     {"message", cell.message}});
  for (auto at = verdicts_by_weight.rbegin(); at != verdicts_by_weight.rend(); ++at)
    counts[std::string(name(*at))] = verification.count(*at);
  return {{"files", std::move(files)},
          {"program",
           {{"recorded", to_json(verification.manifest.program)},
            {"current", to_json(ProgramVersion::current())},
            {"same", !verification.is_other_program()}}},
          {"not_readable", verification.not_readable},
          {"damaged", std::move(damaged)},
          {"counts", std::move(counts)},
          {"cells", std::move(cells)},
          {"notes", verification.notes}};
}

std::string verification_text(const Verification& verification, const std::string& folder, std::size_t rows) {
  auto out = files_text(verification) + program_text(verification);
  if (!verification.not_readable.empty()) out += fmt::format("not readable: {}\n", verification.not_readable);
  for (const auto& row : verification.damaged)
    out += fmt::format("damaged row of runs.db: {}: {}\n", printable(row.cell_id), row.why);
  out += fmt::format("{}: {}: {}\n", folder, counted(verification.cells.size(), "cell"), counts_text(verification));
  const auto listed = cells_by_weight(verification);
  const auto shown = std::min(rows, listed.size());
  Table table{.columns = {{"cell"}, {"verdict"}, {"recorded -> now"}}, .rows = {}};
  for (std::size_t i = 0; i < shown; ++i)
    table.rows.push_back({title(listed[i]->cell), std::string(name(listed[i]->verdict)), listed[i]->message});
  if (shown > 0) out += "\n" + as_text(table);
  if (shown < listed.size()) out += fmt::format("{} (--all)\n", counted(listed.size() - shown, "more cell"));
  return out;
}

}  // namespace plumb
