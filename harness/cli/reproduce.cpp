// plumb reproduce compares a paper's numbers, claims and figures with the measurements of this build.

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/api/reproduction.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/estimate_report.hpp"
#include "harness/cli/work.hpp"
#include "text/number_text.hpp"
#include "text/output_file.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr const char* reproduce_examples = R"(Examples:
  plumb reproduce fernandez2024/table-6
  plumb reproduce fernandez2024/table-6 --format latex
  plumb reproduce fernandez2024/claims --store papers.db -j 2
  plumb reproduce zhang2022 --store papers.db --estimate   # number of runs and analyses, core time; runs nothing
  plumb reproduce li2019/figure-2 --format units       # the units of its columns; csv has names and data only
  plumb reproduce li2019 --full --out figures          # writes figures/li2019/figure-2.csv and so on, with the units
                                                       # in figure-2.units.csv and the input of scripts/figures.py
                                                       # in figure-2.json; earlier files of the figure are replaced

Exit code 1: a number differs, or a claim does not hold, depends on a threshold chosen by Plumb or cannot be decided; 4:
a result is missing. Rows that are omitted without --full do not count.)";

struct Options {
  std::string selection, format = "text", store, out, verdicts;
  bool full = false, json = false, estimate = false;
  int jobs = all_cores();
  std::optional<double> timeout = {};
};

/// Returns the exit code for the verdicts: nothing_measured if any is incomplete, verdict_failed if a number or claim
/// differs, else ok.
Exit verdict(const Findings& findings) {
  if (findings.incomplete()) return Exit::nothing_measured;
  return findings.differs() ? Exit::verdict_failed : Exit::ok;
}

FileKind verdicts_kind() {
  return {"verdicts of `plumb reproduce`", [](const fs::path& file) {
            const auto begin = beginning_of(file, 100);
            return begin == "[]\n" || begin.starts_with("[\n  {\n    \"paper\": ");
          }};
}

/// One call of `plumb reproduce`.
class ReproduceCall {
 public:
  explicit ReproduceCall(const Options& chosen) : options(chosen) {}

  Exit run() {
    if (!options.verdicts.empty()) check_output(options.verdicts, verdicts_kind());
    Reproduction papers(
        {.selection = options.selection, .full = options.full, .format = format, .figures = options.out},
        matrix_options(), output());
    expected = papers.estimates();
    if (options.estimate) {
      print_estimates(expected, options.store, papers.draws_figures(), options.jobs, options.json);
      return Exit::ok;
    }
    if (const auto text = announced(expected); !text.empty()) note(text);
    papers.check_folders();
    interrupted = ctrl_c();  // before this line, Ctrl-C ends the program immediately
    const auto outcome = papers.run();
    line.clear();
    const auto& findings = papers.verdicts();
    const bool any = !findings.specs.empty() || !findings.claims.empty();
    if (outcome.stopped()) {
      if (any || (papers.judged_count() != 0 && format == TableFormat::json)) end(findings);
      const auto [why, exit] = stop_of(outcome);
      note(fmt::format("{}; {} of {} ended", why, papers.ended(), counted(papers.item_count(), "item")));
      return exit;
    }
    if (!any) return without_numbers(papers.draws_figures() && papers.figure_count() != 0);
    end(findings);
    return verdict(findings);
  }

 private:
  /// Opens the store. Returns null if no store was given. For an estimate, opens it read-only, and returns null if the
  /// file does not exist.
  std::unique_ptr<Store> opened_store() const {
    if (options.estimate) return store_if_readable(options.store);
    return options.store.empty() ? nullptr : std::make_unique<Store>(options.store);
  }

  MatrixOptions matrix_options() {
    MatrixOptions out;
    out.jobs = options.jobs;
    out.global_timeout = options.timeout;
    out.store = store.get();
    out.interrupted = [this] { return interrupted && interrupted(); };
    out.progress_interval = progress_interval();
    out.progress = [this](const std::string& text) { line.show(text); };
    return out;
  }

  ReproductionOutput output() {
    constexpr double worth_a_line = 10;  // smallest expected time of a paper that gets a line [s]
    return {.print = [this](std::string_view text) { line.print(text); },
            .note = [this](std::string_view text) { line.note(text); },
            .begins =
                [this](std::size_t paper) {
                  if (expected[paper].seconds() >= worth_a_line) line.note(announced(expected[paper]));
                }};
  }

  Exit without_numbers(bool has_drawn) const {
    if (has_drawn) return Exit::ok;
    note(fmt::format("{} has figures only: name one (plumb show paper {}), or write them all with --out",
                     options.selection, options.selection));
    if (format == TableFormat::json) print("[]\n");
    return Exit::nothing_measured;
  }

  /// Prints all verdicts in a format for programs, and writes --verdicts.
  void end(const Findings& findings) const {
    if (!is_for_people(format)) print(as_data(findings, format));
    if (!options.verdicts.empty()) write_file(options.verdicts, verdicts_kind(), as_data(findings, TableFormat::json));
  }

  const Options& options;
  const TableFormat format = table_format(options.json ? "json" : options.format);
  const std::unique_ptr<Store> store = opened_store();
  StatusLine line{stderr_is_terminal()};
  std::function<bool()> interrupted = {};
  std::vector<PaperEstimate> expected = {};  // in the order of the papers
};

}  // namespace

void add_reproduce(CLI::App& app, Exit& exit) {
  auto options = std::make_shared<Options>();
  auto* verb = app.add_subcommand("reproduce", "published numbers compared with measured ones, with verdicts");
  verb->add_option(
          "item", options->selection,
          "PAPER or PAPER/ITEM: table-N, figure-N, claims or another item of `plumb show paper`; default: all papers")
      ->type_name("PAPER[/ITEM]");
  add_format(*verb, options->format);
  add_json(*verb, options->json, "an array with one object for each number or claim");
  verb->add_flag("--full", options->full, "run also the rows that take minutes");
  add_store(*verb, options->store,
            "stored runs are not repeated, except for figures over time, whose states are not stored");
  verb->add_flag("--estimate", options->estimate, "print the number of runs and their time, and run nothing");
  add_jobs(*verb, options->jobs);
  add_total_timeout(*verb, options->timeout);
  add_out(*verb, options->out, "the data of figures, in the folder PATH/PAPER");
  verb->add_option("--verdicts", options->verdicts,
                   "write the output of --json to a file too, for `plumb report --papers`")
      ->type_name("FILE")
      ->check(is_path);
  verb->footer(reproduce_examples);
  verb->callback([options, &exit] { exit = ReproduceCall(*options).run(); });
}

}  // namespace plumb
