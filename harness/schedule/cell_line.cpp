#include "harness/schedule/cell_line.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace plumb {
namespace {

constexpr std::size_t longest_order = 128 * 1024;
constexpr char is_alone = 'a', is_one_of_several = 's';

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

ssize_t again_if_interrupted(auto&& call) {
  ssize_t size = -1;
  do size = call();
  while (size < 0 && errno == EINTR);
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
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) fail("a line to a process");
  return {OwnedFile(ends[0]), OwnedFile(ends[1])};
}

std::array<OwnedFile, 2> pipe_ends() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("a pipe to a process");
  return {OwnedFile(ends[0]), OwnedFile(ends[1])};
}

bool send_cell_order(int line, const CellOrder& order) {
  std::string text(reinterpret_cast<const char*>(&order.memory), sizeof order.memory);
  text += order.alone ? is_alone : is_one_of_several;
  text += order.cell;
  if (text.size() > longest_order) return false;
  return again_if_interrupted([&] { return ::send(line, text.data(), text.size(), MSG_NOSIGNAL); }) >= 0;
}

std::optional<CellOrder> received_cell_order(int line) {
  std::string text(longest_order, '\0');
  const auto size = again_if_interrupted([&] { return ::recv(line, text.data(), text.size(), 0); });
  CellOrder order;
  constexpr auto head = sizeof order.memory + 1;
  if (size < static_cast<ssize_t>(head)) return {};
  std::memcpy(&order.memory, text.data(), sizeof order.memory);
  order.alone = text[head - 1] == is_alone;
  order.cell = text.substr(head, static_cast<std::size_t>(size) - head);
  return order;
}

}  // namespace plumb
