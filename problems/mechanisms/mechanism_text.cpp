#include "problems/mechanisms/mechanism_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>

#include "problems/mbs/armature.hpp"
#include "problems/mbs/mechanism_check.hpp"
#include "problems/mechanisms/beam_text.hpp"
#include "problems/mechanisms/body_text.hpp"
#include "problems/mechanisms/breakpoints.hpp"
#include "problems/mechanisms/file_parameters.hpp"
#include "problems/mechanisms/force_text.hpp"
#include "problems/mechanisms/joint_text.hpp"
#include "problems/mechanisms/mechanism_item.hpp"
#include "problems/mechanisms/output_text.hpp"
#include "problems/mechanisms/robot_bodies.hpp"
#include "problems/mechanisms/table_text.hpp"
#include "problems/mechanisms/urdf_robot.hpp"
#include "text/mistakes.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 3> starts = {"refuse", "correct", "equilibrium"};
constexpr std::array<std::string_view, 2> redundants = {"refuse", "remove"};
constexpr std::array<std::string_view, 2> references = {"certified", "refined"};

/// Returns the values of all parameters and constants. A constant may use parameters and earlier constants.
NamedNumbers numbers_of(const TomlValue& root, const Parameters& parameters, const std::vector<ParameterSpec>& specs) {
  NamedNumbers out;
  for (const auto& spec : specs)
    if (spec.choices.empty()) out.emplace(spec.name, ExactNumber(parameters.text(spec.name)));
  const auto* table = root.find("constants");
  if (!table) return out;
  if (!table->is_table()) throw table->refusal(wrong_kind("constants: must be a table, [constants]"));
  const MechanismItem constants(*table, "constants", out);
  for (const auto& entry : table->entries) {
    require_parameter_name(entry);
    if (out.contains(entry.key))
      throw entry.place.refusal(
          contradiction("'{}' is already the name of a parameter; choose another name", entry.key));
    const auto by_choice = constants.has_table(entry.key) ? constants.inner(entry.key) : std::nullopt;
    const auto value = by_choice ? number_by_choice(*by_choice, parameters, specs) : constants.number(entry.key);
    out.emplace(entry.key, value);
  }
  return out;
}

/// The contents of a file, with the locations of its items.
class Document {
 public:
  Document(std::string_view text, const std::string& file, const FileText& read)
      : root_(toml_from_text(is_xml(text) ? around_a_robot : text, file)) {
    if (is_xml(text)) {
      robot_ = robot_from_text(text, file, read);
      if (robot_->rubs()) add_friction_speed();
      return;
    }
    root_.allow(std::vector<std::string>{"schema",  "name",       "title",     "source",         "t_end", "t_begin",
                                         "momenta", "reference",  "gravity",   "gravity_factor", "start", "redundant",
                                         "up",      "parameters", "constants", "urdf",           "mjcf",  "initial",
                                         "body",    "section",    "beam",      "joint",          "gear",  "driver",
                                         "force",   "torque",     "output"});
    read_tables(root_, file, read);
    specs_ = parameters_of(root_);
    if (!root_.tables("beam").empty()) add_refinement();
    top().require_one_of("urdf", "mjcf");
    if (const auto urdf = top().inner(top().has("mjcf") ? "mjcf" : "urdf")) {
      robot_ = robot_of(*urdf, file, read);
      base_floats_ = base_floats(*urdf);
      fixed_ = fixed_joints(*urdf, *robot_);
      if (robot_->rubs()) add_friction_speed();
    } else if (top().has("initial")) {
      throw top().refusal(
          "initial",
          contradiction("this key is allowed for robots ([urdf]) only; initial values of bodies are keys of [[body]]"));
    }
  }

