#pragma once
// What is known of references is kept on disk from one process to the next, since it takes seconds to compute and a
// millisecond to read.
//
// An entry has a key, a text that tells all that its contents depend on. It is one file of a folder:
//
//   "plumb reference cache 1\n"
//   XXH3-64 of all that follows, sizes of key and contents   8 bytes each, as the machine has them in memory
//   key, contents
//
// A file that is cut off, is damaged or belongs to another key counts as none. Files are written beside their place and
// then renamed, so that any number of processes may share the folder.

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

  /// `build` identifies the program that computes; it is a part of every key. The folder is made when something is
  /// kept in it.
  ReferenceCache(std::filesystem::path folder, std::string build, std::uintmax_t most_bytes = default_most_bytes);

  /// Returns what is kept for the key; none if there is nothing, or nothing that can be trusted.
  std::optional<std::string> find(std::string_view key) const;

  /// Returns what any build has kept for the key, and the longest if several have. Who asks has to test it before
  /// trusting it.
  std::optional<std::string> find_of_any_build(std::string_view key) const;

  /// Keeps `contents`, unless as much is kept for the key already, since contents grow as more becomes known. Nothing
  /// is kept if that is impossible, in a folder that is read-only or on a full disk, or if it is more than a quarter of
  /// `most_bytes`. The entries that were not asked for longest make room.
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

/// Sets the cache of this process, for all references that are computed afterwards; null, as at the start, means none.
/// One thread calls this before there are others.
void keep_references_in(std::shared_ptr<const ReferenceCache> cache);
std::shared_ptr<const ReferenceCache> reference_cache();

}  // namespace plumb
