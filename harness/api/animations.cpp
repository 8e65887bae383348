#include "harness/api/animations.hpp"

#include <algorithm>

#include "harness/api/animation.hpp"
#include "harness/api/cell_files.hpp"
#include "harness/api/study_run.hpp"
#include "harness/cell/resolve.hpp"

namespace plumb {
namespace {

/// Returns the cell of the second run: without a reference, and with as many samples as a film requires.
ResolvedCell run_for_film(const ResolvedCell& cell) {
  auto text = cell.text();
  text.reference = ReferenceChoice::none;
  text.samples = static_cast<int>(states_for_film(cell));
  return resolve(text);
}

}  // namespace

Animations::Animations(const std::filesystem::path& target, const Cells& cells) {
  files_ = files_of_cells(target, cells, ".svg");
  for (std::size_t i = 0; i < cells.size(); ++i) {
    check_animation_file(files_[i]);
    const auto cell = cells[i];
    if (!has_picture(cell)) {
      const auto line = without_picture(cell);
      if (std::ranges::find(notes_, line) == notes_.end()) notes_.push_back(line);
      continue;
    }
    auto run = run_for_film(cell);
    auto& drawn = drawn_[run.id()];
    if (drawn.empty()) runs_.push_back(std::move(run));
    drawn.push_back({i, caption_of(cell)});
  }
}

Ending Animations::write(Conduct conduct) const {
  if (runs_.empty()) return {};
  conduct.store.clear();
  conduct.states = [this](const ResolvedCell& cell, const RunResult& result, const SampledStates& states) {
    for (const auto& [file, caption] : drawn_.at(cell.id()))
      write_animation(files_[file], cell, result, states, caption);
  };
  return run_each(Cells(runs_), conduct, {});
}

}  // namespace plumb
