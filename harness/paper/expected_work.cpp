#include "harness/paper/expected_work.hpp"

#include "contract/stop.hpp"
#include "harness/paper/analysed.hpp"
#include "harness/paper/figure_data.hpp"
#include "harness/paper/figure_kind.hpp"
#include "harness/paper/reading.hpp"
#include "harness/run/build_info.hpp"

namespace plumb {

std::string PaperEstimate::time_source() const {
  return is_measured() ? "measured, from the paper file" : "sizes of systems and numbers of steps";
}

Json to_json(const PaperEstimate& e, int jobs) {
  Json out = {{"paper", e.paper}};
  out.update(to_json(e.runs, jobs));
  out["core_seconds"] = e.seconds();
  out["source"] = e.time_source();
  out["analyses"] = e.analyses;
  out["analysis_seconds"] = e.analysis_seconds;
  out["measured_seconds"] = number_or_null(e.measured_seconds);
  return out;
}

void ExpectedWork::add(const std::vector<const Quantity*>& quantities) {
  for (const auto* quantity : quantities) {
    stopping_point();
    if (known_.insert(quantity->key()).second) add(*quantity);
  }
}

void ExpectedWork::add(const Quantity& quantity) {
  const bool is_read = Reading::reads(quantity.kind) && !is_final_output(quantity);
  if (source_of(quantity.kind) == QuantitySource::analysis) {
    if (is_derived(quantity.key())) return;
    ++analyses_;
    analysis_seconds_ += expected_seconds_of_analysis(quantity);
  } else if (is_read && is_derived(quantity.key())) {
    runs_.try_emplace(quantity.cells.front().id(), Run{&quantity.cells.front()});
  } else {
    for (const auto& cell : quantity.cells) add(cell, is_read);
  }
}

void ExpectedWork::add(const FigureSpec& figure, bool is_known) {
  for (const auto* cell : runs_of(figure))
    if (is_known)
      runs_.try_emplace(cell->id(), Run{cell});
    else
      add(*cell, needs_states(figure));
  if (is_known || figure.kind->curve_of != CurveOf::analysis) return;
  analyses_ += figure.curves.size();
  analysis_seconds_ += static_cast<double>(figure.curves.size()) * expected_seconds_of_curve(figure);
}

void ExpectedWork::add(const ResolvedCell& cell, bool with_samples) {
  auto& run = runs_.try_emplace(cell.id(), Run{&cell}).first->second;
  (with_samples ? run.needs_samples : run.needs_result) = true;
}

bool ExpectedWork::is_derived(const std::string& key) const {
  return store_ && store_->derived(key, build_info().fingerprint);
}

PaperEstimate ExpectedWork::estimate() const {
  std::vector<ResolvedCell> cells;
  std::vector<bool> is_stored;
  for (const auto& [id, run] : runs_) {
    cells.push_back(*run.cell);
    is_stored.push_back(!run.needs_samples && (!run.needs_result || (store_ && is_in(*store_, id))));
  }
  PaperEstimate out;
  out.runs = plumb::estimate(Cells(std::move(cells)), [&](std::size_t place) { return is_stored[place]; });
  out.analyses = analyses_;
  out.analysis_seconds = analysis_seconds_;
  return out;
}

}  // namespace plumb
