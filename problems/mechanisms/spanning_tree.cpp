#include "problems/mechanisms/spanning_tree.hpp"

#include <algorithm>
#include <numeric>

namespace plumb::mbs {
namespace {

constexpr int no_body = -1, nowhere = -2;

bool has_one_coordinate(const Joint& joint) {
  return joint.kind == JointKind::revolute || joint.kind == JointKind::translational;
}

class Search {
 public:
  explicit Search(const Mechanism& mechanism)
      : m(mechanism), branch_of_body(m.bodies.size(), nowhere), taken(m.joints.size(), false) {
    for (std::size_t j = 0; j < taken.size(); ++j) taken[j] = carries_rotor(m.joints[j]);
    take_floating();
    while (take_joints()) {
    }
    for (std::size_t j = 0; j < taken.size(); ++j)
      if (!taken[j]) out.closings.push_back(static_cast<int>(j));
  }
  bool complete() const {
    const auto rotors = std::ranges::count_if(m.bodies, [](const Body& body) { return body.is_rotor; });
    return out.branches.size() + static_cast<std::size_t>(rotors) == m.bodies.size();
  }
  /// Returns the first joint between a body of the tree and a body that is not (yet) in the tree; nullopt if none.
  std::optional<JointOutside> joint_at_border() const {
    for (std::size_t j = 0; j < taken.size(); ++j) {
      const auto& joint = m.joints[j];
      const bool first = branch(body(joint.first)) != nowhere, second = branch(body(joint.second)) != nowhere;
      if (!taken[j] && first != second) return JointOutside{static_cast<int>(j), first ? joint.second : joint.first};
    }
    return {};
  }
  SpanningTree out;

 private:
  int body(const std::string& name) const {
    if (name == ground) return no_body;
    const auto at = std::ranges::find(m.bodies, name, &Body::name);
    return static_cast<int>(at - m.bodies.begin());
  }
  bool carries_rotor(const Joint& joint) const {
    const int second = body(joint.second);
    return second != no_body && m.bodies[static_cast<std::size_t>(second)].is_rotor;
  }
  int branch(int of) const { return of == no_body ? no_body : branch_of_body[static_cast<std::size_t>(of)]; }

  // Adds, as a floating body, the first body of each group of connected bodies that is not connected to the ground.
  void take_floating() {
    const auto n = m.bodies.size();
    std::vector<std::size_t> group(n + 1);  // group of each body: connected bodies share it; last: the ground
    std::iota(group.begin(), group.end(), std::size_t{0});
    const auto group_of = [&](const std::string& name) {
      const int of = body(name);
      return group[of == no_body ? n : static_cast<std::size_t>(of)];
    };
    for (std::size_t j = 0; j < taken.size(); ++j)
      if (!taken[j]) std::ranges::replace(group, group_of(m.joints[j].first), group_of(m.joints[j].second));
    for (std::size_t k = 0; k < n; ++k) {
      if (group[k] == group[n] || m.bodies[k].is_rotor) continue;
      branch_of_body[k] = out.floating++;
      out.branches.push_back({-1, static_cast<int>(k), no_body, false});
      std::ranges::replace(group, std::size_t(group[k]), std::size_t(group[n]));
    }
  }

  // Adds joints to the tree, in one pass over all joints. Returns false if no joint connects another body to the tree.
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

int SpanningTree::branch_of_joint(int joint) const {
  const auto at = std::ranges::find(branches, joint, &Branch::joint);
  return at == branches.end() ? -1 : static_cast<int>(at - branches.begin());
}

int joint_index(const Mechanism& mechanism, const std::string& name) {
  return static_cast<int>(std::ranges::find(mechanism.joints, name, &Joint::name) - mechanism.joints.begin());
}

bool moves_rotor(const Mechanism& mechanism, const Gear& gear) {
  const auto& slide = mechanism.joints[static_cast<std::size_t>(joint_index(mechanism, gear.first))];
  const auto body = std::ranges::find(mechanism.bodies, slide.second, &Body::name);
  return body != mechanism.bodies.end() && body->is_rotor;
}

std::optional<SpanningTree> spanning_tree(const Mechanism& mechanism) {
  const auto no_loop = [](const Joint& joint) { return is_nonholonomic(joint.kind); };
  if (std::ranges::any_of(mechanism.joints, no_loop)) return {};
  Search search(mechanism);
  if (mechanism.bodies.empty() || search.out.branches.empty() || !search.complete()) return {};
  return std::move(search.out);
}

std::optional<JointOutside> joint_outside_of_trees(const Mechanism& mechanism) {
  const auto rolling = std::ranges::find_if(mechanism.joints, is_nonholonomic, &Joint::kind);
  if (rolling != mechanism.joints.end()) return JointOutside{static_cast<int>(rolling - mechanism.joints.begin()), ""};
  return Search(mechanism).joint_at_border();
}

}  // namespace plumb::mbs
