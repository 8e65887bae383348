#pragma once
// Isolated cells run in separate processes (cell_processes.hpp). This module defines which cells are isolated, and
// their memory limits.
//
// A crash, an endless loop or a huge allocation in a method then ends only its cell, with a status. The result is
// bitwise identical to a run in this process.

#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/cell/resolved_cell.hpp"

namespace plumb {

struct IsolationOptions {
  bool all = false;  // whether every cell runs in a worker; a worker runs several cells one after the other
  std::optional<std::uint64_t> memory = {};  // memory limit of a cell [bytes]; none: `usable_memory()`
  double grace = 1;                          // time from a cell's timeout until its process is killed [s]

  /// Returns the memory limit of one cell [bytes].
  std::uint64_t limit() const;
};

/// Returns whether no other process could run the cell, because its problem or method was created by the calling
/// program.
bool is_local_to_process(const ResolvedCell& cell);

/// Returns whether a cell must run in its own process, whatever the options are: if it may need so much memory that the
/// system would kill this process, or if its method is not built in. Returns false if `is_local_to_process` returns
/// true.
bool needs_isolation(const ResolvedCell& cell, std::uint64_t memory_limit);

/// Returns the memory that all cells together may take [bytes]: most of the memory left free by the machine, the
/// control group of this process and its own limit.
std::uint64_t usable_memory();

/// Returns the address space that this process may still allocate within its limit (RLIMIT_AS) [bytes]; none if there
/// is no limit.
std::optional<std::uint64_t> free_address_space();

/// Returns the number of bytes in "512M", "2GB", "1.5 GiB": M and MB are 10^6, MiB is 2^20. Without a unit the number
/// is in bytes. None if the text is not a size.
std::optional<std::uint64_t> bytes_from_text(std::string_view text);

}  // namespace plumb
