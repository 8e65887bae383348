#include "harness/api/reference_build.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <utility>

#include "reference/certified.hpp"
#include "reference/solution.hpp"
#include "text/exit_codes.hpp"
#include "text/selector.hpp"
#include "text/table.hpp"

namespace plumb {
namespace {

/// Applies a function to (problem, data, formulation). Converts std::invalid_argument, which a user can correct, to
/// UsageError.
template <class Ask>
auto of_reference(const FormulatedProblem& subject, Ask ask) {
  try {
    return ask(subject.problem, subject.data, subject.formulation);
  } catch (const std::invalid_argument& e) {
    throw UsageError(fmt::format("{}: {}", subject.problem.name, e.what()));
  }
}

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

std::string shown_text(const Shown& of, const Formulation& formulation) {
  const auto& [record, lost_at, refined, least_digits] = of;
  auto table = value_table(record);
  table.caption = fmt::format("{}({}) {} at t = {} s", record.problem, record.data, formulation.name, record.t);
  const auto when = lost_at ? fmt::format("from t = {:.4g} s on", *lost_at) : "at this time";
  const auto none = fmt::format("none; the motion has fewer than {} correct digits {}", least_digits, when);
  table.notes = {"routes: " + (record.routes.empty() ? none : fmt::format("{}", fmt::join(record.routes, ", "))),
                 meaning_of_digits(refined)};
  return as_text(table);
}

Json shown_json(const Shown& of, const Formulation& formulation) {
  auto out = to_json(of.record);
  out["formulation"] = formulation.name;
  if (of.refined) out["refined"] = true;
  if (of.lost_at) out["reference_until"] = *of.lost_at;
  return out;
}

}  // namespace

std::vector<ReferenceRecord> certified_records(const FormulatedProblem& subject,
                                               const std::vector<std::string>& times) {
  return of_reference(subject, [&](const auto&... of) { return certified(of..., times); });
}

ExpectedSeconds expected_seconds_of_records(const FormulatedProblem& subject, const std::vector<std::string>& times) {
  return of_reference(subject, [&](const auto&... of) { return expected_certification_seconds(of..., times); });
}

RecordsPage records_page(const RecordsRequest& request, const Conduct& conduct,
                         const std::function<void(const std::string&, const ExpectedSeconds&)>& announced) {
  const auto subject = formulated_problem(request.problem, request.formulation);
  std::vector<std::string> times;
  for (const auto& list : request.times)
    for (const auto& t : expand_numbers(list)) times.push_back(t);
  if (times.empty()) times.emplace_back(subject.problem.t_end);
  RecordsPage out;
  const Piece piece = [&]() -> std::function<void()> {
    std::vector<Shown> all;
    for (auto& record : certified_records(subject, times)) all.push_back(shown(subject, std::move(record)));
    return [&, all] {
      Json list = Json::array();
      for (const auto& one : all) {
        out.text += (list.empty() ? "" : "\n") + shown_text(one, subject.formulation);
        list.push_back(shown_json(one, subject.formulation));
      }
      out.json = list.size() == 1 ? list.front() : list;
    };
  };
  out.ending = deliver_pieces(
      {{subject.problem.name, piece}},
      {.noun = "problem",
       .expected_seconds = [&](std::size_t) { return expected_seconds_of_records(subject, times); },
       .estimated = [&](std::size_t, const ExpectedSeconds& expected) { announced(subject.problem.name, expected); }},
      conduct);
  return out;
}

}  // namespace plumb
