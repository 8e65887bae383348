#pragma once
// Certified states stored with the published values, so that an audit needs no computation:
// results/audit/certified.json. The key of a state is its problem, data, formulation and time.

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "reference/certify.hpp"
#include "text/json.hpp"

namespace plumb {

/// A certified state, or the reason why it does not exist.
struct StoredReference {
  ReferenceRecord record;  // reference record, without values if there is a refusal
  std::string formulation;
  std::string refusal = {};             // reason of a refusal: "no certified reference within 1 min 0 s"
  std::string date = {}, version = {};  // certification: date, and version of the program ("0.1.0 (39aeb80e)")
  const std::string& t() const { return record.t; }
};

/// Returns the state with the present date and program version set.
StoredReference stamped(StoredReference reference);

class StoredReferences {
 public:
  /// Adds the states of a file, unless they exist already. Throws UsageError if the file has another format.
  void read(const std::filesystem::path& file);
  /// Adds or replaces a state.
  void put(StoredReference reference);
  /// Adds a state, unless it exists already.
  void add(StoredReference reference);
  /// Returns a state; null if it is not stored.
  const StoredReference* find(std::string_view problem, std::string_view data, std::string_view formulation,
                              std::string_view t) const;
  /// Returns the content of a file.
  Json json() const;

 private:
  std::map<std::string, StoredReference> by_key_;
};

/// Returns the states from results/audit of all roots (text/program_files.hpp). If several files contain a state, the
/// first root wins.
StoredReferences stored_audit_references();

/// Compares a stored state with a computed one. Returns "confirmed" if all values agree within the digits of both, else
/// "differs in q3", or "not checked: " with the reason.
std::string confirmation(const StoredReference& stored, const StoredReference& computed);

}  // namespace plumb
