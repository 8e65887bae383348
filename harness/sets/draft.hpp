#pragma once
// A result of an expansion while it is put together, and how it is completed: names in braces give way to values.

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/sets/keys.hpp"

namespace plumb {

/// A key whose list one kind of result takes as it is, and another one by one, is chosen both ways; when the kind is
/// known, one of them goes.
enum class Taken { anyhow, as_a_list, one_by_one };

/// One value that is chosen for a key; a layer above overrides it.
struct ChosenValue {
  std::vector<std::string> texts;  // more than one: a list that the view takes as it is
  int layer = 0;
  bool shared = false;
  FilePlace place;
  Taken taken = Taken::anyhow;
  bool from_set = false;
};

/// A result as it is put together, before names in braces are replaced.
struct Draft {
  std::map<std::string, ChosenValue, std::less<>> choices;
  std::map<std::string, std::pair<int, std::vector<Draft>>, std::less<>> tables;  // layer; one draft
  FilePlace where;

  /// Takes over what stands in a layer that is not below.
  void lay(const Draft& other);
};

/// Makes keys of drafts, and remembers which names stood in braces.
class Completion {
 public:
  using Scope = std::span<const Draft* const>;  // tables around a text, the innermost last

  /// Keys that are not `known` are variables, and left out.
  explicit Completion(const std::vector<std::string>& known) : known_(known) {}

  /// Throws UsageError: a name in braces that is none, that stands for itself; too many of them.
  Keys keys(const Draft& draft);
  /// The value of a key in the innermost table that has it; empty without it. Throws likewise.
  std::string text(std::string_view key, Scope scope);
  const std::set<std::string, std::less<>>& used() const { return used_; }

 private:
  Keys keys(const Draft& draft, Scope outside);
  std::string filled(const std::string& text, Scope scope, const FilePlace& place, int depth);
  std::string value_of(const std::string& name, Scope scope, const FilePlace& place);
  bool is_known(std::string_view key) const;

  const std::vector<std::string>& known_;
  std::set<std::string, std::less<>> used_;
  int filled_ = 0;  // braces of the draft
};

/// All that tells one result from another.
std::string written(const Keys& keys);

}  // namespace plumb
