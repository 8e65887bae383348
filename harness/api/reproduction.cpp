// A paper's tables and claims beside what this build measures (api.hpp).

#include <list>

#include "harness/api/api.hpp"
#include "harness/api/conducted.hpp"
#include "harness/api/judgement.hpp"
#include "harness/api/paper_selection.hpp"
#include "harness/paper/laboratory.hpp"

namespace plumb {

Json reproduce(const std::string& wanted, bool full, const Conduct& conduct, Ending& ending) {
  const Conducted conducted(conduct);
  Laboratory laboratory(conducted.options);
  std::string text;
  const auto tell = [&text](std::string_view part) { text += part; };
  std::list<Judgement> judgements;  // which their requests point to
  for (const auto& key : papers_asked(wanted)) {
    auto selection = selected(paper_named(key), item_asked(wanted));
    judgements.emplace_back(std::move(selection.tables), std::move(selection.claims), laboratory, full,
                            TableFormat::text, tell);
  }
  for (auto& judgement : judgements) laboratory.serve(judgement.requests());
  ending = laboratory.stop();
  Findings findings;
  for (auto& judgement : judgements) {
    if (ending.stopped()) judgement.show_unfinished();
    judgement.add_to(findings);
  }
  return {{"items", Json::parse(as_data(findings, TableFormat::json))},
          {"text", text + printed_summary(findings, TableFormat::text)}};
}

}  // namespace plumb
