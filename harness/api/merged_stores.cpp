#include "harness/api/merged_stores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "harness/api/requested_cells.hpp"
#include "harness/run/build_info.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

constexpr std::size_t most_named = 10;  // limit of the titles of cells without a result

CellsWithoutResult without_result_in(const std::string& target, const std::string& study) {
  const auto cells = cells_of(experiment_from_file(study)).cells;
  const Store store(target, Access::read_only);
  CellsWithoutResult out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto status = store.status(cells.id(i), build_info().fingerprint);
    if (status && !depends_on_the_machine(*status)) continue;
    if (out.count++ < most_named) out.first.push_back(title(cells[i].text()));
  }
  return out;
}

bool is_target(const MergeRequest& request, const std::string& input) {
  std::error_code error;
  return std::filesystem::equivalent(input, request.target, error);
}

void check_inputs(const MergeRequest& request, const Conduct& conduct) {
  const auto of_itself =
      std::ranges::count_if(request.inputs, [&](const auto& input) { return is_target(request, input); });
  if (of_itself == std::ssize(request.inputs))
    throw UsageError(
        fmt::format("merge: {} cannot be merged into itself; give other stores whose runs to add", request.target));
  if (of_itself != 0 && conduct.note)
    conduct.note(fmt::format("{} is both OUT and an input; its runs stay in it", request.target));
}

}  // namespace

MergedStores merged_stores(const MergeRequest& request, const Conduct& conduct) {
  check_inputs(request, conduct);
  MergedStores out;
  const Piece piece = [&]() -> std::function<void()> {
    const auto counts = merge_stores(request.target, {request.inputs.begin(), request.inputs.end()});
    std::optional<CellsWithoutResult> missing;
    if (!request.study.empty()) missing = without_result_in(request.target, request.study);
    return [&out, counts, missing] {
      out.counts = counts;
      out.missing = missing;
    };
  };
  out.ending = deliver_pieces({{request.target, piece}}, {.noun = "store"}, conduct);
  return out;
}

}  // namespace plumb
