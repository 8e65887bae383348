// plumb reproduce: a paper's numbers, claims and figures beside what this build measures.

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <memory>

#include "contract/stop.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/paper/figure_data.hpp"
#include "harness/paper/report.hpp"
#include "harness/run/build_info.hpp"
#include "harness/text/number_text.hpp"
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

/// Where the program that draws was installed with this one; empty: it was not.
std::string how_to_draw(const fs::path& data) {
  const auto root = shipped_root();
  const auto script = root ? *root / "scripts" / "figures.py" : fs::path();
  if (!root || !fs::exists(script)) return "";
  return fmt::format("to draw them: python3 {} --data {} --out FOLDER", script.string(), data.string());
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
    ++asked_for;
    if (folder.empty() && format == TableFormat::units) return show(units_csv(table_columns(figure)));
    if (!folder.empty()) output_folder(folder, figure.paper);  // refused now, not when all is done
    const auto known = matrix.store && !folder.empty()
                           ? matrix.store->derived(figure_key(figure), build_info().fingerprint)
                           : std::nullopt;
    if (known) return write(figure, *known);
    figures.emplace_back(figure, [this, figure](const Table& data) { made(figure, data); });
  }

  void add_to(CellService& cells) {
    for (auto& figure : figures) figure.add_to(cells);
  }

  std::size_t asked() const { return asked_for; }
  std::size_t ended() const { return handed_out; }

 private:
  void made(const FigureSpec& figure, Table data) {
    const auto text = as_csv(data);
    if (matrix.store) matrix.store->put_derived(figure_key(figure), build_info().fingerprint, text);
    if (!folder.empty()) return write(figure, text);
    data.caption = fmt::format("{}/{}  {}", figure.paper, figure.item, figure.title);
    show(printed(data, format));
  }

  void show(const std::string& data) {
    printer(data);
    ++handed_out;
  }

  void write(const FigureSpec& figure, const std::string& data) {
    const auto out = output_folder(folder, figure.paper);
    const auto path = out / (figure.item + ".csv");
    const auto header = data.substr(0, data.find('\n') + 1);
    write_csv(path, beginning_with(header, "this figure's table"), data, table_columns(figure));
    write_description(figure, out / (figure.item + ".json"));
    printer.note(fmt::format("{}/{}: {}", figure.paper, figure.item, path.string()));
    const auto hint = handed_out == 0 ? how_to_draw(folder) : "";
    if (!hint.empty()) printer.note(hint);
    ++handed_out;
  }

  fs::path folder;  // empty: they are printed
  TableFormat format;
  const MatrixOptions& matrix;
  Printer printer;
  std::list<FigureTasks> figures;  // which their tasks point to
  std::size_t asked_for = 0, handed_out = 0;
};

/// While it lives, nothing that takes long is begun on this thread: it ends at its first stopping point.
class NothingLong {
 private:
  const StopRequest stop_ = Status::interrupted;
  const Stoppable stoppable_{stop_};
};

/// After Ctrl-C: what there is, and not run what would have to be computed for it.
std::vector<JudgedEntry> judged_at_once(const TableSpec& table, Laboratory& lab, bool full) {
  const NothingLong guard;
  std::vector<JudgedEntry> out;
  for (const auto& entry : table.entries) {
    const TableSpec alone{table.paper, table.item, table.title, {entry}};
    try {
      auto result = judged(alone, lab, full);
      judge_by_twins(alone, result, lab);
      out.push_back(std::move(result.front()));
    } catch (const Stopped&) {
      out.push_back({.printed = entry.printed, .note = "interrupted", .incomplete = true});
    }
  }
  return out;
}

std::vector<JudgedClaim> judged_at_once(const std::vector<Claim>& claims, Laboratory& lab, bool full) {
  const NothingLong guard;
  std::vector<JudgedClaim> out;
  for (const auto& claim : claims) {
    try {
      out.push_back(judged(std::vector{claim}, lab, full).front());
    } catch (const Stopped&) {
      out.push_back({.claim = claim, .incomplete = true});
    }
  }
  return out;
}

