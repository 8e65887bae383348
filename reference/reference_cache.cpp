#include "reference/reference_cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <system_error>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace plumb {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view magic = "plumb reference cache 1\n";
constexpr std::string_view prefix = "reference-", temporary = ".new-";

using Number = std::uint64_t;
constexpr std::size_t head_size = magic.size() + 3 * sizeof(Number);

/// A file descriptor that the destructor closes.
class Descriptor {
 public:
  explicit Descriptor(int opened) : file_(opened) {}
  ~Descriptor() {
    if (file_ >= 0) ::close(file_);
  }
  Descriptor(const Descriptor&) = delete;
  int operator*() const { return file_; }
  explicit operator bool() const { return file_ >= 0; }

 private:
  int file_;
};

/// Returns the file's bytes, at most `most`; empty if it is no regular file that can be read.
std::string bytes_of(const fs::path& path, std::size_t most) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat found;
  if (!file || ::fstat(*file, &found) != 0 || !S_ISREG(found.st_mode)) return {};
  std::string out(std::min(static_cast<std::size_t>(found.st_size), most), '\0');
  std::size_t done = 0;
  while (done < out.size()) {
    const auto read = ::read(*file, out.data() + done, out.size() - done);
    if (read <= 0) return {};
    done += static_cast<std::size_t>(read);
  }
  return out;
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(file, bytes.data(), bytes.size());
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// The numbers before key and contents in a file. The checksum covers the sizes, too.
struct Head {
  Number checksum = 0, key_size = 0, contents_size = 0;

  static Head of(std::string_view key, std::string_view contents) {
    Head head{0, key.size(), contents.size()};
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    for (const std::string_view part : {head.sizes(), key, contents})
      XXH3_64bits_update(&state, part.data(), part.size());
    head.checksum = XXH3_64bits_digest(&state);
    return head;
  }
  /// Reads the head from the file's first bytes; returns none if they are not from a file of this cache.
  static std::optional<Head> read(std::string_view bytes) {
    if (bytes.size() < head_size || !bytes.starts_with(magic)) return {};
    Head head;
    std::memcpy(&head, bytes.data() + magic.size(), sizeof head);
    return head;
  }
  std::string text() const {
    return std::string(magic) + std::string(reinterpret_cast<const char*>(this), sizeof *this);
  }

 private:
  std::string_view sizes() const { return {reinterpret_cast<const char*>(&key_size), 2 * sizeof(Number)}; }
};
static_assert(sizeof(Head) == 3 * sizeof(Number));

/// Returns the contents of a file if they are whole and belong to the key.
std::optional<std::string> contents_of(std::string bytes, std::string_view key) {
  const auto head = Head::read(bytes);
  if (!head || head->key_size != key.size() || bytes.size() - head_size < key.size()) return {};
  const std::string_view rest = std::string_view(bytes).substr(head_size);
  if (rest.size() - key.size() != head->contents_size || !rest.starts_with(key)) return {};
  if (Head::of(key, rest.substr(key.size())).checksum != head->checksum) return {};
  bytes.erase(0, head_size + key.size());
  return bytes;
}

}  // namespace

ReferenceCache::ReferenceCache(fs::path folder, std::string build, std::uintmax_t most_bytes)
    : folder_(std::move(folder)), build_(std::move(build)), most_bytes_(most_bytes) {}

fs::path ReferenceCache::file_of(std::string_view whole_key) const {
  const auto hash = XXH3_128bits(whole_key.data(), whole_key.size());
  std::string name(prefix);
  for (const Number half : {hash.high64, hash.low64})
    for (int shift = 60; shift >= 0; shift -= 4) name += "0123456789abcdef"[half >> shift & 15];
  return folder_ / name;
}

std::optional<std::string> ReferenceCache::find(std::string_view key) const {
  const auto all = whole(key);
  const auto file = file_of(all);
  auto bytes = bytes_of(file, head_size + all.size() + most_bytes_ / 4 + 1);  // the last byte exceeds the limit
  if (bytes.empty()) return {};
  auto contents = contents_of(std::move(bytes), all);
  std::error_code ignored;  // the folder may be read-only
  if (contents)
    fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);
  else
    fs::remove(file, ignored);
  return contents;
}

std::optional<std::string> ReferenceCache::find_of_any_build(std::string_view key) const {
  constexpr std::size_t longest_key = 1 << 16;
  std::optional<std::string> out;
  std::error_code failed;
  for (fs::directory_iterator at(folder_, failed), end; !failed && at != end; at.increment(failed)) {
    const auto begin = bytes_of(at->path(), head_size + longest_key);
    const auto head = Head::read(begin);
    if (!head || head->key_size > longest_key || begin.size() < head_size + head->key_size) continue;
    const auto known = begin.substr(head_size, head->key_size);  // fingerprint of a build, end of line, key
    if (!known.ends_with('\n' + std::string(key)) || (out && out->size() >= head->contents_size)) continue;
    if (auto contents = contents_of(bytes_of(at->path(), head_size + head->key_size + head->contents_size + 1), known))
      out = std::move(contents);
  }
  return out;
}

void ReferenceCache::keep(std::string_view key, std::string_view contents) const {
  if (contents.size() > most_bytes_ / 4) return;
  const auto all = whole(key);
  const auto file = file_of(all);
  const auto known = Head::read(bytes_of(file, head_size));
  if (known && known->key_size == all.size() && known->contents_size >= contents.size()) return;

  std::error_code failed;
  fs::create_directories(folder_, failed);
  std::string temporary_file = file.string() + std::string(temporary) + "XXXXXX";
  const Descriptor written(::mkstemp(temporary_file.data()));
  if (!written) return;
  const bool is_whole =
      write_all(*written, Head::of(all, contents).text()) && write_all(*written, all) && write_all(*written, contents);
  if (is_whole) fs::rename(temporary_file, file, failed);
  if (!is_whole || failed) fs::remove(temporary_file, failed);
  make_room();
}

void ReferenceCache::make_room() const {
  struct Entry {
    fs::path path;
    fs::file_time_type used;
    std::uintmax_t size;
  };
  std::vector<Entry> entries;
  std::uintmax_t total = 0;
  const auto abandoned = fs::file_time_type::clock::now() - std::chrono::hours(1);
  std::error_code failed;
  for (fs::directory_iterator at(folder_, failed), end; !failed && at != end; at.increment(failed)) {
    std::error_code gone;  // another process may remove the file
    const auto name = at->path().filename().string();
    const Entry entry{at->path(), at->last_write_time(gone), at->file_size(gone)};
    if (!name.starts_with(prefix) || gone || !at->is_regular_file(gone)) continue;
    if (name.find(temporary) == name.npos) {
      entries.push_back(entry);
      total += entry.size;
    } else if (entry.used < abandoned) {
      fs::remove(entry.path, gone);
    }
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (auto oldest = entries.begin(); total > most_bytes_ && oldest != entries.end(); ++oldest) {
    fs::remove(oldest->path, failed);
    total -= oldest->size;
  }
}

namespace {

std::shared_ptr<const ReferenceCache>& cache_of_process() {
  static std::shared_ptr<const ReferenceCache> cache;
  return cache;
}

}  // namespace

void keep_references_in(std::shared_ptr<const ReferenceCache> cache) { cache_of_process() = std::move(cache); }
std::shared_ptr<const ReferenceCache> reference_cache() { return cache_of_process(); }

}  // namespace plumb
