// plumb completion prints scripts with which shells complete verbs, options and names.
//
// The scripts call `plumb completion words` for every completion, so they need no change for new verbs, options and
// names.

#include <fmt/format.h>

#include <memory>

#include "harness/cli/candidates.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/console.hpp"

namespace plumb {
namespace {

constexpr const char* completion_examples = R"(Examples:
  source <(plumb completion bash)
  plumb completion zsh >~/.zfunc/_plumb               a folder of $fpath
  plumb completion fish >~/.config/fish/completions/plumb.fish)";

// If there are no candidates, the shell completes names of files.
constexpr const char* bash = R"(# bash completion for plumb
_plumb() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("${line%%$'\t'*}")
  done < <("${COMP_WORDS[0]}" completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _plumb plumb
)";

constexpr const char* zsh = R"(#compdef plumb
_plumb() {
  local line
  local -a candidates
  "${words[1]}" completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null | while IFS= read -r line; do
    candidates+=("${line/$'\t'/:}")
  done
  if (( ${#candidates} )); then
    _describe 'plumb' candidates
  else
    _files
  fi
}
if [[ ${funcstack[1]} == _plumb ]]; then
  _plumb "$@"
else
  compdef _plumb plumb
fi
)";

constexpr const char* fish = R"(# fish completion for plumb
function __plumb_candidates
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l candidates ($words[1] completion words -- $words[2..-1] "$current" 2>/dev/null)
    if test (count $candidates) -eq 0
        __fish_complete_path "$current"
    else
        printf '%s\n' $candidates
    end
end
complete -c plumb -f -a '(__plumb_candidates)'
)";

struct Shell {
  const char *name, *meaning, *script;
};
constexpr Shell shells[] = {
    {"bash", "the script for bash", bash}, {"zsh", "the script for zsh", zsh}, {"fish", "the script for fish", fish}};

void print_candidates(const CLI::App& program, const std::vector<std::string>& words) {
  std::string lines;
  for (const auto& c : candidates(program, words)) lines += fmt::format("{}\t{}\n", c.word, c.meaning);
  print(lines);
}

}  // namespace

void add_completion(CLI::App& app, Exit&) {
  auto& verb = *app.add_subcommand("completion", "scripts that make a shell complete verbs, options and names");
  verb.footer(completion_examples);
  for (const auto& shell : shells) {
    auto& script = *verb.add_subcommand(shell.name, shell.meaning);
    script.callback([text = shell.script] { print(text); });
  }
  auto& words = *verb.add_subcommand("words", "candidates for the last word; the scripts call this");
  auto typed = std::make_shared<std::vector<std::string>>();
  words
      .add_option("WORD", *typed,
                  "the words of a command after `plumb`, written after --; the last one may be incomplete")
      ->required();
  words.footer(
      "Example:\n  plumb completion words -- run --method erk\n\nEach candidate is a line: word, tab, meaning.");
  words.callback([typed, &app] { print_candidates(app, *typed); });
}

}  // namespace plumb
