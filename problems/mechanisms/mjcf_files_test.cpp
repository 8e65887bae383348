// Tests MJCF files: equalities and the configuration of the file, includes, classes, meshes, and documents that MuJoCo
// refuses.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/start.hpp"
#include "problems/mechanisms/joint_tree.hpp"
#include "problems/mechanisms/mechanism_text.hpp"
#include "problems/mechanisms/mjcf_robot.hpp"
#include "problems/mechanisms/testing/described_mechanism.hpp"
#include "text/mistakes.hpp"
#include "text/testing/refusal.hpp"

namespace plumb {
namespace {

using OtherFiles = std::map<std::string, std::string>;

FileText reader_of(const OtherFiles& files) {
  return [files](const std::string& path) {
    const auto found = files.find(path);
    if (found == files.end()) throw UsageError(path + ": cannot be read", Mistake::unreadable);
    return found->second;
  };
}
mbs::Mechanism mechanism_of_files(const std::string& toml, const OtherFiles& files) {
  const auto file = mechanism_from_text(toml, "m.toml", reader_of(files));
  return file.mechanism(Parameters(file.parameters, {}));
}
std::string document(const std::string& inside, const std::string& more = "") {
  return "<mujoco>" + more + "<worldbody>" + inside + "</worldbody></mujoco>";
}
std::string refused_document(const std::string& text, const OtherFiles& files = {}) {
  return refusal_of([&] {
    const auto file = mechanism_from_text(text, "m.xml", reader_of(files));
    file.mechanism(Parameters(file.parameters, {}));
  });
}

const std::string linkage = R"(<body name="crank" pos="0 0 1"><joint name="j" axis="0 1 0"/>
<geom type="capsule" fromto="0 0 0 0 0 0.2" size="0.01"/><site name="s" pos="0.1 0 0.3" euler="10 20 30"/>
<body name="rod" pos="0 0 0.2" euler="0 30 0"><joint name="k" axis="0 1 0"/>
<geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.01"/></body></body>
<body name="rocker" pos="0.4 0 1"><joint name="l" type="ball" pos="0 0 0.05"/>
<geom type="capsule" fromto="0 0 0 0 0 0.2" size="0.01"/><site name="t"/></body>)";

// An equality ties the frames that coincide in the configuration of the file, whatever the initial joint positions.
TEST(MjcfFiles, TiesDoNotDependOnTheStart) {
  for (const char* tie :
       {R"(<connect body1="rod" body2="rocker" anchor="0.4 0 0"/>)", R"(<connect body1="rod" anchor="0.4 0 0"/>)",
        R"(<weld body1="rod" body2="rocker"/>)", R"(<weld body1="rocker"/>)", R"(<weld site1="s" site2="t"/>)",
        R"(<weld body1="rod" body2="rocker" relpose="0.1 0.2 0.3 1 1 0 0" anchor="0.1 0 0"/>)"}) {
    const auto mjcf = document(linkage, "<equality>" + std::string(tie) + "</equality>");
    const auto joint_of = [&](const std::string& initial) {
      const auto m = mechanism_of_files("schema = 1\nname = \"m\"\nt_end = 1\n[mjcf]\nfile = \"m.xml\"\n" + initial,
                                        {{"m.xml", mjcf}});
      return std::array{m.joints.back().on_first, m.joints.back().on_second};
    };
    const auto there = joint_of("[initial]\nj = 0.3\nk = -0.7\n"), here = joint_of("");
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR((*there[side].point)[i].in<double>(), (*here[side].point)[i].in<double>(), 1e-15) << tie;
        EXPECT_NEAR((*there[side].axis)[i].in<double>(), (*here[side].axis)[i].in<double>(), 1e-15) << tie;
      }
  }
}

