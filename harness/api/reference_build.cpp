#include "harness/api/reference_build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/cell/named_file.hpp"
#include "harness/run/kept_references.hpp"
#include "problems/catalogue.hpp"
#include "reference/certified.hpp"
#include "reference/output_fit.hpp"
#include "reference/output_record_json.hpp"
#include "reference/reference_cache.hpp"
#include "reference/refined_motion.hpp"
#include "reference/solution.hpp"
#include "text/file_text.hpp"
#include "text/json_lines.hpp"
#include "text/mistakes.hpp"
#include "text/output_file.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

FileKind stored_values(const Problem& problem) {
  return beginning_with(fmt::format("{{\n  \"schema\": 1,\n  \"problem\": \"{}\",\n", problem.name),
                        fmt::format("a file of `plumb reference build {}`", problem.name));
}

/// Returns the command that computes the outputs up to this time.
std::string command(const Problem& problem, const std::string& t_end) {
  const bool whole = number_from_text<quad>(t_end) == number_from_text<quad>(problem.t_end);
  return fmt::format("plumb reference build {}{}", problem.name, whole ? "" : " --t-end " + t_end);
}

/// Returns the records in the file that must be preserved: for other parameter values than `record`, and of the current
/// version of the problem.
std::vector<OutputRecord> others_in(const fs::path& file, const FormulatedProblem& subject,
                                    const OutputRecord& record) {
  if (!fs::exists(file)) return {};
  auto out = output_records_from_text(file_text(file.string(), "stored outputs"));
  const auto content = content_of_problem(subject.problem);
  std::erase_if(out, [&](const OutputRecord& one) { return one.data == record.data || one.content != content; });
  return out;
}

std::shared_ptr<const RefinedMotion> motion_of(const Problem& problem, const Parameters& data,
                                               std::optional<double> work) {
  const auto routes = refined_routes(problem);
  if (work)
    return std::make_shared<const RefinedMotion>(
        problem, data, routes, goal_of_outputs(problem, data, *work),
        fmt::format("by the digits of outputs, with {} times the steps", *work));
  if (auto motion = RefinedMotion::of_any_build(problem, data, routes)) return motion;
  throw UsageError(fmt::format(
      "reference build: the cache has no motion of {} that this build can reproduce; compute it without this option",
      problem.name));
}

/// Returns whether outputs are stored for the problem: if its reference is refined, and if it belongs to the catalogue.
bool stores_outputs(const FormulatedProblem& subject) {
  return !names_file(subject.problem.name) && is_refined(subject.problem, subject.data);
}

/// Returns `data`/outputs/PROBLEM.json; `data`/PROBLEM/outputs.json if that folder exists, as in problems/.
fs::path outputs_file(const Problem& problem, const fs::path& data) {
  const auto own = data / problem.name;
  return fs::is_directory(own) ? own / "outputs.json" : data / "outputs" / fmt::format("{}.json", problem.name);
}

/// Creates the folder, and throws the errors of `write_outputs` before the computation.
void check_outputs_file(const FormulatedProblem& subject, const fs::path& data) {
  if (!fs::is_directory(data / subject.problem.name)) output_folder(data, "outputs");
  check_output(outputs_file(subject.problem, data), stored_values(subject.problem));
}

