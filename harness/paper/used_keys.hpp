#pragma once
// A key must say something: a key that no result of its table uses would be accepted and change nothing.
//
// A row of a table may have one key for one column and another key for another. So all results of a file are looked at
// before a key is refused. Keys of sets may serve other views, and are never refused.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/sets/keys.hpp"

namespace plumb {

class UsedKeys {
 public:
  /// Takes the keys of a result. Those in `used` say something; `user` names what has no use for the others.
  void add(const Keys& keys, const std::vector<std::string>& used, std::string_view user);
  /// Throws UsageError at the first key that no result used, with the keys that are allowed.
  void refuse_others() const;

 private:
  std::map<FilePlace, std::string> messages_;  // by the place of the key; empty: the key is used
};

}  // namespace plumb
