// plumb reference build computes references before runs need them. It caches them for later runs, or with --out writes
// stored values, one file for each problem.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "harness/cell/named_file.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/outputs_build.hpp"
#include "harness/cli/reference_options.hpp"
#include "harness/cli/work.hpp"
#include "harness/run/kept_references.hpp"
#include "problems/catalogue.hpp"
#include "reference/certified.hpp"
#include "reference/reference_cache.hpp"
#include "reference/solution.hpp"
#include "text/json_lines.hpp"
#include "text/mistakes.hpp"
#include "text/output_file.hpp"
#include "text/table.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

struct BuildOptions {
  std::string problem, folder, t_end;
  std::optional<double> timeout;
  double work = 30;  // step limit of a refined reference, as a multiple of the limit in runs
  bool kept = false, json = false;
};

constexpr const char* reference_build_examples = R"(Examples:
  plumb reference build                    every problem with a certified reference, default data, tenths of its horizon
  plumb reference build 'two-link(rate1=2)' --t-end 20
  plumb reference build pendulum --out /tmp
  plumb reference build shaft --out /tmp   outputs/shaft.json: outputs over time, of a reference that is refined
  plumb reference build shaft --t-end 0 --out /tmp         the same up to t = 0

Computed references are cached (PLUMB_CACHE in plumb --help), so later runs begin at once. With --out, the values of
default data are also written to FOLDER/PROBLEM.json: with their certified digits, the routes that agree in them, and a
hash of the problem's data. If the reference of a problem is refined, --out writes its outputs over time to
FOLDER/outputs/PROBLEM.json, for other data too and up to --t-end; after a stop, the next call continues. A file is
replaced if it is empty or holds stored values of the same problem. If FOLDER/PROBLEM is a folder, the files are
reference.json and outputs.json in it. So in a checkout, --out problems writes the values that the next build compiles
into the program.)";

/// Returns eleven equidistant times from the initial to the end time, with 15 significant digits.
std::vector<std::string> tenths(const Problem& problem) {
  const auto begin = problem.begin<quad>(), duration = number_from_text<quad>(problem.t_end) - begin;
  std::vector<std::string> times;
  for (int i = 0; i <= 10; ++i) times.push_back(fmt::format("{:.15g}", static_cast<double>(begin + i * duration / 10)));
  return times;
}

std::string units_of(const Problem& problem) {
  const auto none = [](const auto& quantity) { return quantity.unit == "-"; };
  return std::all_of(problem.outputs.begin(), problem.outputs.end(), none) ? "none, all is dimensionless" : "SI";
}

FileKind stored_values(const Problem& problem) {
  return beginning_with(fmt::format("{{\n  \"schema\": 1,\n  \"problem\": \"{}\",\n", problem.name),
                        fmt::format("a file of `plumb reference build {}`", problem.name));
}

fs::path file_of(const Problem& problem, const fs::path& folder) {
  const auto own = folder / problem.name;
  return fs::is_directory(own) ? own / "reference.json" : folder / fmt::format("{}.json", problem.name);
}

void write(const FormulatedProblem& subject, const std::vector<ReferenceRecord>& records, const fs::path& folder) {
  Json list = Json::array();
  for (const auto& record : records) list.push_back(to_json(record));
  const Json json = {{"schema", 1},
                     {"problem", subject.problem.name},
                     {"title", subject.problem.title},
                     {"source", subject.problem.source},
                     {"made_by", fmt::format("plumb reference build {}", subject.problem.name)},
                     {"formulation", subject.formulation.name},
                     {"units", units_of(subject.problem) + "; digits are counted from the larger of value and scale"},
                     {"records", list}};
  write_file(file_of(subject.problem, folder), stored_values(subject.problem), json_lines(json));
}

/// Returns whether the subject is a catalogue problem with default data. Only such problems have stored values.
bool is_of_default_data(const FormulatedProblem& subject) {
  return !names_file(subject.problem.name) &&
         subject.data.canonical() == Parameters(subject.problem.parameters, {}).canonical();
}

/// A reference to compute: the problem, the times, and the location of the results.
struct Built {
  FormulatedProblem subject;
  std::vector<std::string> times;
  std::optional<fs::path> folder;  // output folder; nullopt: the records are only cached
  bool outputs;                    // whether outputs over time are stored, up to `t_end`
  std::string t_end;               // end time; empty: the problem's default

  Built(FormulatedProblem of, const BuildOptions& options)
      : subject(std::move(of)), outputs(stores_outputs(subject)), t_end(options.t_end) {
    if (!t_end.empty() && !options.folder.empty() && !outputs)
      throw UsageError(
          "reference build: --t-end is not allowed with --out, because stored values cover the horizon of the problem");
    const auto& problem = subject.problem;
    if (!t_end.empty() && !(number_from_text<quad>(t_end) > problem.begin<quad>()))
      throw out_of_range("reference build: --t-end {} is not after {} s, where {} begins", t_end, problem.t_begin,
                         problem.name);
    if (!options.folder.empty() && (is_of_default_data(subject) || outputs)) folder = options.folder;
    times = folder                  ? tenths(subject.problem)
            : options.t_end.empty() ? std::vector{std::string(subject.problem.t_end)}
                                    : std::vector{options.t_end};
    if (!options.folder.empty() && !folder)
      throw UsageError(fmt::format(
          "reference build: '{}' is not allowed with --out, because only values for default data are stored; give '{}'",
          options.problem, subject.problem.name));
    if (!folder && !reference_cache())
      throw UsageError("reference build: there is no cache (PLUMB_CACHE=off, or no home directory); give --out FOLDER");
  }
  std::string place() const {
    if (folder && outputs) return outputs_file(subject.problem, *folder).string();
    return folder ? file_of(subject.problem, *folder).string() : reference_cache()->folder().string();
  }
};

