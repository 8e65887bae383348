// plumb reproduce: a paper's numbers, claims and figures beside what this build measures.

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <memory>

#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/paper/figure_data.hpp"
#include "harness/paper/report.hpp"
#include "harness/run/build_info.hpp"
#include "harness/text/output_file.hpp"
#include "harness/text/program_files.hpp"
#include "harness/text/suggest.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr const char* examples = R"(Examples:
  plumb reproduce fernandez2024/table-6
  plumb reproduce fernandez2024/table-6 --format latex
  plumb reproduce fernandez2024/claims --store papers.db -j 2
  plumb reproduce li2019/figure-2 --format units       # the units of its columns; csv has names and data only
  plumb reproduce li2019 --full --out figures          # writes figures/li2019/figure-2.csv and so on, with the units
                                                       # in figure-2.units.csv and what scripts/figures.py draws by in
                                                       # figure-2.json; earlier ones of the same figure are replaced

Exit code 1: a number differs or a claim does not hold; 4: something that should have a result has none. What is left
out without --full is neither.)";

struct Options {
  std::string wanted, format = "text", store, out;
  bool full = false, json = false;
  int jobs = all_cores();
};

/// What of a paper is asked for.
struct Selection {
  std::vector<TableSpec> tables;
  std::vector<FigureSpec> figures;
  std::vector<Claim> claims;
};

Selection selected(const Paper& paper, const std::string& item) {
  Selection out;
  std::vector<std::string> known;
  const auto asked = [&](const std::string& name) {
    known.push_back(name);
    return item.empty() || item == name;
  };
  for (const auto& [name, file] : paper.items("tables"))
    if (asked(name)) out.tables.push_back(table_spec(name, file, paper));
  for (const auto& [name, file] : paper.items("figures"))
    if (asked(name)) out.figures.push_back(figure_spec(name, file, paper));
  if (const auto file = paper.folder / "claims.toml"; fs::exists(file) && asked("claims"))
    out.claims = claims_from_file(file, paper);
  if (!item.empty() && std::find(known.begin(), known.end(), item) == known.end())
    throw unknown_name(fmt::format("item of {}", paper.key), item, known);
  return out;
}

/// For who draws it: begins with the figure's own name, by which an earlier one is known.
void write_description(const FigureSpec& figure, const fs::path& path) {
  const auto text = figure_description(figure).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  const auto own = text.substr(0, text.find("\"title\""));
  write_file(path, beginning_with(own, "this figure's description"), text);
}

/// Where the program that draws was installed with this one; said once, where there are data to draw.
void say_how_to_draw(const std::string& data) {
  const auto root = shipped_root();
  const auto script = root ? *root / "scripts" / "figures.py" : fs::path();
  if (!root || !fs::exists(script)) return;
  note(fmt::format("to draw them: python3 {} --data {} --out FOLDER", script.string(), data));
}

bool is_data(TableFormat format) {
  return format == TableFormat::json || format == TableFormat::csv || format == TableFormat::units;
}

/// Prints results between two lines of progress.
struct Printer {
  StatusLine& status;

  void operator()(const std::string& text) const {
    status.clear();
    print(text);
  }
  void note(const std::string& text) const {
    status.clear();
    plumb::note(text);
  }
};

/// Figures that are being made: each is written, or printed, when the last of its tasks is done.
class Drawing {
 public:
  Drawing(const Options& options, TableFormat table_format, const MatrixOptions& matrix_options, Printer printer_)
      : folder(options.out), format(table_format), matrix(matrix_options), printer(printer_) {}

  /// Data that this build has made before are written at once; units are known before anything has run.
  void add(const FigureSpec& figure) {
    if (folder.empty() && format == TableFormat::units) return printer(units_csv(table_columns(figure)));
    if (!folder.empty()) output_folder(folder, figure.paper);  // refused now, not when all is done
    const auto known = matrix.store && !folder.empty()
                           ? matrix.store->derived(figure_key(figure), build_info().fingerprint)
                           : std::nullopt;
    if (known) return write(figure, *known);
    figures.emplace_back(figure, matrix, [this, figure](const Table& data) { made(figure, data); });
  }

  void add_to(Pool& pool) {
    for (auto& figure : figures) figure.add_to(pool);
  }

 private:
  void made(const FigureSpec& figure, Table data) {
    const auto text = as_csv(data);
    if (matrix.store) matrix.store->put_derived(figure_key(figure), build_info().fingerprint, text);
    if (!folder.empty()) return write(figure, text);
    data.caption = fmt::format("{}/{}  {}", figure.paper, figure.item, figure.title);
    printer(printed(data, format));
  }

  void write(const FigureSpec& figure, const std::string& data) {
    const auto out = output_folder(folder, figure.paper);
    const auto path = out / (figure.item + ".csv");
    const auto header = data.substr(0, data.find('\n') + 1);
    write_csv(path, beginning_with(header, "this figure's table"), data, table_columns(figure));
    write_description(figure, out / (figure.item + ".json"));
    printer.note(fmt::format("{}/{}: {}", figure.paper, figure.item, path.string()));
  }

  fs::path folder;  // empty: they are printed
  TableFormat format;
  const MatrixOptions& matrix;
  Printer printer;
  std::list<FigureTasks> figures;  // which their tasks point to
};

/// A paper that is being judged: its tables and claims are printed as soon as all of one is measured.
class Judgement {
 public:
  Judgement(Selection selection, Laboratory& laboratory, const Options& options, TableFormat table_format,
            Printer printer_)
      : chosen(std::move(selection)), lab(laboratory), full(options.full), format(table_format), printer(printer_) {
    tables.resize(chosen.tables.size());
  }