// relpose is the position of the second body's anchor, and the axes of the second body, in the first body.
TEST(MjcfFiles, WeldsHaveARelativePose) {
  const auto m = mechanism_of_files(
      "schema = 1\nname = \"m\"\nt_end = 1\nstart = \"correct\"\n[mjcf]\nfile = \"m.xml\"\n",
      {{"m.xml",
        document("<body name=\"a\"><freejoint/><geom size=\"0.1\"/></body>"
                 "<body name=\"b\" pos=\"0.1 0.2 0.3\" euler=\"80 0 0\"><freejoint/><geom size=\"0.1\"/></body>",
                 "<equality><weld body1=\"a\" body2=\"b\" relpose=\"0.1 0.2 0.3 1 1 0 0\" anchor=\"0 0 0.5\"/>"
                 "</equality>")}});
  const auto parts = mbs::assemble<double>(m);
  const mbs::MultibodySystem<double> system(parts, Form::index1);
  const auto start = mbs::initial_state(system, mbs::Start::correct);
  const auto turned = so3::angle<double>(mbs::quaternion(start.q, 1), mbs::quaternion(start.q, 0));
  EXPECT_NEAR(turned, 1.5707963267948966, 1e-12) << "a quarter turn about x";
  const Vec<double, 3> apart = start.q.segment<3>(7) - start.q.segment<3>(0);
  EXPECT_NEAR(apart.norm(), std::sqrt(0.01 + 0.49 + 0.09), 1e-12) << "(0.1, 0.2, 0.3) less the anchor, (0, -0.5, 0)";
}

// x'' = −(k x + c x')/(m + A), and likewise for rotations about a principal axis. The armature A has no weight.
TEST(MjcfFiles, FreeJointsHaveForces) {
  const auto m = mechanism_of_files(
      "schema = 1\nname = \"m\"\nt_end = 1\n[mjcf]\nfile = \"m.xml\"\n[initial]\n"
      "f = { position = [0.1, 0, 0], turns = [{ axis = [0, 0, 1], angle = 0.4 }], velocity = [0, 2, 0], "
      "angular_velocity = [0, 0, 3] }\n",
      {{"m.xml",
        document("<body pos=\"0 0 1\"><joint name=\"f\" type=\"free\" stiffness=\"5\" damping=\"0.5\" armature=\"3\"/>"
                 "<inertial pos=\"0 0 0\" mass=\"2\" diaginertia=\"1 1 1.5\"/></body>")}});
  const auto parts = mbs::assemble<quad>(m);
  const mbs::JointTree<quad> tree(m, parts);
  const auto x = tree.in_joints({parts.q, parts.v});
  Vec<quad> a(6);
  tree.acceleration(0, x.q, x.v, a);
  const std::array<quad, 6> expected = {quad(-5) / 10 / 5,
                                        quad(-1) / 5,
                                        quad("-9.81") * 2 / 5,
                                        0,
                                        0,
                                        quad(-5 * 4) / 10 / quad("4.5") - quad("1.5") / quad("4.5")};
  for (int i = 0; i < 6; ++i) EXPECT_LT(abs(a[i] - expected[static_cast<std::size_t>(i)]), quad("1e-28")) << i;
}

const std::string pendulum_body = "<body name=\"b\"><joint/><geom size=\"0.1\" pos=\"1 0 0\"/></body>";

TEST(MjcfFiles, IncludedFilesStandInThePlaceOfTheElement) {
  const OtherFiles files = {
      {"parts/body.xml", "<any>" + pendulum_body + "<include file=\"more.xml\"/></any>"},
      {"parts/more.xml", "<any><body><joint/><geom class=\"c\"/></body></any>"},
      {"classes.xml", "<m><default><default class=\"c\"><geom size=\"1\"/></default></default></m>"}};
  const auto described_of = [&](const std::string& text) {
    const auto file = mechanism_from_text(text, "m.xml", reader_of(files));
    return testing::described(file.mechanism(Parameters(file.parameters, {})));
  };
  EXPECT_EQ(described_of(document("<include file=\"parts/body.xml\"/>", "<include file=\"classes.xml\"/>")),
            described_of(document(pendulum_body + "<body><joint/><geom size=\"1\"/></body>")));
}

TEST(MjcfFiles, IncludesStayInTheFolderAndEndOnce) {
  const OtherFiles files = {{"a.xml", "<m>\n<body><joint/>\n<goem/></body></m>"},
                            {"loop.xml", "<m>\n<include file=\"loop.xml\"/></m>"},
                            {"good.xml", "<m>" + pendulum_body + "</m>"},
                            {"../out.xml", "<m/>"},
                            {"/out.xml", "<m/>"}};
  const auto refused = [&](const std::string& inside) { return refused_document(document(inside), files); };
  EXPECT_EQ(refused("<include file=\"good.xml\"/>"), "accepted");
  EXPECT_EQ(refused("<include file=\"a.xml\"/>"), "unknown-name a.xml:3");
  EXPECT_EQ(refused("<include file=\"loop.xml\"/>"), "contradiction loop.xml:2 file");
  EXPECT_EQ(refused("<include file=\"m.xml\"/>"), "unreadable m.xml:1 file") << "no text is read twice";
  EXPECT_EQ(refused("<include file=\"good.xml\"/><include file=\"good.xml\"/>"), "contradiction m.xml:1 file");
  for (const char* out : {"../out.xml", "/out.xml", "parts/../../out.xml"})
    EXPECT_EQ(refused("<include file=\"" + std::string(out) + "\"/>"), "contradiction m.xml:1 file") << out;
  EXPECT_EQ(refused("<include file=\"none.xml\"/>"), "unreadable m.xml:1 file");
  EXPECT_EQ(refused("<include/>"), "missing m.xml:1 file");
}

