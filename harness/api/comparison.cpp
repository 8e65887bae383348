#include "harness/api/comparison.hpp"

#include <algorithm>
#include <utility>

#include "harness/api/conduct.hpp"
#include "harness/compare/arenas_on.hpp"

namespace plumb {
namespace {

CampaignPlan plan_of(const ComparisonRequest& request) {
  CampaignPlan out{.arenas = arenas_on(request.problems, request.quick),
                   .entrants = entrants(request.methods, request.beside)};
  if (request.quick) out.longest_run = 0.02;
  return out;
}

Campaign campaign_of(const ComparisonRequest& request, const Conduct& conduct) {
  constexpr double longest_cell = 60;  // limit of the time of a cell [s], if none is given
  const auto plan = plan_of(request);
  Conducted conducted(conduct);
  if (!conducted.options.cell_timeout) conducted.options.cell_timeout = longest_cell;
  return run_campaign(plan, conducted.options);
}

bool any_ended_well(const Campaign& campaign, std::size_t entrant) {
  for (const auto& track : campaign.tracks)
    if (track.entrant == entrant)
      for (const auto* rung : runs_of(track))
        if (rung->result->status == Status::ok) return true;
  return false;
}

}  // namespace

ComparedMethods::ComparedMethods(const ComparisonRequest& request, const Conduct& conduct)
    : request_(request),
      command_(command_of(request)),
      campaign_(campaign_of(request, conduct)),
      ending_{campaign_.interrupted, campaign_.timed_out} {
  if (ending_.stopped()) return;
  standings_.emplace(campaign_);
  const auto& all = campaign_.plan.entrants;
  for (std::size_t e = 0; e < all.size(); ++e)
    if (all[e].role == Role::judged) judged_.push_back({e});
}

PiecesEnding ComparedMethods::time(const Conduct& conduct) {
  if (!request_.timed) return {};
  auto one_at_a_time = conduct;
  one_at_a_time.jobs = 1;
  one_at_a_time.cell_timeout = {};
  TitledPieces pieces;
  for (auto& one : judged_)
    pieces.emplace_back("times", [&]() -> std::function<void()> {
      return [&one, seconds = timed_at_equal_accuracy(*standings_, one.entrant)] { one.seconds = seconds; };
    });
  return deliver_pieces(pieces, {.noun = "method"}, one_at_a_time);
}

Subjects ComparedMethods::subjects(std::size_t page) const {
  return {*standings_, judged_[page].entrant, judged_[page].seconds, command_};
}

std::string ComparedMethods::page(std::size_t page, TableFormat format) const {
  return page_text(sections_of(subjects(page)), format);
}

Json ComparedMethods::picture(std::size_t page) const { return picture_json(subjects(page)); }

std::string ComparedMethods::short_name_of(std::size_t page) const {
  return short_name(campaign_.plan.entrants[judged_[page].entrant].spec);
}

Json ComparedMethods::json() const {
  Json methods = Json::array();
  for (std::size_t page = 0; page < pages(); ++page) methods.push_back(comparison_json(subjects(page)));
  return {{"methods", std::move(methods)}, {"runs", as_json(run_table(campaign_))}};
}

Table ComparedMethods::runs_with_provenance() const {
  return with_provenance(run_table(campaign_), campaign_.plan, command_);
}

bool ComparedMethods::all_measured() const {
  return std::ranges::all_of(judged_, [&](const Judged& one) { return any_ended_well(campaign_, one.entrant); });
}

}  // namespace plumb