  std::vector<Laboratory::Request> requests() {
    std::vector<Laboratory::Request> out;
    for (std::size_t i = 0; i < tables.size(); ++i)
      out.push_back({needs(chosen.tables[i], full), [this, i] { return judge_table(i); }});
    if (!chosen.claims.empty())
      out.push_back({needs(chosen.claims, full), [this] {
                       judge_claims();
                       return std::vector<const Quantity*>{};
                     }});
    return out;
  }

  /// Adds what was judged, and what was not because of Ctrl-C.
  void add_to(Findings& findings) {
    for (std::size_t i = 0; i < tables.size(); ++i)
      if (!tables[i].done) finish(i);
    if (!chosen.claims.empty() && claims.empty()) judge_claims();
    for (auto& table : tables) findings.tables.push_back(std::move(table.entries));
    for (auto& spec : chosen.tables) findings.specs.push_back(std::move(spec));
    for (auto& claim : claims) findings.claims.push_back(std::move(claim));
  }

 private:
  struct Judged {
    std::vector<JudgedEntry> entries = {};
    bool done = false, with_twins = false;
  };

  std::vector<const Quantity*> judge_table(std::size_t i) {
    auto& table = tables[i];
    if (!table.with_twins) {
      table.with_twins = true;
      const auto twins = twins_needed(chosen.tables[i], judged(chosen.tables[i], lab, full));
      if (!twins.empty()) return twins;
    }
    finish(i);
    return {};
  }

  void finish(std::size_t i) {
    auto& table = tables[i];
    table.entries = judged(chosen.tables[i], lab, full);
    judge_by_twins(chosen.tables[i], table.entries, lab);
    table.done = true;
    if (!is_data(format)) printer(printed(chosen.tables[i], table.entries, format));
  }

  void judge_claims() {
    claims = judged(chosen.claims, lab, full);
    if (!is_data(format)) printer(printed(claims, format));
  }

  Selection chosen;
  Laboratory& lab;
  bool full;
  TableFormat format;
  Printer printer;
  std::vector<Judged> tables;
  std::vector<JudgedClaim> claims;
};

std::vector<std::string> papers_of(const Options& options) {
  if (options.wanted.empty()) return paper_keys();
  return {options.wanted.substr(0, options.wanted.find('/'))};
}

std::string item_of(const Options& options) {
  const auto slash = options.wanted.find('/');
  return slash == std::string::npos ? "" : options.wanted.substr(slash + 1);
}

Exit without_numbers(const Options& options, TableFormat format, std::size_t figures) {
  const bool drawn = !item_of(options).empty() || !options.out.empty();
  if (drawn && figures != 0) return Exit::ok;
  note(fmt::format("{} has figures only: name one (plumb show paper {}), or write them all with --out", options.wanted,
                   options.wanted));
  if (format == TableFormat::json) print("[]\n");
  return Exit::nothing_measured;
}

Exit reproduce(const Options& options) {
  const auto format = table_format(options.json ? "json" : options.format);
  std::optional<Store> store;
  if (!options.store.empty()) store.emplace(options.store);
  StatusLine status(stderr_is_terminal());
  MatrixOptions matrix;
  matrix.jobs = options.jobs;
  matrix.store = store ? &*store : nullptr;
  if (stderr_is_terminal()) matrix.progress_interval = 0.25;
  matrix.progress = [&](const std::string& line) { status.show(line); };
  Laboratory laboratory(matrix);
  const Printer printer{status};
  Drawing drawing(options, format, matrix, printer);
  std::list<Judgement> judgements;  // which their requests point to
  std::vector<Laboratory::Request> requests;
  std::size_t figures = 0;
  for (const auto& key : papers_of(options)) {
    const auto paper = paper_named(key);
    if (!paper.note.empty()) note(paper.note);
    auto selection = selected(paper, item_of(options));
    figures += selection.figures.size();
    if (!options.out.empty() || !item_of(options).empty())
      for (const auto& figure : selection.figures) drawing.add(figure);
    auto& judgement = judgements.emplace_back(std::move(selection), laboratory, options, format, printer);
    for (auto& request : judgement.requests()) requests.push_back(std::move(request));
  }
  if (figures != 0 && !options.out.empty()) say_how_to_draw(options.out);
  laboratory.serve(std::move(requests), [&](Pool& pool) { drawing.add_to(pool); });
  status.clear();
  Findings findings;
  for (auto& judgement : judgements) judgement.add_to(findings);
  if (findings.specs.empty() && findings.claims.empty())
    return laboratory.interrupted() ? Exit::interrupted : without_numbers(options, format, figures);
  print(is_data(format) ? as_data(findings, format) : printed_summary(findings, format));
  if (laboratory.interrupted()) return Exit::interrupted;
  if (findings.incomplete()) return Exit::nothing_measured;
  return findings.differs() ? Exit::verdict_failed : Exit::ok;
}

}  // namespace

void add_reproduce(CLI::App& app, Exit& exit) {
  auto options = std::make_shared<Options>();
  auto* verb = app.add_subcommand("reproduce", "published numbers beside measured ones, with ratio and verdict");
  verb->add_option(
          "item", options->wanted,
          "PAPER or PAPER/ITEM: table-N, figure-N, claims or another of `plumb show paper`; without one every paper")
      ->type_name("PAPER[/ITEM]");
  add_format(*verb, options->format);
  add_json(*verb, options->json, "an array, one object a number or claim");
  verb->add_flag("--full", options->full, "also the rows that take minutes");
  add_store(*verb, options->store, "what it holds is not run again");
  add_jobs(*verb, options->jobs);
  add_out(*verb, options->out, "the data of figures, in the folder PATH/PAPER");
  verb->footer(examples);
  verb->callback([options, &exit] { exit = reproduce(*options); });
}

}  // namespace plumb