// Sections add up, a class begins as a copy of the one around it, and later attributes override earlier ones.
TEST(MjcfFiles, SectionsAddUp) {
  const auto masses = [](const std::string& more, const std::string& geom) {
    std::vector<double> out;
    const auto robot = robot_from_mjcf(document("<body><joint/>" + geom + "</body>", more), "m.xml");
    for (const auto& inertial : robot.links.back().inertials) out.push_back(inertial.mass.in<double>());
    return out;
  };
  using ::testing::ElementsAre;
  const std::string geom = "<geom size=\"1\"/><geom class=\"c\" size=\"1\"/>";
  EXPECT_THAT(
      masses("<default><geom mass=\"3\"/><default class=\"c\"/></default><default><geom mass=\"2\"/></default>", geom),
      ElementsAre(2, 3));
  EXPECT_THAT(masses("<default><default class=\"c\"><geom mass=\"1\"/></default></default><default><joint/></default>",
                     "<geom class=\"c\" size=\"1\"/>"),
              ElementsAre(1));
  const auto angle = [](const std::string& more) {
    return robot_from_mjcf(document("<body><joint springref=\"1\"/><geom size=\"1\"/></body>", more), "m.xml")
        .joints.back()
        .free.in<double>();
  };
  EXPECT_EQ(angle("<compiler angle=\"radian\"/><compiler autolimits=\"true\"/>"), 1);
  EXPECT_NEAR(angle("<compiler angle=\"radian\"/><compiler angle=\"degree\"/>"), 0.017453292519943295, 1e-17);
}

// The mass of a mesh is unknown, which is a mistake if its body moves.
TEST(MjcfFiles, MeshesHaveAMassWhereItCounts) {
  const std::string mesh = "<asset><mesh name=\"m\" vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\"/></asset>";
  const auto refused = [&](const std::string& geom, const std::string& more = "") {
    return refused_document(
        document(pendulum_body + "<body><geom type=\"mesh\" mesh=\"m\"/></body>\n" + geom, mesh + more));
  };
  const auto moving = [](const std::string& geom) { return "<body name=\"c\"><joint/>" + geom + "</body>"; };
  const std::string sphere = "<geom size=\"0.1\" pos=\"1 0 0\"/>";
  EXPECT_EQ(refused(""), "accepted") << "it stands on the ground";
  EXPECT_EQ(refused(moving("<geom type=\"mesh\" mesh=\"m\"/>")), "not-allowed m.xml:2");
  EXPECT_EQ(refused(moving(sphere + "<geom type=\"mesh\" mesh=\"m\"/>")), "not-allowed m.xml:2");
  EXPECT_EQ(refused(moving(sphere + "<body><geom type=\"mesh\" mesh=\"m\"/></body>")), "not-allowed m.xml:2");
  for (const char* nothing : {"mass=\"0\"", "density=\"0\""})
    EXPECT_EQ(refused(moving(sphere + "<geom type=\"mesh\" mesh=\"m\" " + nothing + "/>")), "accepted");
  EXPECT_EQ(
      refused(moving("<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/><geom type=\"mesh\" mesh=\"m\"/>")),
      "accepted");
  EXPECT_EQ(
      refused(moving(sphere + "<geom type=\"mesh\" mesh=\"m\" group=\"3\"/>"), "<compiler inertiagrouprange=\"0 2\"/>"),
      "accepted");
}

struct MjcfMistake {
  const char *inside, *refusal;
  const char* more = "";
};

