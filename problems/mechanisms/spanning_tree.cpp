#include "problems/mechanisms/spanning_tree.hpp"

#include <algorithm>

namespace plumb::mbs {
namespace {

constexpr int on_ground = -1, nowhere = -2;

bool has_one_coordinate(const Joint& joint) {
  return joint.kind == JointKind::revolute || joint.kind == JointKind::translational;
}

class Search {
 public:
  explicit Search(const Mechanism& mechanism)
      : m(mechanism), branch_of_body(m.bodies.size(), nowhere), taken(m.joints.size(), false) {
    while (take_joints()) {
    }
    for (std::size_t j = 0; j < taken.size(); ++j)
      if (!taken[j]) out.closings.push_back(static_cast<int>(j));
  }
  bool complete() const { return out.branches.size() == m.bodies.size(); }
  SpanningTree out;

 private:
  int body(const std::string& name) const {
    if (name == ground) return on_ground;
    const auto at = std::ranges::find(m.bodies, name, &Body::name);
    return static_cast<int>(at - m.bodies.begin());
  }
  int branch(int of) const { return of == on_ground ? on_ground : branch_of_body[static_cast<std::size_t>(of)]; }

  // Once through all joints. False: there is none that reaches another body.
  bool take_joints() {
    bool found = false;
    for (std::size_t j = 0; j < taken.size(); ++j) {
      const auto& joint = m.joints[j];
      if (taken[j] || !has_one_coordinate(joint)) continue;
      const int first = body(joint.first), second = body(joint.second);
      if ((branch(first) == nowhere) == (branch(second) == nowhere)) continue;
      const bool reversed = branch(first) == nowhere;
      const int hangs = reversed ? first : second;
      out.branches.push_back({static_cast<int>(j), hangs, branch(reversed ? second : first), reversed});
      branch_of_body[static_cast<std::size_t>(hangs)] = static_cast<int>(out.branches.size()) - 1;
      taken[j] = found = true;
    }
    return found;
  }

  const Mechanism& m;
  std::vector<int> branch_of_body;
  std::vector<bool> taken;
};

}  // namespace

int SpanningTree::branch_of(int body) const {
  const auto at = std::ranges::find(branches, body, &Branch::body);
  return at == branches.end() ? -1 : static_cast<int>(at - branches.begin());
}

std::optional<SpanningTree> spanning_tree(const Mechanism& mechanism) {
  Search search(mechanism);
  if (mechanism.bodies.empty() || !search.complete()) return {};
  return std::move(search.out);
}

}  // namespace plumb::mbs
