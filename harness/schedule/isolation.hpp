#pragma once
// Which cells run in processes apart (cell_processes.hpp), and what they may take there.
//
// A crash, a loop without end or a wild allocation of a method then ends its cell with a status, and nothing else. The
// result has the same bits as in this process.

#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/cell/resolved_cell.hpp"

namespace plumb {

struct IsolationOptions {
  bool all = false;                          // every cell, one after the other in the same processes
  std::optional<std::uint64_t> memory = {};  // bytes that one cell may take; none: `usable_memory()`
  double grace = 1;                          // s, from a cell's timeout until its process is ended by force

  /// Bytes that one cell may take.
  std::uint64_t limit() const;
};

/// Whether no other process could run the cell, since the program that uses Plumb has made its problem or method.
bool is_known_here_alone(const ResolvedCell& cell);

/// Whether a cell has a process of its own, which has run no other, whatever the options ask of all: one that may need
/// so much memory that the system would end this process instead. Never one that is known here alone.
bool needs_isolation(const ResolvedCell& cell, std::uint64_t memory_limit);

/// Bytes that cells may take together: most of what the machine, the control group of this process and its own limit
/// leave free now.
std::uint64_t usable_memory();

/// Of these, what the limit of this process alone leaves free; none: it has none.
std::optional<std::uint64_t> free_address_space();

/// The bytes of "512M", "2GB", "1.5 GiB"; M and MB are 10^6, MiB is 2^20, without a unit they are bytes. None if it is
/// no such text.
std::optional<std::uint64_t> bytes_from_text(std::string_view text);

}  // namespace plumb
