#pragma once
// The records of outputs that are data of the project and a part of the program: reference/data/outputs/*.json.

#include <memory>

#include "reference/output_record.hpp"
#include "text/embedded_file.hpp"

namespace plumb {

/// Returns the record of a problem with these physical data; null if there is none. Throws std::invalid_argument if the
/// file is none.
std::shared_ptr<const StoredOutputs> stored_outputs(const Problem& problem, const Parameters& physical);

/// Sets records beside those of the program, for tests; those that were set before are forgotten. One thread calls this
/// before there are others.
void store_outputs(std::vector<OutputRecord> records);

/// Returns the files of the records, by name. The build makes their source (reference/CMakeLists.txt).
std::span<const EmbeddedFile> embedded_outputs();

}  // namespace plumb
