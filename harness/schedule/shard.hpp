#pragma once
// A study is cut into shards of equal cost, for machines that know nothing of each other.
//
// Every cell ranks the shards by a hash of its id and their number, and goes to the first one that has room. The costly
// cells come first, and the room is the mean cost of a shard and an eighth (bounded loads: Mirrokni, Thorup &
// Zadimoghaddam 2018, SODA). Only ids and expected costs decide, which all machines know. So shards are disjoint, and
// together they are the study. One more cell takes its own place, and moves only the few cells whose room it takes.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cell/cells.hpp"

namespace plumb {

/// Number `number` (from 1 on) of `count` shards.
struct Shard {
  std::uint32_t number = 1, count = 1;
};

/// Reads a shard written "2/8". Throws UsageError.
Shard shard_from_text(std::string_view text);

struct WeighedCell {
  std::uint64_t key = 0;  // as Cells::key
  double seconds = 0;     // expected; only its first binary digits count
};

/// Returns the number of the shard of each cell, from 1 on. It does not depend on the order of the cells.
std::vector<std::uint32_t> dealt(std::span<const WeighedCell> cells, std::uint32_t shards);

/// Returns all cells with their expected times. Obeys stopping points and tells progress.
std::vector<WeighedCell> weighed(const Cells& cells);

/// Returns the cells of a shard, in the order of the study.
Cells cells_of_shard(const Cells& cells, const Shard& shard);

}  // namespace plumb