bool has_result(const JudgedEntry& entry) { return entry.measured || entry.verdict != Verdict::not_run; }
bool has_result(const JudgedClaim& claim) {
  return std::any_of(claim.evidence.begin(), claim.evidence.end(),
                     [](const Evidence& e) { return e.outcome == Outcome::passed || e.outcome == Outcome::failed; });
}

template <class Judged>
bool any_result(const std::vector<Judged>& list) {
  return std::any_of(list.begin(), list.end(), [](const Judged& judged) { return has_result(judged); });
}

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

  /// Tables, and the claims as one.
  std::size_t asked() const { return tables.size() + (chosen.claims.empty() ? 0 : 1); }
  std::size_t ended() const {
    const auto done = std::count_if(tables.begin(), tables.end(), [](const Judged& table) { return table.done; });
    return static_cast<std::size_t>(done) + (claims.empty() ? 0 : 1);
  }

  /// Prints what has a result although Ctrl-C left its table or claims unfinished.
  void show_unfinished() {
    for (std::size_t i = 0; i < tables.size(); ++i) {
      if (tables[i].done) continue;
      tables[i].entries = judged_at_once(chosen.tables[i], lab, full);
      if (any_result(tables[i].entries)) show(i);
    }
    if (chosen.claims.empty() || !claims.empty()) return;
    claims = judged_at_once(chosen.claims, lab, full);
    if (any_result(claims)) show_claims();
  }

  /// Adds what was judged; of what Ctrl-C left unfinished, what has a result.
  void add_to(Findings& findings) {
    for (std::size_t i = 0; i < tables.size(); ++i) {
      if (!tables[i].shown) continue;
      findings.tables.push_back(std::move(tables[i].entries));
      findings.specs.push_back(std::move(chosen.tables[i]));
    }
    if (!claims_shown) return;
    for (auto& claim : claims) findings.claims.push_back(std::move(claim));
  }

 private:
  struct Judged {
    std::vector<JudgedEntry> entries = {};
    bool done = false, shown = false, with_twins = false;
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
    show(i);
  }

  void show(std::size_t i) {
    auto& table = tables[i];
    table.shown = true;
    if (!is_data(format)) printer(printed(chosen.tables[i], table.entries, format));
  }

  void judge_claims() {
    claims = judged(chosen.claims, lab, full);
    show_claims();
  }

  void show_claims() {
    claims_shown = true;
    if (!is_data(format)) printer(printed(claims, format));
  }

  Selection chosen;
  Laboratory& lab;
  bool full;
  TableFormat format;
  Printer printer;
  std::vector<Judged> tables;
  std::vector<JudgedClaim> claims;
  bool claims_shown = false;
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

/// What there is, and how much that is.
Exit interrupted(std::list<Judgement>& judgements, const Drawing& drawing, TableFormat format) {
  std::size_t asked = drawing.asked(), ended = drawing.ended(), judged = 0;
  Findings findings;
  for (auto& judgement : judgements) {
    asked += judgement.asked();
    ended += judgement.ended();
    judged += judgement.asked();
    judgement.show_unfinished();
    judgement.add_to(findings);
  }
  const bool any = !findings.specs.empty() || !findings.claims.empty();
  if (any || (judged != 0 && format == TableFormat::json))
    print(is_data(format) ? as_data(findings, format) : printed_summary(findings, format));
  note(fmt::format("interrupted; {} of {} ended", ended, counted(asked, "item")));
  return Exit::interrupted;
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
  laboratory.serve(std::move(requests), [&](CellService& cells) { drawing.add_to(cells); });
  status.clear();
  if (laboratory.interrupted()) return interrupted(judgements, drawing, format);
  Findings findings;
  for (auto& judgement : judgements) judgement.add_to(findings);
  if (findings.specs.empty() && findings.claims.empty()) return without_numbers(options, format, figures);
  print(is_data(format) ? as_data(findings, format) : printed_summary(findings, format));
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
