// An option must have the same spelling and meaning in all verbs.

#include "harness/cli/command_tree.hpp"

#include <map>

#include "harness/cli/commands.hpp"
#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

struct Meaning {
  std::string names, type, text, verb;
};

/// Returns the part of a help text that is common to all verbs: the text before the colon.
std::string common_part(const std::string& description) { return description.substr(0, description.find(':')); }

void collect(const CLI::App& verb, std::map<std::string, std::vector<Meaning>>& out) {
  for (const auto* option : options(verb))
    for (const auto& name : option->get_lnames())
      out[name].push_back({both_names(*option), expects_value(*option) ? option->get_type_name() : "",
                           common_part(option->get_description()), full_name(verb)});
  for (const auto* sub : verbs(verb)) collect(*sub, out);
}

// Fails if an option has another short name, type or common help text in one verb than in another.
TEST(CommandTree, AnOptionHasOneMeaning) {
  CLI::App app("", "plumb");
  Exit exit = Exit::ok;
  for (const auto add : commands) add(app, exit);
  std::map<std::string, std::vector<Meaning>> all;
  collect(app, all);
  for (const auto& [name, meanings] : all)
    for (const auto& other : meanings) {
      const auto& first = meanings.front();
      const auto where = "--" + name + " of " + first.verb + " and of " + other.verb;
      EXPECT_EQ(first.names, other.names) << where;
      EXPECT_EQ(first.type, other.type) << where;
      EXPECT_EQ(first.text, other.text) << where;
    }
  for (const char* shared : {"json", "store", "out", "jobs", "format", "steps", "problem", "at"})
    EXPECT_GT(all[shared].size(), 1u) << shared;
  EXPECT_FALSE(all.contains("step"));
}

}  // namespace
}  // namespace plumb
