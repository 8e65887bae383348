#include "reference/kept_record.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "reference/reference_cache.hpp"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

/// Writes a number in 36 digits, enough to restore its bits, or null if it is not a number.
Json exact(const quad& x) { return isnan(x) ? Json(nullptr) : Json(x.str()); }

quad number(const Json& json) {
  return json.is_null() ? std::numeric_limits<quad>::quiet_NaN() : quad(json.get<std::string>());
}

ReferenceRecord record_of(const Json& json) {
  ReferenceRecord record;
  record.routes = json.at("routes");
  for (const auto& value : json.at("values"))
    record.values.emplace_back(value.at(0),
                               CertifiedValue{number(value.at(1)), value.at(2).get<int>(), number(value.at(3))});
  return record;
}

}  // namespace

std::optional<ReferenceRecord> cached_record(const std::string& key) {
  const auto cache = reference_cache();
  const auto text = cache ? cache->find(key) : std::nullopt;
  if (!text) return {};
  try {
    return record_of(Json::parse(*text));
  } catch (const std::exception&) {  // not a valid record
    return {};
  }
}

void keep_record(const std::string& key, const ReferenceRecord& record) {
  const auto cache = reference_cache();
  if (!cache) return;
  Json values = Json::array();
  for (const auto& [name, c] : record.values) values.push_back({name, exact(c.value), c.digits, exact(c.scale)});
  cache->keep(key, Json({{"routes", record.routes}, {"values", values}}).dump());
}

}  // namespace plumb
