#include "harness/worker/message_line.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <utility>

namespace plumb {
namespace {

using MessageSize = std::uint64_t;
constexpr std::size_t head_size = 1 + sizeof(MessageSize);

bool send_all(int line, const char* bytes, std::size_t size) {
  while (size > 0) {
    const auto count = ::send(line, bytes, size, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool receive_all(int line, char* bytes, std::size_t size) {
  while (size > 0) {
    const auto count = ::read(line, bytes, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

MessageSize size_in(const char* head) {
  MessageSize size = 0;
  std::memcpy(&size, head + 1, sizeof size);
  return size;
}

}  // namespace

OwnedFile& OwnedFile::operator=(OwnedFile&& other) noexcept {
  close();
  file_ = other.release();
  return *this;
}

int OwnedFile::release() { return std::exchange(file_, -1); }

void OwnedFile::close() {
  if (file_ >= 0) ::close(std::exchange(file_, -1));
}

std::array<OwnedFile, 2> line_ends() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "a line to a process");
  return {OwnedFile(ends[0]), OwnedFile(ends[1])};
}

bool send_message(int line, char kind, std::string_view bytes) {
  std::array<char, head_size> head;
  const MessageSize size = bytes.size();
  head[0] = kind;
  std::memcpy(head.data() + 1, &size, sizeof size);
  return send_all(line, head.data(), head.size()) && send_all(line, bytes.data(), bytes.size());
}

std::optional<Message> received_message(int line) {
  std::array<char, head_size> head;
  if (!receive_all(line, head.data(), head.size())) return {};
  Message out{head[0], std::string(size_in(head.data()), '\0')};
  if (!receive_all(line, out.bytes.data(), out.bytes.size())) return {};
  return out;
}

std::optional<Message> MessageReader::next() {
  const auto rest = std::string_view(waiting_).substr(done_);
  if (rest.size() < head_size || rest.size() - head_size < size_in(rest.data())) {
    waiting_.erase(0, done_);
    done_ = 0;
    return {};
  }
  Message out{rest[0], std::string(rest.substr(head_size, size_in(rest.data())))};
  done_ += head_size + out.bytes.size();
  return out;
}

}  // namespace plumb
