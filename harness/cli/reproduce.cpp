// plumb reproduce compares a paper's numbers, claims and figures with the measurements of this build.

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <memory>

#include "harness/api/judgement.hpp"
#include "harness/api/paper_selection.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/drawing.hpp"
#include "harness/cli/estimate_report.hpp"
#include "harness/cli/interruption.hpp"
#include "harness/cli/paper_notes.hpp"
#include "harness/cli/work.hpp"
#include "harness/paper/paper.hpp"
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

Exit without_numbers(const Options& options, TableFormat format, std::size_t figures) {
  const bool drawn = !requested_item(options.selection).empty() || !options.out.empty();
  if (drawn && figures != 0) return Exit::ok;
  note(fmt::format("{} has figures only: name one (plumb show paper {}), or write them all with --out",
                   options.selection, options.selection));
  if (format == TableFormat::json) print("[]\n");
  return Exit::nothing_measured;
}

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
class Reproduction {
 public:
  explicit Reproduction(const Options& chosen) : options(chosen) {}

  Exit run() {
    if (!options.verdicts.empty()) check_output(options.verdicts, verdicts_kind());
    for (const auto& key : requested_papers(options.selection)) papers.push_back(paper_named(key));
    shortest_first(papers);
    if (const auto text = note_on(papers); !text.empty()) note(text);
    for (const auto& paper : papers) add(paper);
    const auto expected = estimates();
    if (options.estimate) {
      print_estimates(expected, options.store, draws_figures(), options.jobs, options.json);
      return Exit::ok;
    }
    if (const auto text = announced(expected); !text.empty()) note(text);
    for (const auto& of : parts) of.drawing.check_folders();
    interrupted = ctrl_c();  // before this line, Ctrl-C ends the program immediately
    // Papers are measured one after the other, so that results of short papers are printed early.
    auto of_paper = expected.begin();
    for (auto& of : parts) serve(of, *of_paper++);
    if (laboratory.stop().stopped()) return stopped();
    if (findings.specs.empty() && findings.claims.empty()) return without_numbers(options, format, figures);
    end(parts.size() > 1);
    return verdict(findings);
  }

 private:
  /// The chosen part of one paper.
  struct PartOfPaper {
    const Paper* paper;
    bool is_reported = false;  // whether its verdicts and their summary have been printed
    Drawing drawing;
    Judgement judgement;
  };

  /// Measures and prints one paper, with a summary of its verdicts at the end.
  void serve(PartOfPaper& of, const PaperEstimate& expected) {
    constexpr double worth_a_line = 10;  // smallest expected time of a paper that gets a line [s]
    if (laboratory.stop().stopped()) return;
    if (expected.seconds() >= worth_a_line) note(announced(expected));
    current = &of;
    laboratory.serve(of.judgement.requests(), [&](CellService& cells) { of.drawing.add_to(cells); });
    current = nullptr;
    line.clear();
    if (laboratory.stop().stopped()) return;
    Findings own;
    of.judgement.add_to(own);
    if (is_for_people(format)) print(printed_summary(own, format));
    findings.add(std::move(own));
    of.is_reported = true;
  }

  std::vector<PaperEstimate> estimates() {
    std::vector<PaperEstimate> out;
    for (const auto& of : parts) {
      ExpectedWork work(store.get());
      of.judgement.add_to(work);
      of.drawing.add_to(work);
      auto& expected = out.emplace_back(work.estimate());
      expected.paper = of.paper->key;
      const bool is_whole =
          requested_item(options.selection).empty() && expected.runs.stored == 0 && expected.seconds() > 0;
      if (of.paper->minutes && is_whole) expected.measured_seconds = 60 * *of.paper->minutes;
    }
    return out;
  }

  /// Returns the names of the current paper and item for progress lines: "zhang2022/figure-9: ".
  std::string title() const {
    if (!current) return {};
    const auto figure = current->drawing.current(), item = figure.empty() ? current->judgement.current() : figure;
    return current->paper->key + (item.empty() ? "" : "/" + item) + ": ";
  }

  bool draws_figures() const { return !options.out.empty() || !requested_item(options.selection).empty(); }

  void add(const Paper& paper) {
    auto selection = selected(paper, requested_item(options.selection));
    figures += selection.figures.size();
    auto& of =
        parts.emplace_back(PartOfPaper{&paper,
                                       false,
                                       {options.out, format, matrix, line},
                                       {std::move(selection.tables), std::move(selection.claims), laboratory,
                                        options.full, format, [this](std::string_view text) { line.print(text); }}});
    if (draws_figures())
      for (const auto& figure : selection.figures) of.drawing.add(figure);
  }

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
    out.progress = [this](const std::string& text) { line.show(title() + text); };
    return out;
  }

  /// After a stop: prints the available results, and a note with the numbers of finished and of all items.
  Exit stopped() {
    std::size_t requested = 0, ended = 0, to_judge = 0;
    Findings unfinished;
    for (auto& [paper, is_reported, drawing, judgement] : parts) {
      requested += drawing.item_count() + judgement.item_count();
      ended += drawing.ended() + judgement.ended();
      to_judge += judgement.item_count();
      if (is_reported) continue;
      drawing.print_waiting();
      judgement.show_unfinished();
      judgement.add_to(unfinished);
    }
    if (is_for_people(format)) print(printed_summary(unfinished, format));
    findings.add(std::move(unfinished));
    const bool any = !findings.specs.empty() || !findings.claims.empty();
    if (any || (to_judge != 0 && format == TableFormat::json)) end(false);
    const auto [why, exit] = stop_of(laboratory.stop());
    note(fmt::format("{}; {} of {} ended", why, ended, counted(requested, "item")));
    return exit;
  }

  /// Prints all verdicts in a format for programs, or for people the sum of the verdicts of several papers. Writes
  /// --verdicts.
  void end(bool several) const {
    if (!is_for_people(format))
      print(as_data(findings, format));
    else if (several)
      print(printed_sum(findings, format));
    if (!options.verdicts.empty()) write_file(options.verdicts, verdicts_kind(), as_data(findings, TableFormat::json));
  }

  const Options& options;
  const TableFormat format = table_format(options.json ? "json" : options.format);
  const std::unique_ptr<Store> store = opened_store();
  StatusLine line{stderr_is_terminal()};
  std::function<bool()> interrupted = {};
  const MatrixOptions matrix = matrix_options();
  Laboratory laboratory{matrix};
  Findings findings = {};
  const PartOfPaper* current = nullptr;  // paper that is being measured; null: none
  std::vector<Paper> papers = {};
  std::list<PartOfPaper> parts = {};  // a list, because requests point to its elements
  std::size_t figures = 0;
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
  verb->callback([options, &exit] { exit = Reproduction(*options).run(); });
}

}  // namespace plumb
