#include "problems/mechanisms/joint_coordinates.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

#include "problems/adapters/minimal.hpp"
#include "problems/adapters/observed_in.hpp"
#include "problems/adapters/with_rotation.hpp"
#include "problems/mechanisms/driven_motion.hpp"
#include "problems/mechanisms/fit_for_joints.hpp"
#include "problems/mechanisms/joint_tree.hpp"
#include "problems/mechanisms/minimal_form.hpp"

namespace plumb {
namespace {

/// Caches joint trees by parameters, because creating one from a file is slow. Returns copies.
template <class T>
class Trees {
 public:
  explicit Trees(MechanismOf mechanism) : mechanism_(std::move(mechanism)) {}

  mbs::JointTree<T> operator()(const Parameters& p) const {
    const std::lock_guard lock(kept_->reading);
    auto& tree = kept_->trees[p.canonical()];
    if (!tree) {
      const auto mechanism = mechanism_(p);
      tree = std::make_unique<mbs::JointTree<T>>(mechanism, mbs::assemble<T>(mechanism), chart_of_rotations<T>(p));
    }
    return *tree;
  }

 private:
  struct Kept {
    std::mutex reading;
    std::map<std::string, std::unique_ptr<mbs::JointTree<T>>> trees;
  };
  MechanismOf mechanism_;
  std::shared_ptr<Kept> kept_ = std::make_shared<Kept>();
};

template <class T>
Model<T> with_joints(const Model<T>& space, const Formulation& observed, const MechanismOf& mechanism,
                     bool closes_loops) {
  const Trees<T> tree(mechanism);
  const auto start = [tree, space, observed](const Parameters& p) {
    return tree(p).in_joints(space.initial(p, observed));
  };
  auto out = with_minimal_form<T>(
      space, observed, [tree](const Parameters& p) { return Minimal(tree(p)); }, start,
      [tree](const Parameters& p) {
        return [of = tree(p)](const Configuration<T>& joints) { return of.in_space(joints); };
      },
      closes_loops);
  out.initial = [space, start](const Parameters& p, const Formulation& f) {
    return f.form == Form::ode ? start(p) : space.initial(p, f);
  };
  out.momenta = space.momenta;
  out.velocities = space.velocities;
  return out;
}

Parts parts_of(const mbs::Mechanism& mechanism) {
  std::vector<Part> out;
  const auto tree = *mbs::spanning_tree(mechanism);
  for (int k = 0; k < static_cast<int>(tree.branches.size()); ++k) {
    const auto& branch = tree.branches[static_cast<std::size_t>(k)];
    const int q = tree.coordinate_of(k), v = tree.velocity_of(k);
    if (branch.floats()) {
      const auto& body = mechanism.bodies[static_cast<std::size_t>(branch.body)].name;
      out.push_back({"position of " + body, PartKind::translation, "m", {q, 3}, {v, 3}});
      out.push_back({"attitude of " + body, PartKind::rotation, "-", {q + 3, 4}, {v + 3, 3}});
      continue;
    }
    const auto& joint = mechanism.joints[static_cast<std::size_t>(branch.joint)];
    const bool turns = joint.kind == mbs::JointKind::revolute;
    out.push_back({(turns ? "angle of " : "displacement of ") + joint.name,
                   turns ? PartKind::angle : PartKind::translation,
                   turns ? "rad" : "m",
                   {q, 1},
                   {v, 1}});
  }
  return fixed_parts(std::move(out));
}

std::string meaning_of(const mbs::SpanningTree& tree) {
  const std::string joints = "angles and displacements of the joints, in the order of the tree";
  if (tree.floating == 0) return joints;
  const std::string floats =
      "centre of mass and unit quaternion of the floating body, velocity and angular velocity in its frame";
  return static_cast<std::size_t>(tree.floating) == tree.branches.size() ? floats : floats + "; then " + joints;
}

/// The additional invariants of ObservedIn for loops.
std::vector<Output> loop_invariants() {
  return {{"loop_position", "SI", "largest violation of the constraints in space"},
          {"loop_velocity", "SI", "largest violation of the first derivative of the constraints"}};
}

}  // namespace

Problem with_joint_coordinates(Problem space, const MechanismOf& mechanism) {
  const auto standard = mechanism(Parameters(space.parameters, {}));
  if (!mbs::has_joint_coordinates(standard) || is_driven(standard)) return space;
  const auto observed = space.formulations.front();
  const auto tree = *mbs::spanning_tree(standard);
  const bool closes_loops = !tree.closings.empty();
  space.in_double = with_joints<double>(space.in_double, observed, mechanism, closes_loops);
  space.in_long = with_joints<long double>(space.in_long, observed, mechanism, closes_loops);
  space.in_quad = with_joints<quad>(space.in_quad, observed, mechanism, closes_loops);
  auto out = with_minimal_formulation(std::move(space), meaning_of(tree), parts_of(standard));
  if (closes_loops) out.formulations.front().invariants = loop_invariants();
  if (!mbs::is_joint_tree(standard))  // the default formulation remains in absolute coordinates
    std::rotate(out.formulations.begin(), out.formulations.begin() + 1, out.formulations.end());
  return out;
}

}  // namespace plumb