/// Writes the record to the file, and preserves the records for other parameter values of the problem. The record for
/// the default values comes first.
void write_outputs(const FormulatedProblem& subject, OutputRecord record, const fs::path& data) {
  const auto& problem = subject.problem;
  const auto file = outputs_file(problem, data);
  auto records = others_in(file, subject, record);
  records.push_back(std::move(record));
  const auto standard = physical_data(problem, Parameters(problem.parameters, {})).canonical();
  std::ranges::stable_partition(records, [&](const OutputRecord& one) { return one.data == standard; });
  Json list = Json::array();
  for (const auto& one : records) list.push_back(to_json(one));
  const Json json = {{"schema", 1},
                     {"problem", problem.name},
                     {"title", problem.title},
                     {"source", problem.source},
                     {"made_by", command(problem, list.front().at("t_end"))},
                     {"units", "SI; digits are counted from the scale of an output"},
                     {"packing", packing_in_words()},
                     {"records", list}};
  write_file(file, stored_values(problem), json_lines(json));
}

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

  Built(FormulatedProblem of, const BuildRequest& request)
      : subject(std::move(of)), outputs(stores_outputs(subject)), t_end(request.t_end) {
    if (!t_end.empty() && !request.out.empty() && !outputs)
      throw UsageError(
          "reference build: --t-end is not allowed with --out, because stored values cover the horizon of the problem");
    const auto& problem = subject.problem;
    if (!t_end.empty() && !(number_from_text<quad>(t_end) > problem.begin<quad>()))
      throw out_of_range("reference build: --t-end {} is not after {} s, where {} begins", t_end, problem.t_begin,
                         problem.name);
    if (!request.out.empty() && (is_of_default_data(subject) || outputs)) folder = request.out;
    times = folder                  ? tenths(subject.problem)
            : request.t_end.empty() ? std::vector{std::string(subject.problem.t_end)}
                                    : std::vector{request.t_end};
    if (!request.out.empty() && !folder)
      throw UsageError(fmt::format(
          "reference build: '{}' is not allowed with --out, because only values for default data are stored; give '{}'",
          request.problem, subject.problem.name));
    if (!folder && !reference_cache())
      throw UsageError("reference build: there is no cache (PLUMB_CACHE=off, or no home directory); give --out FOLDER");
  }
  std::string place() const {
    if (folder && outputs) return outputs_file(subject.problem, *folder).string();
    return folder ? file_of(subject.problem, *folder).string() : reference_cache()->folder().string();
  }
};

/// Returns the step limit of a computation; nullopt if a cached motion is used instead (--kept).
std::optional<double> work_of(const BuildRequest& request) {
  return request.kept ? std::nullopt : std::optional(request.work);
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

std::vector<Built> all_to_build(const BuildRequest& request, const Conduct& conduct) {
  std::vector<Built> out;
  if (!request.problem.empty()) {
    out.emplace_back(formulated_problem(request.problem, ""), request);
    return out;
  }
  for (const auto& problem : problems()) {
    if (!has_reference(problem)) continue;
    auto subject = formulated_problem(problem.name, "");
    if (!stores_outputs(subject))
      out.emplace_back(std::move(subject), request);
    else if (conduct.note)
      conduct.note(
          fmt::format("skipped {}: refining its reference may take hours; name the problem to build it", problem.name));
  }
  return out;
}

}  // namespace

BuiltReferences built_references(const BuildRequest& request, const Conduct& conduct,
                                 const std::function<void(const std::string&, const ExpectedSeconds&)>& announced) {
  if (!request.out.empty()) {
    std::error_code error;
    fs::create_directories(request.out, error);
  }
  BuiltReferences out;
  out.table.columns = {{"problem"}, {"records", Align::right}, {"digits", Align::right}, {"file"}};
  TitledPieces pieces;
  const auto all = all_to_build(request, conduct);
  for (const auto& built : all)
    pieces.emplace_back(built.subject.problem.name, built.outputs && built.folder
                                                        ? piece_of_outputs(built, work_of(request), out.table)
                                                        : piece_of(built, out.table));
  // The motion of a long refinement exceeds the usual size limit of the cache, but must be cached, so that it survives
  // a stop.
  constexpr std::uintmax_t of_outputs = std::uintmax_t{1} << 36;
  if (std::ranges::any_of(all, [](const Built& built) { return built.outputs && built.folder; }))
    keep_references(of_outputs);
  const auto expected = [&](std::size_t i) {
    return all[i].outputs && all[i].folder ? ExpectedSeconds()
                                           : expected_seconds_of_records(all[i].subject, all[i].times);
  };
  const auto estimated = [&](std::size_t i, const ExpectedSeconds& seconds) { announced(pieces[i].first, seconds); };
  out.ending =
      deliver_pieces(pieces, {.noun = "problem", .expected_seconds = expected, .estimated = estimated}, conduct);
  return out;
}

OutputRecord outputs_of(const FormulatedProblem& subject, const std::string& t_end, std::optional<double> work) try {
  Problem problem = subject.problem;
  if (!t_end.empty()) problem.t_end = t_end;
  const auto data = physical_data(problem, subject.data);
  return record_of_outputs(*motion_of(problem, data, work), problem, data);
} catch (const MotionUnknown& e) {
  throw UsageError(fmt::format("{}: {}", subject.problem.name, e.what()));
}

}  // namespace plumb
