#include "problems/mbs/topology.hpp"

namespace plumb::mbs {
namespace {

class Search {
 public:
  Search(int bodies, const std::vector<std::pair<int, int>>& pairs)
      : neighbours(static_cast<std::size_t>(bodies)), visited(neighbours.size(), false) {
    out.parents.assign(neighbours.size(), -1);
    for (const auto& [a, b] : pairs) {
      if (a >= 0 && b >= 0) {
        neighbours[static_cast<std::size_t>(a)].push_back(b);
        neighbours[static_cast<std::size_t>(b)].push_back(a);
      }
    }
    for (const auto& [a, b] : pairs) {  // breadth-first search, from the ground
      if (a < 0 && b >= 0) visit(b, -1);
      if (b < 0 && a >= 0) visit(a, -1);
    }
    follow();
    for (int body = 0; body < bodies; ++body) {
      visit(body, -1);
      follow();
    }
  }
  Topology out;

 private:
  void visit(int body, int parent) {
    const auto at = static_cast<std::size_t>(body);
    if (visited[at]) return;
    visited[at] = true;
    out.parents[at] = parent;
    out.bodies.push_back(body);
  }
  void follow() {
    for (; next < out.bodies.size(); ++next)
      for (const int other : neighbours[static_cast<std::size_t>(out.bodies[next])]) visit(other, out.bodies[next]);
  }

  std::vector<std::vector<int>> neighbours;
  std::vector<bool> visited;
  std::size_t next = 0;
};

}  // namespace

Topology topology(int bodies, const std::vector<std::pair<int, int>>& pairs) { return Search(bodies, pairs).out; }

}  // namespace plumb::mbs
