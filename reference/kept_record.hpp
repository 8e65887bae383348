#pragma once
// Certified records in the cache of references. The key of a record has all data that determine its contents: the
// problem, its data, the formulation, the time and the routes.

#include <optional>
#include <string>

#include "reference/certify.hpp"

namespace plumb {

/// Returns values and routes of the cached record of the key, with the bits that were computed; nullopt
/// if there is no record or no cache.
std::optional<ReferenceRecord> cached_record(const std::string& key);

void keep_record(const std::string& key, const ReferenceRecord& record);

}  // namespace plumb
