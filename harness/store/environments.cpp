#include "harness/store/environments.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace plumb {
namespace {

constexpr const char *environment_key = "environment", *id_key = "is";
constexpr std::array keys_of_the_run = {"date", "load"};

/// Returns the id of a shared environment; null if the environment is complete.
const Json* id_in(const Json& result) {
  const auto environment = result.find(environment_key);
  if (environment == result.end() || !environment->is_object()) return nullptr;
  const auto id = environment->find(id_key);
  return id == environment->end() || !id->is_string() ? nullptr : &*id;
}

}  // namespace

std::string environment_id(std::string_view text) {
  return fmt::format("{:016x}", XXH3_128bits(text.data(), text.size()).high64);
}

std::optional<std::string> environment_referred_to(std::string_view result) {
  constexpr std::string_view before = R"("environment":{"is":")";  // never within a JSON string, which escapes "
  const auto at = result.find(before);
  if (at == std::string_view::npos) return {};
  const auto id = result.substr(at + before.size());
  return std::string(id.substr(0, id.find('"')));
}

bool Environments::has_environment_of(std::string_view result) {
  const auto id = environment_referred_to(result);
  return !id || known(*id) != nullptr;
}

Json Environments::shortened(Json result) {
  const auto environment = result.find(environment_key);
  if (environment == result.end() || !environment->is_object() || id_in(result)) return result;
  Json shared = *environment, own = Json::object();
  for (const char* key : keys_of_the_run) {
    const auto found = shared.find(key);
    if (found == shared.end()) continue;
    own[key] = *found;
    shared.erase(key);
  }
  if (shared.empty()) return result;
  const auto text = shared.dump();
  Json row = {{id_key, environment_id(text)}};
  row.update(own);
  put(row[id_key].get<std::string>(), text);
  *environment = std::move(row);
  return result;
}

std::optional<Json> Environments::whole(Json result) {
  const auto* id = id_in(result);
  if (!id) return result;
  const auto* shared = known(id->get<std::string>());
  if (!shared) return {};
  auto& environment = result[environment_key];
  Json out = *shared;
  for (const auto& [key, value] : environment.items())
    if (key != id_key) out[key] = value;
  environment = std::move(out);
  return result;
}

void Environments::put(const std::string& id, const std::string& text) {
  if (stored_.contains(id)) return;
  Statement insert(db_, "INSERT OR REPLACE INTO environments (id, text, again) VALUES (?, ?, ?)");
  insert.bind({id, text, text});
  insert.step();
  stored_.insert(id);
}

void Environments::visit(const std::function<void(const std::string& id, const std::string& text)>& visitor) const {
  Statement query(db_, "SELECT id, text, again FROM environments");
  while (query.step()) {
    const auto id = query.text(0);
    for (const int column : {1, 2})
      if (const auto text = query.text(column); environment_id(text) == id) {
        visitor(id, text);
        break;
      }
  }
}

const Json* Environments::known(const std::string& id) {
  if (const auto found = environments_.find(id); found != environments_.end()) return &found->second;
  Statement query(db_, "SELECT text, again FROM environments WHERE id = ?");
  query.bind({id});
  if (!query.step()) return nullptr;
  for (const int column : {0, 1})
    if (const auto text = query.text(column); environment_id(text) == id)
      return &environments_.emplace(id, Json::parse(text)).first->second;
  return nullptr;
}

}  // namespace plumb
