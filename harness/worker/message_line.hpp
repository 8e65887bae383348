#pragma once
// Processes of Plumb communicate through socket pairs ("lines"), which carry a sequence of messages:
//
//   kind   1 byte
//   size   8 bytes, number of content bytes in the native byte order
//   bytes  the content

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace plumb {

/// A file descriptor that the destructor closes.
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

/// Creates a socket pair and returns its ends, which are closed in new programs (close-on-exec). Throws
/// std::system_error.
std::array<OwnedFile, 2> line_ends();

struct Message {
  char kind = '\0';
  std::string bytes = {};
};

/// Sends a whole message; returns false if the other end is closed. May be called by signal handlers.
bool send_message(int line, char kind, std::string_view bytes);
/// Waits for a message; nullopt if the other end is closed.
std::optional<Message> received_message(int line);

/// Assembles messages from the pieces in which their bytes arrive.
class MessageReader {
 public:
  void add(std::string_view piece) { waiting_ += piece; }
  /// Returns the next message; none if it is not complete yet.
  std::optional<Message> next();

 private:
  std::string waiting_;
  std::size_t done_ = 0;  // number of bytes of `waiting_` that were returned
};

}  // namespace plumb
