// plumb verify checks a bundle of plumb bundle: its files, and every cell in a repeat run.

#include <fmt/format.h>

#include <limits>
#include <memory>

#include "harness/api/bundle_page.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/repeat_options.hpp"
#include "harness/cli/work.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

struct VerifyOptions {
  std::string folder;
  RepeatOptions runs;
  RowLimit rows;
  bool json = false;
};

constexpr const char* verify_examples = R"(Examples:
  plumb verify artifact
  plumb verify artifact -j 2 --json
  plumb verify artifact --store again.db          keeps the repeat runs; after Ctrl-C the same command continues

Compares the files with the manifest, and names missing, changed and extra files and another program version. Then
runs the cells again, without the store of the bundle, and compares status, metrics, counters and final state:

  same bits         every value is the same
  same digits       every number agrees within its uncertainty: reference, rounding, and a Newton tolerance
  different         a number does not agree; the row has its recorded value, the new value and the uncertainty
  failed otherwise  another status
  missing           the cell is only in the study, or only in the store

Times are not compared. verify runs the methods of the bundle: use it only for bundles of authors whom you trust.
Exit codes: 0 all cells have the same bits or digits, 1 a cell is different or failed otherwise, or a file is missing
or was changed, 4 a cell is missing or unreadable.)";

Exit verify(const VerifyOptions& options) {
  StatusLine line(stderr_is_terminal());
  const auto found = verify_bundle(options.folder, conduct_of(options.runs, line));
  line.clear();
  for (const auto& text : found.notes) note(text);
  if (options.json)
    print_json(verification_json(found));
  else
    print(verification_text(found, options.folder, options.rows.of(std::numeric_limits<std::size_t>::max())));
  if (found.ending.stopped())
    note(fmt::format("{}; {} of {} not compared{}", stop_of(found.ending).why, found.count(CellVerdict::not_run),
                     counted(found.cells.size(), "cell"),
                     options.runs.store.empty() ? "" : "; finished runs are in " + options.runs.store));
  return found.exit();
}

}  // namespace

void add_verify(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("verify", "check a bundle: its files, and every cell in a repeat run");
  auto options = std::make_shared<VerifyOptions>();
  verb.add_option("OUT", options->folder, "folder of a bundle, from `plumb bundle`")->required()->check(is_path);
  add_repeat_options(verb, options->runs, "repeat runs are kept in it, and the next call uses them");
  add_row_limit(verb, options->rows);
  add_json(verb, options->json, "one object with files, program and cells");
  verb.footer(verify_examples);
  verb.callback([options, &exit] { exit = verify(*options); });
}

}  // namespace plumb
