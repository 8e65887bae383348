#include "harness/store/run_without_errors.hpp"

namespace plumb {
namespace {

std::string key_of(const std::string& cell_id) { return "run without errors " + cell_id; }

}  // namespace

std::optional<RunResult> run_without_errors(const Store& store, const std::string& cell_id,
                                            std::string_view source_fingerprint) {
  const auto text = store.derived(key_of(cell_id), source_fingerprint);
  if (!text) return {};
  return run_result_from_json(Json::parse(*text));
}

void put_without_errors(Store& store, const std::string& cell_id, std::string_view source_fingerprint,
                        const RunResult& result) {
  if (!depends_on_the_machine(result.status))
    store.put_derived(key_of(cell_id), source_fingerprint, to_json(result).dump());
  store.release(cell_id, source_fingerprint);
}

}  // namespace plumb
