#pragma once
// Keys that say something: a key that no result of its table uses would be accepted and change nothing.
//
// A row of a table may have a key for one column and a key for another, so that all results of a file are looked at
// before a key is refused. Keys of sets may serve other views, and are let be.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/sets/keys.hpp"

namespace plumb {

class UsedKeys {
 public:
  /// The keys of a result, of which those in `used` say something; `user` is what has no use for others.
  void add(const Keys& keys, const std::vector<std::string>& used, std::string_view user);
  /// Throws UsageError at the first key that no result used, with those that are allowed.
  void refuse_others() const;

 private:
  std::map<FilePlace, std::string> messages_;  // by place of the key; empty: it is used
};

}  // namespace plumb
