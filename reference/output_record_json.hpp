#pragma once
// Records of outputs in the form that files have: reference/data/outputs/PROBLEM.json.

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "reference/output_record.hpp"

namespace plumb {

/// Returns {"problem", "data", "hash", "content", "t_begin", "t_end", "blocks", "breaks", "routes", "steps", "parts",
/// "outputs"}.
nlohmann::ordered_json to_json(const OutputRecord& record);

/// Reads such JSON; throws std::invalid_argument if it is no such record or its hash does not belong to its data.
OutputRecord output_record_from_json(const nlohmann::ordered_json& json);

/// Returns all "records" of a file. Throws as above.
std::vector<OutputRecord> output_records_from_text(std::string_view text);

/// Returns what `packing` of a file says of "parts" and "pieces".
std::string_view packing_in_words();

}  // namespace plumb
