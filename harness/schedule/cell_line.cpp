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
using Files = std::array<int, 3>;  // of an order

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

struct FilesRoom {
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(Files))> bytes{};
};

msghdr message_of(iovec& part, FilesRoom& room) {
  msghdr out{};
  out.msg_iov = &part;
  out.msg_iovlen = 1;
  out.msg_control = room.bytes.data();
  out.msg_controllen = room.bytes.size();
  return out;
}

ssize_t again_if_interrupted(auto&& call) {
  ssize_t size = -1;
  do size = call();
  while (size < 0 && errno == EINTR);
  return size;
}

template <class Message>
bool send_whole(int line, const Message& message) {
  return ::send(line, &message, sizeof message, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof message);
}

template <class Message>
Received receive_whole(int line, Message& message) {
  const auto size = ::recv(line, &message, sizeof message, MSG_DONTWAIT);
  if (size == static_cast<ssize_t>(sizeof message)) return Received::message;
  return size < 0 && (errno == EAGAIN || errno == EINTR) ? Received::nothing : Received::end;
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

bool send_process_order(int line, const ProcessOrder& order) {
  auto place = order.place;
  iovec part{&place, sizeof place};
  FilesRoom room;
  auto message = message_of(part, room);
  auto* files = CMSG_FIRSTHDR(&message);
  files->cmsg_level = SOL_SOCKET;
  files->cmsg_type = SCM_RIGHTS;
  files->cmsg_len = CMSG_LEN(sizeof(Files));
  const Files sent = {order.frames, order.cells, order.line};
  std::memcpy(CMSG_DATA(files), sent.data(), sizeof sent);
  return again_if_interrupted([&] { return ::sendmsg(line, &message, MSG_NOSIGNAL); }) >= 0;
}

std::optional<ProcessOrder> received_process_order(int line) {
  ProcessOrder order;
  iovec part{&order.place, sizeof order.place};
  FilesRoom room;
  auto message = message_of(part, room);
  const auto size = again_if_interrupted([&] { return ::recvmsg(line, &message, MSG_CMSG_CLOEXEC); });
  const auto* files = CMSG_FIRSTHDR(&message);
  if (size != static_cast<ssize_t>(sizeof order.place) || !files || files->cmsg_type != SCM_RIGHTS) return {};
  Files received{};
  std::memcpy(received.data(), CMSG_DATA(files), sizeof received);
  order.frames = received[0];
  order.cells = received[1];
  order.line = received[2];
  return order;
}

bool send_cell_order(int line, const CellOrder& order) {
  std::string text(reinterpret_cast<const char*>(&order.memory), sizeof order.memory);
  text += order.cell;
  if (text.size() > longest_order) return false;
  return again_if_interrupted([&] { return ::send(line, text.data(), text.size(), MSG_NOSIGNAL); }) >= 0;
}

std::optional<CellOrder> received_cell_order(int line) {
  std::string text(longest_order, '\0');
  const auto size = again_if_interrupted([&] { return ::recv(line, text.data(), text.size(), 0); });
  CellOrder order;
  if (size < static_cast<ssize_t>(sizeof order.memory)) return {};
  std::memcpy(&order.memory, text.data(), sizeof order.memory);
  order.cell = text.substr(sizeof order.memory, static_cast<std::size_t>(size) - sizeof order.memory);
  return order;
}

bool send_command(int line, CellCommand command) { return send_whole(line, command); }
bool send_notice(int line, const CellNotice& notice) { return send_whole(line, notice); }
Received receive_command(int line, CellCommand& command) { return receive_whole(line, command); }
Received receive_notice(int line, CellNotice& notice) { return receive_whole(line, notice); }

}  // namespace plumb