// MuJoCo 3.3.8 refuses each of these.
const MjcfMistake refused_by_mujoco[] = {
    {"<body euler=\"1 2 3\" quat=\"1 0 0 0\"><joint/>G</body>", "contradiction m.xml:1 quat"},
    {"<body><joint/><geom size=\"1\" zaxis=\"1 0 0\" euler=\"1 0 0\"/></body>", "contradiction m.xml:1 euler"},
    {"<body><joint/><inertial pos=\"0 0 0\" mass=\"1\" fullinertia=\"1 1 1 0 0 0\" euler=\"1 0 0\"/></body>",
     "contradiction m.xml:1 fullinertia"},
    {"<body><joint/><inertial pos=\"0 0 0\" mass=\"1\" fullinertia=\"1 1 1 0 0 0\" diaginertia=\"1 1 1\"/></body>",
     "contradiction m.xml:1 fullinertia"},
    {"<body><joint/><inertial mass=\"1\" diaginertia=\"1 1 1\"/></body>", "missing m.xml:1 pos"},
    {"<body><joint/><inertial pos=\"0 0 0\" diaginertia=\"1 1 1\"/></body>", "missing m.xml:1 mass"},
    {"<joint/>", "contradiction m.xml:1"},
    {"<body><joint/>G<body><freejoint/>G</body></body>", "contradiction m.xml:1"},
    {"<body><joint type=\"ball\"/><joint/>G</body>", "contradiction m.xml:1"},
    {"<body><freejoint/><joint/>G</body>", "contradiction m.xml:1"},
    {"<body><joint/><geom type=\"plane\" size=\"1 1 1\"/></body>", "contradiction m.xml:1 type"},
    {"<body><joint/><geom size=\"1\" fromto=\"0 0 0 1 0 0\"/></body>", "contradiction m.xml:1 fromto"},
    {"<body><joint/><geom type=\"capsule\" size=\"1\" pos=\"1 0 0\" fromto=\"0 0 0 1 0 0\"/></body>",
     "contradiction m.xml:1 fromto"},
    {"<body><joint/><geom type=\"box\" size=\"1 1\"/></body>", "missing m.xml:1"},
    {"<body><joint/><geom size=\"1\" shellinertia=\"yes\"/></body>", "unknown-name m.xml:1 shellinertia"},
    {"<body><joint limited=\"true\"/>G</body>", "out-of-range m.xml:1 range"},
    {"<body><joint range=\"-1 1\"/>G</body>", "missing m.xml:1 limited", "<compiler autolimits=\"false\"/>"},
    {"<body name=\"a\"><joint/>G</body><body name=\"a\"><joint/>G</body>", "contradiction m.xml:1"},
    {"<body name=\"world\"><joint/>G</body>", "contradiction m.xml:1"},
    {"<body><joint name=\"f\"/>G</body><body><freejoint name=\"f\"/>G</body>", "contradiction m.xml:1"},
    {"<body childclass=\"none\"><joint/>G</body>", "unknown-name m.xml:1 childclass"},
    {"<body mocap=\"true\"><joint/>G</body>", "contradiction m.xml:1 mocap"},
    {"<body><joint/>G</body>", "contradiction m.xml:1 class", "<default class=\"robot\"/>"},
    {"<body><joint/>G</body>", "missing m.xml:1 class", "<default><default/></default>"},
    {"<body><joint/>G</body>", "contradiction m.xml:1 class",
     "<default><default class=\"c\"/><default class=\"c\"/></default>"},
    {"<body name=\"a\"><joint/>G</body>", "missing m.xml:1 anchor", "<equality><connect body1=\"a\"/></equality>"},
    {"<body name=\"a\"><joint/>G</body>", "missing m.xml:1 body1", "<equality><weld/></equality>"},
    {"<body><freejoint name=\"f\"/>G</body>", "unknown-name m.xml:1 joint1",
     "<equality><joint joint1=\"f\"/></equality>"},
    {"<body><joint/>G</body>", "unknown-name m.xml:1 angle", "<compiler angle=\"grad\"/>"},
    {"<body><joint/>G</body>", "not-allowed m.xml:1", "<compiler coordinate=\"global\"/>"},
};

TEST(MjcfFiles, DocumentsThatMujocoRefusesAreRefused) {
  for (const auto& each : refused_by_mujoco) {
    std::string inside = each.inside;
    for (auto found = inside.find("G<"); found != std::string::npos; found = inside.find("G<"))
      inside.replace(found, 1, "<geom size=\"0.1\" pos=\"1 0 0\"/>");
    EXPECT_EQ(refused_document(document(inside, each.more)), each.refusal) << inside << each.more;
  }
}

}  // namespace
}  // namespace plumb