  const std::vector<ParameterSpec>& specs() const { return specs_; }
  MechanismItem top() const { return MechanismItem(root_, "mechanism", no_names_); }
  std::string name() const { return robot_ && !top().has("name") ? robot_->name : top().text("name"); }
  std::string begin() const { return top().has("t_begin") ? top().number("t_begin").text() : "0"; }
  std::string source() const {
    const auto out = top().text_or("source", robot_ ? robot_->format : "not given");
    const auto unused = robot_ ? robot_->unused.text() : "";
    return unused.empty() ? out : fmt::format("{}; ignored contents of {}: {}", out, printable(robot_->file), unused);
  }
  /// Returns a line for each negative stiffness or damping, the remarks of the robot, and a line with the unused
  /// contents of its file.
  Lines remarks(const Parameters& parameters) const {
    Lines out;
    const auto names = numbers_of(root_, parameters, specs_);
    for (const auto* table : root_.tables("force"))
      for (auto& remark : remarks_on_force(MechanismItem("force", *table, names))) out.push_back(std::move(remark));
    if (!robot_) return out;
    out.insert(out.end(), robot_->remarks.begin(), robot_->remarks.end());
    auto all = robot_->unused;
    const auto rubs =
        std::ranges::count_if(robot_->joints, [](const auto& j) { return j.friction.template in<double>() != 0; });
    if (rubs > 0 && parameters.text(friction_speed) == "0")
      all.acting.insert(
          fmt::format("friction of {} joints (friction_speed=0.1 [rad/s, m/s] includes it as smooth friction)", rubs));
    if (const auto words = all.text(); !words.empty())
      out.push_back(fmt::format("ignored contents of {}: {}", printable(robot_->file), words));
    return out;
  }

  /// Returns the mechanism for given parameters. Throws UsageError.
  mbs::Mechanism mechanism(const Parameters& parameters) const {
    const auto names = numbers_of(root_, parameters, specs_);
    const MechanismItem all(root_, "mechanism", names);
    mbs::Mechanism out;
    out.name = name();
    out.begin = mbs::number(begin());
    out.exact_beam_tangents = !parameters.is(tangent, "cheap");
    if (const auto gravity = all.optional_triple("gravity")) out.gravity = *gravity;
    if (const auto factor = all.inner("gravity_factor")) {
      factor->allow({}, time_keys);
      out.gravity_factor = time_function_of(*factor);
    }
    out.start = static_cast<mbs::Start>(all.choice("start", starts, 0));
    out.redundant = static_cast<mbs::Redundant>(all.choice("redundant", redundants, 0));
    out.up = up_of(all);
    try {
      auto nodes = read(names, out);
      if (robot_) put_robot_into(out, all);
      mbs::remove_noise_of_inertia(out);
      for (const auto* table : root_.tables("torque")) add_joint_torque(MechanismItem("torque", *table, names), out);
      auto reported = out.bodies;
      std::erase_if(reported, [&](const mbs::Body& body) {
        return body.is_rotor || (robot_ && body.mass.in<double>() == 0);  // massless links between joints of a robot
      });
      add_beams(names, parameters, out, reported, nodes);
      add_parts(names, out, nodes);
      if (out.outputs.empty()) out.outputs = positions_of(reported);
      add_armatures(names, out);
      mbs::attach_to_nodes(nodes, out);
      mbs::require_sound(out);
      mbs::require_tables_cover(out, top().number("t_end").in<quad>());
    } catch (const mbs::MechanismMistake& e) {
      throw located(e);
    }
    return out;
  }

  UsageError located(const mbs::MechanismMistake& mistake) const {
    return place_of(mistake.item).refusal({printable(mistake.what(), 1000), mistake.code});
  }

 private:
  static std::optional<mbs::Triple> up_of(const MechanismItem& all) {
    auto out = all.optional_triple("up");
    if (out && std::ranges::all_of(*out, [](const ExactNumber& x) { return x.in<double>() == 0; }))
      throw all.refusal("up", out_of_range("it has no direction: all its components are 0"));
    return out;
  }

  // The mechanism file that is assumed for a robot file without a mechanism file. It removes redundant constraints,
  // which loops of planar mechanisms have, and corrects the initial state, because robot files close loops only to a
  // few digits.
  static constexpr std::string_view around_a_robot =
      "schema = 1\nt_end = 1\nredundant = \"remove\"\nstart = \"correct\"\n";

