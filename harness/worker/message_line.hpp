#pragma once
// The lines on which processes of Plumb talk: messages of a kind and bytes, one after the other.
//
//   kind   1 byte
//   size   8 bytes, as the machine has them in memory
//   bytes

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace plumb {

/// A file descriptor that is closed when it goes.
class OwnedFile {
 public:
  explicit OwnedFile(int file = -1) : file_(file) {}
  OwnedFile(OwnedFile&& other) noexcept : file_(other.release()) {}
  OwnedFile& operator=(OwnedFile&& other) noexcept;
  ~OwnedFile() { close(); }

  int operator*() const { return file_; }
  int release();
  void close();

 private:
  int file_;
};

/// The two ends of a line, which no process that is started inherits. Throws std::system_error.
std::array<OwnedFile, 2> line_ends();

struct Message {
  char kind = '\0';
  std::string bytes = {};
};

/// Sends a whole message; returns false if the other end is closed. May be called by signal handlers.
bool send_message(int line, char kind, std::string_view bytes);
/// Waits for a message; nullopt if the other end is closed.
std::optional<Message> received_message(int line);

/// Puts messages together from the pieces in which they arrive.
class MessageReader {
 public:
  void add(std::string_view piece) { waiting_ += piece; }
  /// The next message; none: it has not arrived as a whole.
  std::optional<Message> next();

 private:
  std::string waiting_;
  std::size_t done_ = 0;  // number of bytes of `waiting_` that were returned
};

}  // namespace plumb
