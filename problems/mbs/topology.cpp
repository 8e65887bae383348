#include "problems/mbs/topology.hpp"

namespace plumb::mbs {
namespace {

class Search {
 public:
  Search(int bodies, const std::vector<std::pair<int, int>>& pairs) : neighbours(static_cast<std::size_t>(bodies)) {
    out.node_of_body.assign(neighbours.size(), -1);
    for (const auto& [a, b] : pairs) {
      if (a >= 0 && b >= 0) {
        neighbours[static_cast<std::size_t>(a)].push_back(b);
        neighbours[static_cast<std::size_t>(b)].push_back(a);
      }
    }
    for (const auto& [a, b] : pairs) {  // breadth first: all that the ground holds, then what these hold
      if (a < 0 && b >= 0) visit(b, -1);
      if (b < 0 && a >= 0) visit(a, -1);
    }
    follow();
    for (int body = 0; body < bodies; ++body) {
      visit(body, -1);
      follow();
    }
    for (const auto& [a, b] : pairs) out.tree = out.tree && keeps_tree(a, b);
  }
  Topology out;

 private:
  void visit(int body, int parent) {
    auto& node = out.node_of_body[static_cast<std::size_t>(body)];
    if (node >= 0) return;
    node = static_cast<int>(out.parents.size());
    out.parents.push_back(parent);
    out.body_of_node.push_back(body);
  }
  void follow() {
    for (; next < out.parents.size(); ++next)
      for (const int other : neighbours[static_cast<std::size_t>(out.body_of_node[next])])
        visit(other, static_cast<int>(next));
  }
  bool keeps_tree(int a, int b) const {
    const int i = a < 0 ? -1 : out.node_of_body[static_cast<std::size_t>(a)];
    const int j = b < 0 ? -1 : out.node_of_body[static_cast<std::size_t>(b)];
    const auto parent = [&](int node) { return out.parents[static_cast<std::size_t>(node)]; };
    return (i >= 0 && parent(i) == j) || (j >= 0 && parent(j) == i);
  }

  std::vector<std::vector<int>> neighbours;
  std::size_t next = 0;
};

}  // namespace

Topology topology(int bodies, const std::vector<std::pair<int, int>>& pairs) { return Search(bodies, pairs).out; }

}  // namespace plumb::mbs
