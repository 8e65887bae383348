#pragma once
// The records of outputs that are data of the project, and part of the program: reference/data/outputs/*.json.

#include <memory>

#include "problems/mechanisms/embedded_files.hpp"
#include "reference/output_record.hpp"

namespace plumb {

/// The record of a problem with these physical data; null: there is none. Throws std::invalid_argument if the file is
/// none.
std::shared_ptr<const StoredOutputs> stored_outputs(const Problem& problem, const Parameters& physical);

/// Records beside those of the program, for tests; those that were there before are forgotten. Set by one thread before
/// there are others.
void store_outputs(std::vector<OutputRecord> records);

/// Their files, by name; the build makes their source (reference/CMakeLists.txt).
std::span<const EmbeddedFile> embedded_outputs();

}  // namespace plumb
