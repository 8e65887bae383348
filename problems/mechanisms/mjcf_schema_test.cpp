// Verifies every row of the tables robot-files/*.md: a used attribute changes the mechanism, an ignored attribute is
// named in a message, and a refused attribute is refused. Accelerations are compared with MuJoCo.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "problems/mbs/multibody_system.hpp"
#include "problems/mechanisms/fit_for_joints.hpp"
#include "problems/mechanisms/joint_tree.hpp"
#include "problems/mechanisms/mechanism_text.hpp"
#include "problems/mechanisms/robot_schema.hpp"
#include "problems/mechanisms/testing/described_mechanism.hpp"
#include "text/file_text.hpp"
#include "text/testing/refusal.hpp"

namespace plumb {
namespace {

/// A document without an attribute, and the same document with it.
struct MjcfSample {
  std::string element, attribute, without, with;
  std::vector<double> accelerations = {};  // of the second document, computed by MuJoCo
};

std::vector<MjcfSample> mjcf_samples() {
  std::istringstream file(file_text("problems/mechanisms/testing/mjcf-samples.txt", "the samples"));
  std::vector<MjcfSample> out;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line.substr(std::min<std::size_t>(line.size(), 2)));
    if (line.starts_with("# ")) words >> out.emplace_back().element >> out.back().attribute;
    if (line.starts_with("- ")) out.back().without = words.str();
    if (line.starts_with("+ ")) out.back().with = words.str();
    if (line.starts_with("= "))
      for (double a = 0; words >> a;) out.back().accelerations.push_back(a);
  }
  out.erase(out.begin());  // the first section explains the format
  return out;
}

mbs::Mechanism mechanism_of_mjcf(const std::string& text, std::string* unused = nullptr) {
  const auto file = mechanism_from_text(text, "m.xml");
  const bool rubs = std::ranges::find(file.parameters, "friction_speed", &ParameterSpec::name) != file.parameters.end();
  const Parameters parameters(file.parameters, rubs ? std::map<std::string, std::string>{{"friction_speed", "0.1"}}
                                                    : std::map<std::string, std::string>{});
  if (unused) *unused = fmt::format("{}", fmt::join(file.remarks(parameters), "\n"));
  return file.mechanism(parameters);
}