  void put_robot_into(mbs::Mechanism& out, const MechanismItem& all) const {
    RobotStart start{.floats = base_floats_, .fixed = fixed_};
    if (const auto initial = all.inner("initial")) add_initial(*initial, *robot_, start);
    if (robot_->rubs()) start.friction_speed = all.value_of(std::string(friction_speed));
    if (all.has("gravity")) start.gravity = all.triple("gravity");
    RobotBodies(*robot_, start).put_into(out);
  }
  void add_armatures(const NamedNumbers& names, mbs::Mechanism& out) const {
    for (const auto* table : root_.tables("joint")) {
      const MechanismItem item("joint", *table, names);
      if (item.has("armature")) mbs::add_armature(item.name(), item.positive("armature"), out);
    }
  }

  static constexpr std::string_view friction_speed = "friction_speed";
  /// Adds the parameter for the transition speed of friction, which robots with joint friction have.
  void add_friction_speed() {
    if (std::ranges::find(specs_, friction_speed, &ParameterSpec::name) != specs_.end())
      throw root_.place.refusal(contradiction(
          "parameter '{}': this name is reserved for the parameter of robots with friction; choose another name",
          friction_speed));
    specs_.push_back(
        {.name = std::string(friction_speed),
         .default_value = "0",
         .unit = "rad/s",
         .meaning =
             "speed at which the friction of joints has 3/4 of its full size (m/s if they slide); 0: no friction",
         .minimum = 0});
  }

  static constexpr std::string_view refinement = "refine", tangent = "tangent", rotations = "rotations";
  void add_refinement() {
    for (auto& own : beam_parameters(top().flag("momenta"))) {
      if (std::ranges::find(specs_, own.name, &ParameterSpec::name) != specs_.end())
        throw root_.tables("beam").front()->refusal(contradiction(
            "parameter '{}': this name is reserved for a parameter of mechanisms with beams; choose another name",
            own.name));
      specs_.push_back(std::move(own));
    }
  }
  int refinement_in(const NamedNumbers& names) const {
    const auto found = names.find(refinement);
    if (found == names.end()) return 1;
    const double n = found->second.in<double>();
    if (n != std::floor(n) || n > 10000)
      throw root_.place.refusal(out_of_range("parameter 'refine': {} is not a whole number up to 10000", n));
    return static_cast<int>(n);
  }

  /// Returns the kind of rotations of a beam: given by a word, or by { by = "data", ... } with a word for each choice
  /// of a parameter. The parameter `rotations` overrides both.
  mbs::BeamRotations rotations_of(const MechanismItem& beam, const Parameters& parameters) const {
    constexpr auto& names = mbs::beam_rotations_names;
    auto out = beam.has_table("rotations") ? choice_by_choice(*beam.inner("rotations"), names, parameters, specs_)
                                           : beam.choice("rotations", names, 0);
    for (std::size_t i = 0; i < names.size(); ++i)
      if (parameters.is(rotations, names[i])) out = i;
    return static_cast<mbs::BeamRotations>(out);
  }

  /// Adds the last node of each beam to the bodies whose positions are the default outputs.
  void add_beams(const NamedNumbers& names, const Parameters& parameters, mbs::Mechanism& out,
                 std::vector<mbs::Body>& observed, mbs::NodesByName& nodes) const {
    std::vector<mbs::Section> sections;
    for (const auto* table : root_.tables("section"))
      sections.push_back(section_of(MechanismItem("section", *table, names)));
    const int refine = refinement_in(names);
    for (const auto* table : root_.tables("beam")) {
      const MechanismItem item("beam", *table, names);
      auto beam = beam_of(item, sections, refine);
      beam.rotations = rotations_of(item, parameters);
      mbs::add_beam(beam, out, nodes);
      observed.push_back(out.bodies.back());
    }
  }

  void add_parts(const NamedNumbers& names, mbs::Mechanism& out, mbs::NodesByName& nodes) const {
    for (const auto* table : root_.tables("body")) {
      const MechanismItem item("body", *table, names);
      if (!item.has("part_of")) continue;
      auto part = body_of(item);
      if (const auto centre = item.optional_triple("centre")) mbs::move_to_centre(*centre, part);
      mbs::add_part(part, item.text("part_of"), out, nodes);
    }
  }

