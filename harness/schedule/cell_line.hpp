#pragma once
// How processes for cells are ordered of the server, and what is said on their lines.
//
// A process is one message to the server, the place in the shared memory, with three files: the pipe for frames, the
// end of a line on which the process is given cells, and the end of a line on which the server tells its number and how
// it ended, and is told to stop it. When the first two are closed by who has ordered it, the process ends.

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace plumb {

struct ProcessOrder {
  std::uint64_t place = 0;
  int frames = -1, cells = -1, line = -1;
};

/// A cell to be run.
struct CellOrder {
  std::uint64_t memory = 0;  // bytes that the process may take beyond what it has
  std::string cell;          // canonical JSON
};

enum class CellCommand : char { stop = 's', kill = 'k' };

/// Of a process: its number when it begins, the status of waitpid when it has ended.
struct CellNotice {
  bool has_ended = false;
  int value = 0;
  std::int64_t most_bytes = 0;  // that it had in memory at a time
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
bool send_process_order(int line, const ProcessOrder& order);
bool send_cell_order(int line, const CellOrder& order);
/// Wait for one; none: the other end is closed.
std::optional<ProcessOrder> received_process_order(int line);
std::optional<CellOrder> received_cell_order(int line);

bool send_command(int line, CellCommand command);
bool send_notice(int line, const CellNotice& notice);
/// Without waiting.
enum class Received { nothing, message, end };
Received receive_command(int line, CellCommand& command);
Received receive_notice(int line, CellNotice& notice);

}  // namespace plumb
