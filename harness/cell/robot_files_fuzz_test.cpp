// Damaged robot files are either read or refused. The nightly stage `asan-fast` runs this test
// under the sanitizers of addresses and undefined behaviour. The damage is the same in each run.

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "problems/mechanisms/mechanism_text.hpp"
#include "text/file_text.hpp"

namespace plumb {
namespace {

constexpr const char* urdf_seed = R"(<robot name="r"><link name="base"/><link name="arm"><inertial><origin xyz="0.2 0 0"
rpy="0 0.1 0"/><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>
<visual><geometry><box size="1 2 3"/></geometry></visual></link><link name="hand"><inertial><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="a" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/><limit lower="-1" upper="1"/>
<dynamics damping="0.1" friction="0.2"/></joint><joint name="b" type="prismatic"><parent link="arm"/><child link="hand"/>
<mimic joint="a" multiplier="2" offset="0.1"/></joint></robot>)";

/// Documents of MJCF with every attribute that is used, and one of URDF.
std::vector<std::string> seeds_of_robots() {
  std::vector<std::string> out = {urdf_seed};
  const auto all = file_text("problems/mechanisms/testing/mjcf-samples.txt", "the samples");
  for (auto found = all.find("\n+ <"); found != std::string::npos; found = all.find("\n+ <", found + 1))
    out.push_back(all.substr(found + 3, all.find('\n', found + 1) - found - 3));
  return out;
}

class Damage {
 public:
  std::string of(std::string text) {
    for (std::size_t times = below(3) + 1; times > 0; --times) text = once(std::move(text));
    return text;
  }

 private:
  std::size_t below(std::size_t end) { return end == 0 ? 0 : engine_() % end; }

  std::string once(std::string text) {
    const auto at = below(text.size()), length = below(30);
    switch (below(6)) {
      case 0: return text.erase(at, length);
      case 1: return text.insert(below(text.size()), text.substr(at, 4 * length));
      case 2: return text.replace(at, 1, 1, static_cast<char>(below(256)));
      case 3: return with_another_element(std::move(text));
      default: return with_another_value(std::move(text));
    }
  }
  // Puts a value that numbers, names and words are not in the place of an attribute's.
  std::string with_another_value(std::string text) {
    static const std::array<std::string, 20> values = {
        "",    "=",    "-1",    "0", "0 0 0", "1e999", "nan",    "inf",     "x",  "1 2 3 4 5 6 7 8",
        "a b", "\xff", "world", "j", "a",     "true",  "1e-400", "1 0 0 0", "-0", "9999999999999999999999"};
    const auto begin = text.find("=\"", below(text.size()));
    if (begin == std::string::npos) return text;
    const auto end = text.find('"', begin + 2);
    if (end == std::string::npos) return text;
    return text.replace(begin + 2, end - begin - 2, values.at(below(values.size())));
  }
  std::string with_another_element(std::string text) {
    static const std::array<std::string, 14> names = {"body",  "joint",     "geom",     "inertial", "freejoint",
                                                      "site",  "default",   "compiler", "option",   "equality",
                                                      "frame", "worldbody", "include",  "link"};
    const auto begin = text.find('<', below(text.size()));
    if (begin == std::string::npos) return text;
    const auto end = text.find_first_of(" />", begin + 1);
    if (end == std::string::npos) return text;
    return text.replace(begin + 1, end - begin - 1, names.at(below(names.size())));
  }

  std::mt19937 engine_{20};
};

/// Returns whether a text describes a mechanism. Exceptions are mistakes of the file's author.
bool is_read(const std::string& text) {
  try {
    const auto file = mechanism_from_text(text, "m.xml", [](const std::string&) { return std::string("<mujoco/>"); });
    file.mechanism(Parameters(file.parameters, {}));
    return true;
  } catch (const UsageError& e) {
    EXPECT_GT(std::string_view(e.what()).size(), 10U) << text;
  } catch (const std::invalid_argument& e) {
    EXPECT_GT(std::string_view(e.what()).size(), 10U) << text;
  }
  return false;
}

TEST(RobotFilesFuzz, DamagedFilesAreReadOrRefused) {
  const auto seeds = seeds_of_robots();
  ASSERT_GT(seeds.size(), 100U);
  Damage damage;
  constexpr int rounds = 4;
  int read = 0, all = 0;
  for (int round = 0; round < rounds; ++round)
    for (const auto& seed : seeds) {
      read += is_read(damage.of(seed)) ? 1 : 0;
      ++all;
    }
  EXPECT_GT(read, all / 20) << "some damage is none";
  EXPECT_LT(read, all);
}

// An order of Euler's angles that is none was kept, and read beyond its end.
TEST(RobotFilesFuzz, OrdersOfEulersAnglesAreChecked) {
  for (const char* order : {"=", "", "xy", "xyzx", "abc", "x y", "\xff\xff\xff"})
    for (const char* angles : {"0 20 0", "0", "1 2 3 4"})
      EXPECT_FALSE(is_read("<mujoco><compiler eulerseq=\"" + std::string(order) + "\"/><worldbody><body euler=\"" +
                           angles + "\"><joint/><geom size=\"0.1\" pos=\"0 0 1\"/></body></worldbody></mujoco>"))
          << order;
}

}  // namespace
}  // namespace plumb