  mbs::NodesByName read(const NamedNumbers& names, mbs::Mechanism& out) const {
    mbs::NodesByName nodes;
    for (const auto* table : root_.tables("body")) {
      const MechanismItem item("body", *table, names);
      if (item.has("part_of")) continue;
      out.bodies.push_back(body_of(item));
      if (const auto centre = item.optional_triple("centre"))
        nodes.insert_or_assign(item.name(), mbs::move_to_centre(*centre, out.bodies.back()));
    }
    for (const auto* table : root_.tables("joint"))
      out.joints.push_back(joint_of(MechanismItem("joint", *table, names)));
    for (const auto* table : root_.tables("joint"))
      if (const auto limits = limits_of(MechanismItem("joint", *table, names))) out.limits.push_back(*limits);
    for (const auto* table : root_.tables("gear")) out.gears.push_back(gear_of(MechanismItem("gear", *table, names)));
    for (const auto* table : root_.tables("driver"))
      out.drivers.push_back(driver_of(MechanismItem("driver", *table, names)));
    for (const auto* table : root_.tables("force")) add_force(MechanismItem("force", *table, names), out);
    for (const auto* table : root_.tables("output"))
      out.outputs.push_back(output_of(MechanismItem("output", *table, names)));
    for (auto& output : out.outputs)
      for (const auto& driver : out.drivers)
        if (output.kind == mbs::OutputKind::effort && output.of == driver.name)
          output.unit = driver.coordinate == mbs::Coordinate::rotation ? "N m" : "N";
    return nodes;
  }

  /// Returns the location of an item. If two items have the same name, the second location is returned, because the
  /// second item is the mistake.
  FilePlace place_of(std::string_view item) const {
    auto out = root_.place;
    if (robot_) {
      for (const auto& link : robot_->links)
        if (mbs::item("body", link.name) == item) out = link.place;
      for (const auto& joint : robot_->joints)
        if (mbs::item("joint", joint.name) == item || mbs::item("force", joint.name) == item ||
            mbs::item("gear", joint.name) == item)
          out = joint.place;
    }
    for (const auto* beam : root_.tables("beam"))
      for (const char* end : {"first", "last"})  // the clamp of each end is a joint named after the beam
        if (beam->find(end) && mbs::item("joint", beam->text_of("name") + "_" + end) == item)
          out = beam->find(end)->place;
    for (const char* what : {"body", "section", "beam", "joint", "gear", "driver", "force", "output"})
      for (const auto* table : root_.tables(what))
        if (mbs::item(what, table->text_of("name")) == item) out = table->place;
    for (const auto* table : root_.tables("torque"))
      if (mbs::item("force", table->text_of("name")) == item) out = table->place;
    return out;
  }

  TomlValue root_;
  NamedNumbers no_names_;
  std::vector<ParameterSpec> specs_;
  std::optional<Robot> robot_;
  bool base_floats_ = false;
  std::set<std::string> fixed_;
};

}  // namespace

MechanismText mechanism_from_text(std::string_view text, const std::string& file, const FileText& read) {
  const auto document = std::make_shared<const Document>(text, file, read);
  const auto top = document->top();
  require_horizon(top);
  document->mechanism(Parameters(document->specs(), {}));
  return {.name = document->name(),
          .title = top.text_or("title", document->name()),
          .source = document->source(),
          .t_begin = document->begin(),
          .t_end = top.number("t_end").text(),
          .remarks = [document](const Parameters& parameters) { return document->remarks(parameters); },
          .has_momenta = top.flag("momenta"),
          .refines = top.choice("reference", references, 0) == 1,
          .parameters = document->specs(),
          .mechanism =
              [document](const Parameters& parameters) {
                try {
                  return document->mechanism(parameters);
                } catch (const UsageError& e) {
                  throw RefusedMechanism(e);
                }
              },
          .located = [document](const mbs::MechanismMistake& mistake) { return document->located(mistake); }};
}

}  // namespace plumb
