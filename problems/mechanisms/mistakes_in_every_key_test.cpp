// Every key of mechanism files, misspelled, omitted, and with values of other types: each mistake yields one line with
// its location.

#include <gtest/gtest.h>

#include <memory>

#include "problems/mechanisms/mechanism_problem.hpp"
#include "problems/mechanisms/testing/every_key.hpp"
#include "text/testing/toml_mutants.hpp"

namespace plumb::mistakes_in_mechanisms {
namespace {

using testing::arm, testing::of_beams, testing::of_bodies, testing::of_robots;

MechanismText read(const std::string& text) {
  return mechanism_from_text(text, "all.toml", [](const std::string&) { return arm; });
}
void read_and_check(const std::string& text) {
  const auto problem = mechanism_problem(read(text));
  try {
    problem.check(Parameters(problem.parameters, {}));
  } catch (const RefusedMechanism& e) {
    throw e.refusal;
  }
}

// Keys that identify an item and its targets. All other keys have defaults, or are alternatives.
const std::set<std::string> required = {"t_end",
                                        "body.name",
                                        "body.mass",
                                        "body.position",
                                        "body.shape.kind",
                                        "body.shape.length",
                                        "body.shape.width",
                                        "body.shape.size",
                                        "body.shape.radius",
                                        "body.turns.axis",
                                        "body.turns.angle",
                                        "joint.name",
                                        "joint.kind",
                                        "joint.bodies",
                                        "gear.name",
                                        "gear.joints",
                                        "driver.name",
                                        "driver.joint",
                                        "driver.coordinate",
                                        "force.name",
                                        "force.kind",
                                        "force.body",
                                        "force.vector",

                                        "force.joint",
                                        "force.coefficient",
                                        "force.sines.amplitude",
                                        "force.sines.rate",
                                        "force.pieces.until",
                                        "torque.name",
                                        "torque.joint",
                                        "output.name",
                                        "output.kind",
                                        "output.body",
                                        "output.component",
                                        "output.joint",
                                        "output.coordinate",
                                        "output.driver",
                                        "output.beam",
                                        "output.station",
                                        "output.sequence",
                                        "section.name",
                                        "beam.name",
                                        "beam.section",
                                        "section.shape.kind",
                                        "beam.arc.centre",
                                        "beam.arc.axis",
                                        "beam.arc.angle",
                                        "urdf.file",
                                        "parameters.length.value",
                                        "constants.mass.by"};

void expect_one_line_each(toml_mutants::OtherValues values, const std::function<void(const std::string&)>& use) {
  std::set<std::string> known, words = {"schema", "mjcf", "columns"};  // keys that none of the files contains
  const auto last = [](const std::string& key) { return key.substr(key.rfind('.') + 1); };
  for (const auto* file : {of_bodies, of_beams, of_robots}) {
    ASSERT_NO_THROW(read_and_check(file)) << file;
    const auto root = toml_from_text(file, "all.toml");
    const std::set<std::string> names = {"parameters", "constants", "constants.mass", "initial"};
    const auto mutants = toml_mutants::TomlMutants(root, names, values).all;
    for (const auto& mutant : mutants) words.insert(mutant.key);
    known.merge(toml_mutants::require_named_mistakes(mutants, "all.toml", required, use));
  }
  for (const auto& key : known) EXPECT_TRUE(words.contains(last(key))) << key << " is in none of the files";
}

TEST(MistakesInEveryKey, OfMechanismFilesAreOneLineWithItsPlaceAndTheRightKey) {
  expect_one_line_each(toml_mutants::OtherValues::in_turn, read);
}

// Replaces the value of every key by nine other values, and also assembles the equations, which detects further
// mistakes.
TEST(MistakesInEveryValue, OfMechanismFilesAreOneLineWithItsPlaceAndTheRightKey) {
  expect_one_line_each(toml_mutants::OtherValues::all, read_and_check);
}

}  // namespace
}  // namespace plumb::mistakes_in_mechanisms
