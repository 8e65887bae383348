#pragma once
// A study cut into shards of equal cost, for machines that know nothing of each other.
//
// Every cell ranks the shards by a hash of its id and their number, and goes to the first that has room: the costly
// cells first, with room for the mean cost of a shard and an eighth (bounded loads: Mirrokni, Thorup & Zadimoghaddam
// 2018, SODA). What all machines know decides, ids and expected costs: shards are disjoint and together the study. One
// more cell takes a place of its own and moves those few that it takes the room of.

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

/// The shard written "2/8". Throws UsageError.
Shard shard_from_text(std::string_view text);

struct WeighedCell {
  std::uint64_t key = 0;  // as Cells::key
  double seconds = 0;     // expected; its first binary digits count
};

/// For each of the cells the number of its shard, from 1 on, whatever their order.
std::vector<std::uint32_t> dealt(std::span<const WeighedCell> cells, std::uint32_t shards);

/// All cells with their expected times. Obeys stopping points and tells progress.
std::vector<WeighedCell> weighed(const Cells& cells);

/// The cells of a shard, in the order of the study.
Cells cells_of_shard(const Cells& cells, const Shard& shard);

}  // namespace plumb
