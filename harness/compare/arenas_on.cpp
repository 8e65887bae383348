#include "harness/compare/arenas_on.hpp"

#include <algorithm>
#include <iterator>

namespace plumb {

std::vector<Arena> arenas_on(const std::vector<std::string>& problems, bool quick) {
  auto out = !problems.empty() ? arenas_of(problems) : quick ? quick_arenas() : default_arenas();
  if (quick) return out;
  std::vector<Arena> others;
  for (const auto& arena : out)
    if (arena.formulation == "index3") std::ranges::move(other_formulations(arena), std::back_inserter(others));
  std::ranges::move(others, std::back_inserter(out));
  return out;
}

}  // namespace plumb
