#pragma once
// The lines to processes for cells, and the cells that are sent on them.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace plumb {

/// A cell to be run.
struct CellOrder {
  std::uint64_t memory = 0;  // bytes that the process may take beyond what it has
  bool alone = false;        // in a process that has run no other cell and will run none
  std::string cell;          // canonical JSON
};

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

/// Both ends of a line that keeps messages apart; of a pipe. Throw std::system_error.
std::array<OwnedFile, 2> line_ends();
std::array<OwnedFile, 2> pipe_ends();

/// False: nobody is at the other end, or the message is too long.
bool send_cell_order(int line, const CellOrder& order);
/// Waits for one; none: the other end is closed.
std::optional<CellOrder> received_cell_order(int line);

}  // namespace plumb
