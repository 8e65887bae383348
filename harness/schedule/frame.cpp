#include "harness/schedule/frame.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <type_traits>

namespace plumb {
namespace {

static_assert(std::is_trivially_copyable_v<quad>);

using FrameSize = std::uint64_t;
constexpr std::size_t head_size = 1 + sizeof(FrameSize);

bool write_all(int pipe, const char* bytes, std::size_t size) {
  while (size > 0) {
    const auto written = ::write(pipe, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

constexpr Vec<quad> Sample<quad>::*vectors_of_sample[] = {&Sample<quad>::q, &Sample<quad>::v, &Sample<quad>::a,
                                                          &Sample<quad>::lambda, &Sample<quad>::outputs};

void append(std::string& to, const void* from, std::size_t size) {
  to += std::string_view(static_cast<const char*>(from), size);
}

bool take(std::string_view& from, void* to, std::size_t size) {
  if (from.size() < size) return false;
  std::copy_n(from.data(), size, static_cast<char*>(to));  // an empty vector has no place, which memcpy refuses
  from.remove_prefix(size);
  return true;
}

bool take(std::string_view& from, Vec<quad>& to) {
  FrameSize count = 0;
  if (!take(from, &count, sizeof count) || count > from.size() / sizeof(quad)) return false;
  to.resize(static_cast<Eigen::Index>(count));
  return take(from, to.data(), count * sizeof(quad));
}

}  // namespace

bool write_frame(int pipe, FrameKind kind, std::string_view bytes) {
  std::array<char, head_size> head;
  const FrameSize size = bytes.size();
  head[0] = static_cast<char>(kind);
  std::memcpy(head.data() + 1, &size, sizeof size);
  return write_all(pipe, head.data(), head.size()) && write_all(pipe, bytes.data(), bytes.size());
}

std::optional<Frame> FrameReader::next() {
  const auto rest = std::string_view(waiting_).substr(done_);
  FrameSize size = 0;
  if (rest.size() >= head_size) std::memcpy(&size, rest.data() + 1, sizeof size);
  if (rest.size() < head_size || rest.size() - head_size < size) {
    waiting_.erase(0, done_);
    done_ = 0;
    return {};
  }
  Frame out{static_cast<FrameKind>(rest[0]), std::string(rest.substr(head_size, size))};
  done_ += head_size + size;
  return out;
}

std::string packed(const Sample<quad>& sample) {
  std::string out;
  append(out, &sample.t, sizeof sample.t);
  for (const auto vector : vectors_of_sample) {
    const auto& x = sample.*vector;
    const auto count = static_cast<FrameSize>(x.size());
    append(out, &count, sizeof count);
    append(out, x.data(), count * sizeof(quad));
  }
  return out;
}

std::optional<Sample<quad>> unpacked_sample(std::string_view bytes) {
  Sample<quad> out;
  if (!take(bytes, &out.t, sizeof out.t)) return {};
  for (const auto vector : vectors_of_sample)
    if (!take(bytes, out.*vector)) return {};
  return out;
}

}  // namespace plumb
