#pragma once
// Fixture for tests of the commands that pages show. The tests execute them in a temporary folder, or look them up in
// the help.

#include <regex>

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {

class Pages : public Cli {
 protected:
  /// Returns the folder that contains examples/ and results/ of the tested program.
  static std::filesystem::path root() {
    const auto* installed = std::getenv("PLUMB_TESTED_DATA");
    return installed ? std::filesystem::path(installed) : std::filesystem::current_path();
  }

  Pages() {
    for (const char* part : {"examples", "interface"})
      std::filesystem::create_directory_symlink(root() / part, folder / part);
  }

  /// Fails if a verb, or an option of a command, is not in the help.
  void look_up(const std::string& command) const {
    static const std::regex verb(R"(^plumb( [a-z]+(?= |$))+)"), option(R"(\s(--?[A-Za-z][a-z-]*))");
    const auto text = command.substr(0, command.find('#'));
    std::smatch found;
    ASSERT_TRUE(std::regex_search(text, found, verb));
    const auto help = shell(found.str() + " --help");
    EXPECT_EQ(help.code, 0) << help.err;
    for (std::sregex_iterator i(text.begin(), text.end(), option), end; i != end; ++i)
      EXPECT_TRUE(std::regex_search(help.out, std::regex("[ ,]" + (*i)[1].str() + "\\b"))) << (*i)[1] << help.out;
  }
};

}  // namespace plumb
