#pragma once
// Certified records in the cache of references: what they hold is a function of the problem, its data, the formulation,
// the time and the routes, which is their key.

#include <optional>
#include <string>

#include "reference/certify.hpp"

namespace plumb {

/// Values and routes of the record that is kept for the key, with the bits that they were computed with; none if there
/// is none, or no cache.
std::optional<ReferenceRecord> kept_record(const std::string& key);

void keep_record(const std::string& key, const ReferenceRecord& record);

}  // namespace plumb
