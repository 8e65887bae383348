#include "harness/api/outputs_build.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/cell/named_file.hpp"
#include "reference/output_fit.hpp"
#include "reference/output_record_json.hpp"
#include "reference/refined_motion.hpp"
#include "reference/solution.hpp"
#include "text/file_text.hpp"
#include "text/json_lines.hpp"
#include "text/output_file.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

FileKind outputs_of_problem(const Problem& problem) {
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

}  // namespace

bool stores_outputs(const FormulatedProblem& subject) {
  return !names_file(subject.problem.name) && is_refined(subject.problem, subject.data);
}

fs::path outputs_file(const Problem& problem, const fs::path& data) {
  const auto own = data / problem.name;
  return fs::is_directory(own) ? own / "outputs.json" : data / "outputs" / fmt::format("{}.json", problem.name);
}

OutputRecord outputs_of(const FormulatedProblem& subject, const std::string& t_end, std::optional<double> work) try {
  Problem problem = subject.problem;
  if (!t_end.empty()) problem.t_end = t_end;
  const auto data = physical_data(problem, subject.data);
  return record_of_outputs(*motion_of(problem, data, work), problem, data);
} catch (const MotionUnknown& e) {
  throw UsageError(fmt::format("{}: {}", subject.problem.name, e.what()));
}

void check_outputs_file(const FormulatedProblem& subject, const fs::path& data) {
  if (!fs::is_directory(data / subject.problem.name)) output_folder(data, "outputs");
  check_output(outputs_file(subject.problem, data), outputs_of_problem(subject.problem));
}

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
  write_file(file, outputs_of_problem(problem), json_lines(json));
}

}  // namespace plumb
