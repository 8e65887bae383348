// plumb reference show prints a problem's state at a time, with its certified digits.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "harness/cli/axes.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/reference_options.hpp"
#include "harness/cli/work.hpp"
#include "reference/solution.hpp"
#include "text/selector.hpp"
#include "text/table.hpp"

namespace plumb {
namespace {

struct ShowOptions {
  std::string problem, formulation;
  std::vector<std::string> at;
  std::optional<double> timeout;
  bool json = false;
};

constexpr const char* reference_show_examples = R"(Examples:
  plumb reference show pendulum
  plumb reference show 'pendulum(rate=2)' -f index3 --at 1,2,5
  plumb reference show spinning-top --at 1/3 --json)";

/// A certified state, and facts about its digits.
struct Shown {
  ReferenceRecord record;
  std::optional<double> lost_at;  // time [s] at which the reference lost its digits, if it is earlier than the state's
  bool refined = false;           // true: the reference is refined, not certified
  int least_digits = meaningful_digits;  // number of digits below which the reference counts as lost
};

Shown shown(const FormulatedProblem& subject, ReferenceRecord record) {
  Shown out{std::move(record), {}};
  try {
    const auto known = solution(subject.problem, subject.data);
    out.refined = known->refined() || known->stored();
    if (out.refined) out.least_digits = known->least_digits();
    if (out.record.routes.empty())
      out.lost_at = static_cast<double>(known->holds_until(number_from_text<quad>(out.record.t), out.least_digits));
  } catch (const std::invalid_argument&) {  // a closed form does not support these data
  }
  return out;
}

std::vector<Shown> shown(const FormulatedProblem& subject, const std::vector<std::string>& times) {
  std::vector<Shown> out;
  for (auto& record : certified_records(subject, times)) out.push_back(shown(subject, std::move(record)));
  return out;
}

std::string meaning_of_digits(bool refined) {
  return fmt::format(
      "digits: {}, counted from the larger of the value and its largest magnitude over the motion; "
      "two more digits are printed",
      refined ? "digits in which two integrations agree; their steps were halved until no further digits agreed"
              : "certified");
}

Table value_table(const ReferenceRecord& record) {
  Table table{.columns = {{"quantity"}, {"value"}, {"digits", Align::right}}, .rows = {}};
  for (const auto& [name, value] : record.values)
    table.rows.push_back({name, decimal(value), Entry::count(value.digits)});
  return table;
}

std::string text(const Shown& of, const Formulation& formulation) {
  const auto& [record, lost_at, refined, least_digits] = of;
  auto table = value_table(record);
  table.caption = fmt::format("{}({}) {} at t = {} s", record.problem, record.data, formulation.name, record.t);
  const auto when = lost_at ? fmt::format("from t = {:.4g} s on", *lost_at) : "at this time";
  const auto none = fmt::format("none; the motion has fewer than {} correct digits {}", least_digits, when);
  table.notes = {"routes: " + (record.routes.empty() ? none : fmt::format("{}", fmt::join(record.routes, ", "))),
                 meaning_of_digits(refined)};
  return as_text(table);
}

void print_records(const std::vector<Shown>& records, const Formulation& formulation, bool json) {
  if (!json) {
    for (const auto& record : records) print((&record == &records.front() ? "" : "\n") + text(record, formulation));
    return;
  }
  Json all = Json::array();
  for (const auto& of : records) {
    all.push_back(to_json(of.record));
    all.back()["formulation"] = formulation.name;
    if (of.refined) all.back()["refined"] = true;
    if (of.lost_at) all.back()["reference_until"] = *of.lost_at;
  }
  print_json(all.size() == 1 ? all.front() : all);
}

Exit show(const ShowOptions& options) {
  const auto subject = formulated_problem(options.problem, options.formulation);
  std::vector<std::string> times;
  for (const auto& list : options.at)
    for (const auto& t : expand_numbers(list)) times.push_back(t);
  if (times.empty()) times.emplace_back(subject.problem.t_end);
  const Piece piece = [&] {
    return [&, records = shown(subject, times)] { print_records(records, subject.formulation, options.json); };
  };
  const auto expected = [&](std::size_t) { return expected_seconds_of_records(subject, times); };
  return work({{subject.problem.name, piece}},
              {.noun = "problem", .timeout = options.timeout, .expected_seconds = expected});
}

}  // namespace

void add_reference_show(CLI::App& reference, Exit& exit) {
  auto& verb = *reference.add_subcommand("show", "state at a time with its certified digits");
  auto options = std::make_shared<ShowOptions>();
  verb.add_option("PROBLEM", options->problem, "a problem, optionally with parameters: 'pendulum(rate=2)'")->required();
  verb.add_option("-f,--formulation", options->formulation,
                  "formulation: its coordinates; default: the problem's first")
      ->type_name("NAME");
  add_values(verb, "--at", options->at, "T", "time [s]: several separated by commas; default: the problem's horizon");
  add_total_timeout(verb, options->timeout);
  add_json(verb, options->json, "one object, or an array for several times");
  verb.footer(reference_show_examples);
  verb.callback([options, &exit] { exit = show(*options); });
}

}  // namespace plumb
