#pragma once
// Runs of which nobody asked for errors. They stand beside the others, so that every row of runs has all of its
// metrics; who asks for errors later runs the cell once more.

#include <optional>
#include <string>
#include <string_view>

#include "harness/store/store.hpp"

namespace plumb {

/// None if there is none, or it is damaged.
std::optional<RunResult> run_without_errors(const Store& store, const std::string& cell_id,
                                            std::string_view source_fingerprint);

/// Writes the run and gives back the claim to its cell. One that ended as it did because of the machine is not kept.
void put_without_errors(Store& store, const std::string& cell_id, std::string_view source_fingerprint,
                        const RunResult& result);

}  // namespace plumb
