#pragma once
// The environment of a run, the information on build and machine, is the same in many runs, and would be a quarter of
// each row. It is stored once, by its hash. A row contains the hash and the data that differ: the date and the load.

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "harness/store/sqlite.hpp"
#include "text/json.hpp"

namespace plumb {

// The text is stored twice, so that one damaged bit affects no run.
inline constexpr const char* environments_schema = R"(
  CREATE TABLE environments (
    id TEXT PRIMARY KEY NOT NULL,
    text TEXT NOT NULL,
    again TEXT NOT NULL
  ) WITHOUT ROWID)";

/// Returns the hash of a text: 16 hexadecimal digits of XXH3-128.
std::string environment_id(std::string_view text);

/// Returns the id of the environment that a result refers to; none if the result contains its whole environment.
/// `result` is the text of a row.
std::optional<std::string> environment_referred_to(std::string_view result);

/// The environments of a store. Callers must hold the mutex of the connection. All members throw StoreError.
class Environments {
 public:
  explicit Environments(const Sqlite& db) : db_(db) {}

  /// Returns the result with the id of its environment instead of the shared part, and stores that part once. The table
  /// must exist.
  Json shortened(Json result);
  /// Returns the complete result of a row; none if its environment is damaged or missing.
  std::optional<Json> whole(Json result);

  /// Returns whether the environment that a result refers to exists and is undamaged. True if the result refers to
  /// none.
  bool has_environment_of(std::string_view result);

  /// Stores a text by its id, unless this object has done so before.
  void put(const std::string& id, const std::string& text);
  /// Passes id and text of all undamaged environments to `visitor`.
  void visit(const std::function<void(const std::string& id, const std::string& text)>& visitor) const;

 private:
  const Json* known(const std::string& id);

  const Sqlite& db_;
  std::set<std::string> stored_;              // ids of the environments that this object has stored
  std::map<std::string, Json> environments_;  // environments read so far, by id
};

}  // namespace plumb
