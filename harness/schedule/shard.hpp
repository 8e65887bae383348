#pragma once
// Divides a study into shards of equal cost, for machines that do not communicate.
//
// Every cell ranks the shards by a hash of its id and the shard's number, and goes to the first shard with free
// capacity. Costly cells are placed first. The capacity is 17/16 of the mean cost of a shard, rounded up to five binary
// digits, and at least the cost of the costliest cell (bounded loads: Mirrokni, Thorup & Zadimoghaddam 2018, SODA). The
// result depends only on ids and expected costs, which are the same on all machines. So shards are disjoint, and their
// union is the study. A new cell moves only the few cells whose capacity it takes.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cell/cells.hpp"

namespace plumb {

/// One of `count` shards, which are numbered from 1 on.
struct Shard {
  std::uint32_t number = 1, count = 1;
};

/// Reads a shard written "2/8". Throws UsageError.
Shard shard_from_text(std::string_view text);

struct WeighedCell {
  std::uint64_t key = 0;  // see Cells::key
  double seconds = 0;     // expected time [s], of which only the leading binary digits matter
};

/// Returns the number of the shard of each cell, from 1 on. It does not depend on the order of the cells.
std::vector<std::uint32_t> dealt(std::span<const WeighedCell> cells, std::uint32_t shards);

/// Returns all cells with their expected times. Has stopping points and reports progress.
std::vector<WeighedCell> weighed(const Cells& cells);

/// Returns the cells of a shard, in the order of the study.
Cells cells_of_shard(const Cells& cells, const Shard& shard);

}  // namespace plumb
