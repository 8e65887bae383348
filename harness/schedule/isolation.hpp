#pragma once
// These cells run in processes apart (cell_processes.hpp), and this is what they may take there.
//
// A crash, an endless loop or a wild allocation of a method then ends its cell with a status, and nothing else. The
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

  /// Returns the bytes that one cell may take.
  std::uint64_t limit() const;
};

/// Tells whether no other process could run the cell, because the program that uses Plumb has made its problem or
/// method.
bool is_known_here_alone(const ResolvedCell& cell);

/// Tells whether a cell has a process of its own, which has run no other cell, whatever the options ask. It does if it
/// may need so much memory that the system would end this process instead, or if its method is from outside. A cell
/// that is known here alone never does.
bool needs_isolation(const ResolvedCell& cell, std::uint64_t memory_limit);

/// Returns the bytes that cells may take together: most of what the machine, the control group of this process and its
/// own limit leave free now.
std::uint64_t usable_memory();

/// Returns the part of these that the limit of this process leaves free. None: it has no limit.
std::optional<std::uint64_t> free_address_space();

/// Returns the bytes of "512M", "2GB", "1.5 GiB": M and MB are 10^6, MiB is 2^20, and without a unit the number is in
/// bytes. None if the text is not a size.
std::optional<std::uint64_t> bytes_from_text(std::string_view text);

}  // namespace plumb
