#pragma once
// The records of outputs that are compiled into the program: problems/*/outputs.json.

#include <memory>

#include "reference/output_record.hpp"
#include "text/embedded_file.hpp"

namespace plumb {

/// Returns the record of a problem with these physical data; null if there is none. Throws std::invalid_argument if the
/// file is not a record.
std::shared_ptr<const StoredOutputs> stored_outputs(const Problem& problem, const Parameters& physical);

/// Sets records in addition to the program's records, for tests, and removes the records set before. Must be called
/// before other threads exist.
void store_outputs(std::vector<OutputRecord> records);

/// Returns the files of the records, by name. The build generates their source (reference/CMakeLists.txt).
std::span<const EmbeddedFile> embedded_outputs();

}  // namespace plumb
