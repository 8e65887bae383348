#pragma once
// What a build and a machine say of themselves is the same in all their runs, and a quarter of a row. It is stored
// once, by its hash; a row has that hash, and what is its own, the date and the load.

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "harness/store/sqlite.hpp"
#include "text/json.hpp"

namespace plumb {

// The text stands there twice: a bit that is lost in one of them costs no run.
inline constexpr const char* environments_schema = R"(
  CREATE TABLE environments (
    id TEXT PRIMARY KEY NOT NULL,
    text TEXT NOT NULL,
    again TEXT NOT NULL
  ) WITHOUT ROWID)";

/// The hash by which a text is stored: 16 hexadecimal digits of XXH3-128.
std::string environment_id(std::string_view text);

/// The id of the environment that the text of a row's result refers to; none: it is whole.
std::optional<std::string> environment_referred_to(std::string_view result);

/// The environments of a store. Whoever uses it holds the mutex of the connection. All of it throws StoreError.
class Environments {
 public:
  explicit Environments(const Sqlite& db) : db_(db) {}

  /// Returns a result as its row has it. What that leaves out is stored, once; the table has to be there.
  Json shortened(Json result);
  /// Returns a result of a row as the run gave it, or none if its environment is damaged or missing.
  std::optional<Json> whole(Json result);

  /// Tells whether the environment that the text of a row's result refers to is there and sound, or it refers to none.
  bool has_that_of(std::string_view result);

  /// Stores a text by its id, if this has not done it before.
  void put(const std::string& id, const std::string& text);
  /// Shows id and text of all that are sound.
  void visit(const std::function<void(const std::string& id, const std::string& text)>& see) const;

 private:
  const Json* known(const std::string& id);

  const Sqlite& db_;
  std::set<std::string> stored_;              // by this
  std::map<std::string, Json> environments_;  // those that were asked for, by id
};

}  // namespace plumb
