#pragma once
// Every key must have an effect: a key that no result of its table uses is an error.
//
// Different columns of a row may use different keys. So a key is rejected only after all results of a file have been
// read. Keys of sets are never rejected, because other views may use them.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/sets/keys.hpp"

namespace plumb {

class UsedKeys {
 public:
  /// Adds the keys of a result. `used` are the keys that the result uses. `user` is its name in messages about unused
  /// keys.
  void add(const Keys& keys, const std::vector<std::string>& used, std::string_view user);
  /// Throws UsageError with the location of the first unused key, and lists the allowed keys.
  void refuse_others() const;

 private:
  std::map<FilePlace, std::string> messages_;  // messages by location of the key; empty: the key is used
};

}  // namespace plumb
