#pragma once
// A cache of values by key, for consecutive runs that often need the same value. When the cache is full (1000 keys),
// all values are removed, because the keys of a large study may not fit into memory.

#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace plumb {

template <class Key, class Value>
class Remembered {
 public:
  /// Returns the cached value of this key; if there is none, caches the result of make(). The reference is valid until
  /// the next call. If make() throws, nothing is cached.
  template <class Make>
  const Value& operator()(Key key, const Make& make) {
    constexpr std::size_t most = 1000;
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    auto made = make();
    if (known_.size() >= most) known_.clear();
    return known_.emplace(std::move(key), std::move(made)).first->second;
  }

 private:
  template <class K, class V>
  struct Table {
    using Map = std::map<K, V>;
  };
  template <class V>
  struct Table<std::string, V> {
    using Map = std::unordered_map<std::string, V>;
  };
  typename Table<Key, Value>::Map known_;
};

}  // namespace plumb