/// Returns the step limit of a computation; nullopt if a cached motion is used instead (--kept).
std::optional<double> work_of(const BuildOptions& options) {
  return options.kept ? std::nullopt : std::optional(options.work);
}

/// Returns the task that computes and writes the stored outputs of a problem, and adds a row to the table. The row has
/// the number of digits at the end time.
Piece piece_of_outputs(const Built& built, std::optional<double> work, Table& table) {
  check_outputs_file(built.subject, *built.folder);
  return [built, work, &table] {
    return [built, &table, record = outputs_of(built.subject, built.t_end, work)] {
      write_outputs(built.subject, record, *built.folder);
      int digits = most_digits;
      for (const auto& output : record.outputs) digits = std::min(digits, output.digits.back().digits);
      table.rows.push_back({built.subject.problem.name, Entry::count(static_cast<std::int64_t>(record.outputs.size())),
                            Entry::count(digits), built.place()});
    };
  };
}

/// Returns the task that computes the certified states of a problem, writes them if there is an output folder, and adds
/// a row to the table.
Piece piece_of(const Built& built, Table& table) {
  if (built.folder) check_output(file_of(built.subject.problem, *built.folder), stored_values(built.subject.problem));
  return [built, &table] {
    return [built, &table, records = certified_records(built.subject, built.times)] {
      if (built.folder) write(built.subject, records, *built.folder);
      int digits = most_digits;
      for (const auto& record : records) digits = std::min(digits, fewest_digits(record));
      table.rows.push_back({built.subject.problem.name, Entry::count(static_cast<std::int64_t>(records.size())),
                            Entry::count(digits), built.place()});
    };
  };
}

std::vector<Built> all_to_build(const BuildOptions& options) {
  std::vector<Built> out;
  if (!options.problem.empty()) {
    out.emplace_back(formulated_problem(options.problem, ""), options);
    return out;
  }
  for (const auto& problem : problems()) {
    if (!has_reference(problem)) continue;
    auto subject = formulated_problem(problem.name, "");
    if (stores_outputs(subject))
      note(
          fmt::format("skipped {}: refining its reference may take hours; name the problem to build it", problem.name));
    else
      out.emplace_back(std::move(subject), options);
  }
  return out;
}

Exit build_all(const BuildOptions& options) {
  if (!options.folder.empty()) {
    std::error_code error;
    fs::create_directories(options.folder, error);
  }
  Table table{.columns = {{"problem"}, {"records", Align::right}, {"digits", Align::right}, {"file"}}, .rows = {}};
  std::vector<std::pair<std::string, Piece>> pieces;
  const auto all = all_to_build(options);
  for (const auto& built : all)
    pieces.emplace_back(built.subject.problem.name, built.outputs && built.folder
                                                        ? piece_of_outputs(built, work_of(options), table)
                                                        : piece_of(built, table));
  // The motion of a long refinement exceeds the usual size limit of the cache, but must be cached, so that it survives
  // a stop.
  constexpr std::uintmax_t of_outputs = std::uintmax_t{1} << 36;
  if (std::ranges::any_of(all, [](const Built& built) { return built.outputs && built.folder; }))
    keep_references(of_outputs);
  const auto cores = std::max(1U, std::thread::hardware_concurrency());
  const auto expected = [&](std::size_t i) {
    return all[i].outputs && all[i].folder ? ExpectedSeconds()
                                           : expected_seconds_of_records(all[i].subject, all[i].times);
  };
  const auto exit = work(
      pieces,
      {.noun = "problem", .timeout = options.timeout, .jobs = static_cast<int>(cores), .expected_seconds = expected});
  if (options.json)
    print_json(as_json(table));
  else
    print(as_text(table));
  return exit;
}

}  // namespace

void add_reference_build(CLI::App& reference, Exit& exit) {
  auto& verb = *reference.add_subcommand("build", "compute references before runs need them; write PROBLEM.json");
  auto options = std::make_shared<BuildOptions>();
  verb.add_option("PROBLEM", options->problem,
                  "a problem, with data: 'two-link(rate1=2)'; default: all that have a certified reference");
  add_out(verb, options->folder, "a folder of stored values; default: none are written");
  verb.add_option("--t-end", options->t_end, "horizon [s]; default: the problem's")->type_name("T");
  add_total_timeout(verb, options->timeout);
  verb.add_option("--work", options->work,
                  "how many times more steps than in a run a refined reference may take; default: 30")
      ->type_name("FACTOR")
      ->check(CLI::PositiveNumber);
  verb.add_flag(
      "--kept", options->kept,
      "write the outputs of a motion that any build has cached (PLUMB_CACHE), if this build reproduces its steps");
  add_json(verb, options->json, "an array with one object for each problem");
  verb.footer(reference_build_examples);
  verb.callback([options, &exit] { exit = build_all(*options); });
}

}  // namespace plumb
