#pragma once
// Certified states that are stored with the files of published values, so that an audit of these computes nothing:
// results/audit/certified.json. A state is found by its problem, its data, its formulation and its time.

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "reference/certify.hpp"
#include "text/json.hpp"

namespace plumb {

/// A certified state, or the reason why there is none.
struct StoredReference {
  ReferenceRecord record;  // without values if there is a refusal
  std::string formulation;
  std::string refusal = {};             // "no certified reference within 1 min 0 s"
  std::string date = {}, version = {};  // when it was certified, and by which program: "0.1.0 (39aeb80e)"
  const std::string& t() const { return record.t; }
};

/// Returns the state with the date of today and the version of this program.
StoredReference made_now(StoredReference reference);

class StoredReferences {
 public:
  /// Adds those of a file that are not known yet. Throws UsageError if it is no such file.
  void read(const std::filesystem::path& file);
  /// Adds a state, or replaces the one that was there.
  void put(StoredReference reference);
  /// Adds a state, unless it is known.
  void add(StoredReference reference);
  /// Returns a state, or null.
  const StoredReference* find(std::string_view problem, std::string_view data, std::string_view formulation,
                              std::string_view t) const;
  /// Returns the content of a file.
  Json json() const;

 private:
  std::map<std::string, StoredReference> by_key_;
};

/// Returns the stored states of all roots; of equal ones those of the first root.
StoredReferences stored_audit_references();

/// Compares a stored state with a computed one: "confirmed", if each value of one lies within the digits of both;
/// "differs in q3", or "not checked: " with the reason.
std::string confirmation(const StoredReference& stored, const StoredReference& computed);

}  // namespace plumb
