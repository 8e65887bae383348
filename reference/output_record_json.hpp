#pragma once
// Converts records of outputs to and from JSON, the format of the files problems/PROBLEM/outputs.json.

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "reference/output_record.hpp"

namespace plumb {

/// Returns {"problem", "data", "hash", "content", "t_begin", "t_end", "blocks", "breaks", "routes", "steps", "parts",
/// "outputs"}.
nlohmann::ordered_json to_json(const OutputRecord& record);

/// Reads JSON of this form; throws std::invalid_argument if it is no record or its hash does not match its data.
OutputRecord output_record_from_json(const nlohmann::ordered_json& json);

/// Returns all "records" of a file. Throws as above.
std::vector<OutputRecord> output_records_from_text(std::string_view text);

/// Returns the text for the key "packing" of a file: a description of the contents of "parts" and "pieces".
std::string_view packing_in_words();

}  // namespace plumb