/// Returns a description of the document's mechanism and of the contents that it ignores, or the error message.
std::string outcome(const std::string& text) {
  try {
    std::string unused;
    const auto m = mechanism_of_mjcf(text, &unused);
    return testing::described(m) + unused;
  } catch (const UsageError& e) {
    return e.what();
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
}

TEST(MjcfSchema, UsedAttributesChangeTheMechanism) {
  std::set<std::string> proved = {"include file", "include .", "default/joint .", "default/geom .", "default/site ."};
  for (const auto& sample : mjcf_samples()) {
    EXPECT_NE(outcome(sample.without), outcome(sample.with)) << sample.with;
    proved.insert(sample.element + " " + sample.attribute);
    if (sample.element.starts_with("body/"))
      proved.insert("default" + sample.element.substr(4) + " " + sample.attribute);
    proved.insert(sample.element + " .");
  }
  for (const auto& row : RobotSchema::mjcf().rows())
    for (const auto& attribute : row.attributes) {
      if (row.treatment != Treatment::used) continue;
      EXPECT_TRUE(proved.contains(row.element + " " + attribute.name)) << row.element << " " << attribute.name;
    }
}

TEST(MjcfSchema, AccelerationsAreThoseOfMujoco) {
  int compared = 0;
  for (const auto& sample : mjcf_samples()) {
    if (sample.accelerations.empty()) continue;
    const auto m = mechanism_of_mjcf(sample.with);
    ASSERT_TRUE(mbs::has_joint_coordinates(m)) << sample.with;
    const auto parts = mbs::assemble<double>(m);
    const mbs::JointTree<double> tree(m, parts);
    const auto x = tree.in_joints({parts.q, parts.v});
    ASSERT_EQ(tree.velocities(), static_cast<int>(sample.accelerations.size())) << sample.with;
    Vec<double> a(tree.velocities());
    tree.acceleration(0, x.q, Vec<double>::Constant(tree.velocities(), 0.7), a);
    for (int i = 0; i < a.size(); ++i) {
      const double expected = sample.accelerations[static_cast<std::size_t>(i)];
      EXPECT_NEAR(a[i], expected, 1e-9 * (1 + std::abs(expected))) << sample.with;
    }
    ++compared;
  }
  EXPECT_GT(compared, 60);
}

/// Returns the document with an attribute moved from the element to a default; empty if defaults do not allow it.
std::string with_default(const MjcfSample& sample) {
  const auto name = sample.element.substr(sample.element.find('/') + 1);
  const auto attribute_text = " " + sample.attribute + "=\"", beginning = "<" + name;
  for (auto found = sample.with.find(beginning); found != std::string::npos;
       found = sample.with.find(beginning, found + 1)) {
    const auto end = sample.with.find('>', found), in = sample.with.find(attribute_text, found);
    if (in == std::string::npos || in > end) continue;
    const auto stop = sample.with.find('"', in + attribute_text.size()) + 1;
    auto out = sample.with;
    out.erase(in, stop - in);
    const auto top = out.find("<worldbody>");
    if (out.find("<default>") != std::string::npos || out.find(beginning, out.find(beginning) + 1) != std::string::npos)
      return {};
    return out.insert(top, "<default>" + beginning + sample.with.substr(in, stop - in) + "/></default>");
  }
  return {};
}

TEST(MjcfSchema, DefaultsAreAsGoodAsOwnAttributes) {
  int compared = 0;
  const std::set<std::string> elements = {"body/joint", "body/geom", "body/site"};
  for (const auto& sample : mjcf_samples()) {
    if (!elements.contains(sample.element) || sample.attribute == "name" || sample.attribute == "class") continue;
    const auto document = with_default(sample);
    if (document.empty()) continue;
    EXPECT_EQ(outcome(document), outcome(sample.with)) << document;
    ++compared;
  }
  EXPECT_GT(compared, 30);
}

/// Returns a document with the element of a row and its enclosing elements.
XmlElement document_with(const std::string& root, const std::string& key, const XmlAttribute& attribute,
                         const std::string& words) {
  XmlElement out{root, {}, {}, {}};
  auto* at = &out;
  const auto inside = [&](const std::string& name) { at = &at->children.emplace_back(XmlElement{name, {}, {}, {}}); };
  if (key.starts_with("default/"))  // a default counts only if an element has the attribute
    for (const auto& name : {key.substr(8), words}) out.children.push_back({name, {}, {}, {}});
  if (key.starts_with("body")) inside("worldbody");
  std::istringstream parts(key);
  for (std::string name; std::getline(parts, name, '/');)
    if (name != root) inside(name);
  if (attribute.name != ".") at->attributes.push_back(attribute);
  return out;
}

UnusedContents unused_of(const RobotSchema& schema, const XmlElement& document, bool& refused) {
  MistakesOfFile mistakes;
  UnusedContents out;
  schema.check(document, mistakes, out);
  refused = refusal_of([&] { mistakes.refuse(); }).starts_with("not-allowed");
  return out;
}

void expect_row(const RobotSchema& schema, const std::string& root, const SchemaRow& row,
                const SchemaAttribute& attribute) {
  bool refused = false;
  const auto unused = unused_of(schema, document_with(root, row.element, {attribute.name, "1.5"}, row.words), refused);
  const auto label = row.element + " " + attribute.name;
  EXPECT_EQ(refused, row.treatment == Treatment::refused) << label;
  const bool acts = unused.acting.contains(row.words), idle = unused.idle.contains(row.words);
  EXPECT_TRUE(acts || row.treatment != Treatment::acts) << label;
  EXPECT_TRUE(acts || idle || row.treatment != Treatment::idle) << label;
  EXPECT_TRUE(unused.unknown.empty()) << label;
  for (const auto& nothing : attribute.nothing) {
    const auto said = unused_of(schema, document_with(root, row.element, {attribute.name, nothing}, {}), refused);
    EXPECT_FALSE(refused) << label;
    EXPECT_FALSE(said.acting.contains(row.words)) << label;
  }
}

TEST(MjcfSchema, OtherRowsAreNamedOrRefused) {
  for (const auto& row : RobotSchema::mjcf().rows())
    for (const auto& attribute : row.attributes)
      if (row.element != "mujoco") expect_row(RobotSchema::mjcf(), "mujoco", row, attribute);
  for (const auto& row : RobotSchema::urdf().rows())
    for (const auto& attribute : row.attributes) expect_row(RobotSchema::urdf(), "robot", row, attribute);
}

TEST(MjcfSchema, TablesNameEverythingOnce) {
  for (const auto* schema : {&RobotSchema::mjcf(), &RobotSchema::urdf()}) {
    std::set<std::string> names;
    for (const auto& row : schema->rows())
      for (const auto& attribute : row.attributes)
        EXPECT_TRUE(names.insert(row.element + " " + attribute.name).second) << row.element << " " << attribute.name;
    EXPECT_GT(names.size(), schema == &RobotSchema::mjcf() ? 2000U : 100U);
  }
}

TEST(MjcfSchema, UnknownNamesAreRefused) {
  const auto refused = [](const std::string& text) { return refusal_of([&] { mechanism_of_mjcf(text); }); };
  EXPECT_EQ(refused("<mujoco><worldbody><body name=\"b\"><joint/>\n<geom sise=\"1\"/></body></worldbody></mujoco>"),
            "unknown-name m.xml:2 sise");
  EXPECT_EQ(refused("<mujoco><worldbody/>\n<bodies/></mujoco>"), "unknown-name m.xml:2");
  EXPECT_EQ(refused("<mujoco><default>\n<joint name=\"x\"/></default></mujoco>"), "unknown-name m.xml:2 name");
}

}  // namespace
}  // namespace plumb
