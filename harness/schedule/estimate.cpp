#include "harness/schedule/estimate.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>

#include "contract/remembered.hpp"
#include "contract/stop.hpp"
#include "harness/run/build_info.hpp"
#include "harness/run/needed_reference.hpp"
#include "harness/schedule/cost.hpp"

namespace plumb {
namespace {

// Measured on real runs, correct to half an order of magnitude.
constexpr double of_the_program = 40e6;         // memory of the program with its libraries and a store [bytes]
constexpr double reference_vectors = 100 * 40;  // vectors in quad of a reference: intervals times nodes

double unknowns(const ResolvedCell& cell) {
  const auto sizes = cell.problem().in_double.system(cell.data(), cell.formulation()).sizes();
  return static_cast<double>(sizes.v) + static_cast<double>(sizes.lambda);
}

double expected_reference_bytes(const ResolvedCell& cell) {
  const double horizons = cell.duration<double>() / cell.problem().usual_duration();
  return horizons * reference_vectors * 2 * unknowns(cell) * sizeof(quad);
}

double reference_room(const ResolvedCell& cell) {
  try {
    return expected_reference_bytes(cell);
  } catch (const std::exception&) {  // the run reports the error
    return 0;
  }
}

struct NeededReference {
  double duration = 0, seconds = 0, bytes = 0;  // duration of the motion [s], core time [s], memory [bytes]
};

/// Adds up the costs of the cells of a study. Memory is estimated once for cells with the same problem, formulation,
/// method and precision.
class Adding {
 public:
  void add(const ResolvedCell& cell) {
    const double seconds = weight(cell);
    sum_.seconds += seconds;
    sum_.longest = std::max(sum_.longest, seconds);
    const auto& text = cell.text();
    const auto key = with_parameters(text.problem, text.problem_parameters) + " " + text.formulation + " " +
                     with_parameters(text.method, text.method_parameters) + " " +
                     std::string(precision_name(text.precision));
    sum_.run_bytes = std::max(sum_.run_bytes, bytes_(key, [&] { return room(cell); }));
    if (const auto motion = computed_reference(cell)) need(*motion, cell);
  }

  StudyEstimate sum() const {
    auto out = sum_;
    for (const auto& [motion, needed] : references_) {
      out.reference_seconds += needed.seconds;
      out.reference_bytes += needed.bytes;
    }
    return out;
  }

 private:
  /// Adds a reference up to the largest end time of its cells. For the first references, subtracts the part that
  /// already exists.
  void need(const std::string& motion, const ResolvedCell& cell) {
    constexpr std::size_t most_looked_up = 100;
    auto& needed = references_[motion];
    const auto duration = cell.duration<double>();
    if (!(duration > needed.duration)) return;
    const bool is_known = references_.size() <= most_looked_up && known_reference(cell) >= cell.t_end<double>();
    needed = {duration, is_known ? 0 : reference_weight(cell), reference_room(cell)};
  }

  StudyEstimate sum_;
  Remembered<std::string, double> bytes_;
  std::map<std::string, NeededReference> references_;  // references by name of the motion
};

}  // namespace

double StudyEstimate::bytes(int jobs) const { return of_the_program + reference_bytes + jobs * run_bytes; }

bool is_in(const Store& store, const std::string& cell_id) {
  const auto status = store.status(cell_id, build_info().fingerprint);
  return status && !depends_on_the_machine(*status);
}

StudyEstimate estimate(const Cells& cells, const Store* store) {
  return estimate(cells, [&](std::size_t place) { return store && is_in(*store, cells.id(place)); });
}

StudyEstimate estimate(const Cells& cells, const std::function<bool(std::size_t)>& is_stored) {
  Adding adding;
  std::size_t stored = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    stopping_point();
    report_progress("estimating", static_cast<double>(i), static_cast<double>(cells.size()), "cells");
    if (is_stored(i))
      ++stored;
    else
      adding.add(cells[i]);
  }
  auto out = adding.sum();
  out.cells = cells.size();
  out.stored = stored;
  return out;
}

std::unique_ptr<Store> store_if_readable(const std::string& store) {
  std::error_code error;
  if (store.empty() || !std::filesystem::exists(store, error)) return nullptr;
  return std::make_unique<Store>(store, Access::read_only);
}

Json to_json(const StudyEstimate& e, int jobs) {
  return {{"cells", e.cells},
          {"stored", e.stored},
          {"to_run", e.to_run()},
          {"core_seconds", e.seconds},
          {"longest_seconds", e.longest},
          {"reference_seconds", e.reference_seconds},
          {"jobs", jobs},
          {"bytes", e.bytes(jobs)}};
}

}  // namespace plumb
