#pragma once
// A cache on disk for references. Computing a reference takes seconds; reading it takes a millisecond.
//
// An entry has a key: a text with all data that determine its contents. The entry is a file of the cache folder:
//
//   "plumb reference cache 1\n"
//   XXH3-64 of the rest of the file, sizes of key and contents   8 bytes each, in the byte order of the machine
//   key, contents
//
// A truncated or damaged file, or a file with another key, counts as missing. Files are written under a temporary name
// and then renamed, so any number of processes may share the folder.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace plumb {

class ReferenceCache {
 public:
  static constexpr std::uintmax_t default_most_bytes = std::uintmax_t{1} << 30;

  /// `build` identifies the computing program and is a part of every key. The first stored entry creates the folder.
  ReferenceCache(std::filesystem::path folder, std::string build, std::uintmax_t most_bytes = default_most_bytes);

  /// Returns the contents for the key; none if they are missing or damaged.
  std::optional<std::string> find(std::string_view key) const;

  /// Returns the contents for the key by any build, or the longest if there are several. The caller must verify them,
  /// since another build may have other equations.
  std::optional<std::string> find_of_any_build(std::string_view key) const;

  /// Stores `contents`, unless stored contents of the key are at least as long, since contents grow with the computed
  /// motion. Stores nothing if the folder is read-only, if the disk is full, or if the contents exceed a quarter of
  /// `most_bytes`. Removes the least recently used entries to make room.
  void keep(std::string_view key, std::string_view contents) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::string whole(std::string_view key) const { return build_ + '\n' + std::string(key); }
  std::filesystem::path file_of(std::string_view whole_key) const;
  void make_room() const;

  std::filesystem::path folder_;
  std::string build_;
  std::uintmax_t most_bytes_;
};

/// Sets the cache of this process for all references computed afterwards; null, the initial value, means no cache. Must
/// be called before other threads exist.
void keep_references_in(std::shared_ptr<const ReferenceCache> cache);
std::shared_ptr<const ReferenceCache> reference_cache();

}  // namespace plumb
