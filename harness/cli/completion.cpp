// plumb completion prints scripts with which shells complete verbs, options and names.
//
// The scripts call `plumb completion words` for every completion, so they need no change for new verbs, options and
// names.

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/api/catalogue_tables.hpp"
#include "harness/cli/command_tree.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/console.hpp"

namespace plumb {
namespace {

struct Candidate {
  std::string word, meaning;
};

std::vector<Candidate> candidates_of(const std::vector<NamedItem>& items) {
  std::vector<Candidate> out;
  for (const auto& [name, title] : items) out.push_back({name, title});
  return out;
}

/// Returns the keys of all papers; after a slash ("li2019/"), the items of the paper: "li2019/table-1".
std::vector<Candidate> paper_items(const std::string& typed) {
  const auto slash = typed.find('/');
  return candidates_of(slash == std::string::npos ? catalogue_names("paper") : items_of_paper(typed.substr(0, slash)));
}

/// Returns these words as candidates without descriptions.
std::vector<Candidate> words(std::initializer_list<const char*> list) {
  std::vector<Candidate> out;
  for (const char* word : list) out.push_back({word, ""});
  return out;
}

struct NameList {
  const char* subject;
  std::vector<Candidate> (*names)(const std::string& typed);
};
constexpr NameList name_lists[] = {
    {"problem", [](const std::string&) { return candidates_of(catalogue_names("problem")); }},
    {"method", [](const std::string&) { return candidates_of(catalogue_names("method")); }},
    {"formulation", [](const std::string&) { return candidates_of(catalogue_names("formulation")); }},
    {"item", paper_items},
    {"paper", [](const std::string&) { return candidates_of(catalogue_names("paper")); }},
    {"format",
     [](const std::string&) {
       return words({"text", "md", "latex", "csv", "json", "units"});
     }},
    {"precision",
     [](const std::string&) {
       return words({"double", "long", "quad"});
     }},
    {"newton-test",
     [](const std::string&) {
       return words({"increment", "residual"});
     }},
    {"newton-norm",
     [](const std::string&) {
       return words({"max", "euclidean", "rms"});
     }},
    {"reference", [](const std::string&) {
       return words({"certified", "quick", "none"});
     }}};

/// Returns the letters at the beginning of a text in lower case: "paper" for "PAPER[/ITEM]".
std::string first_word(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (!std::isalpha(static_cast<unsigned char>(c))) break;
    out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

/// Returns the names that an option or argument accepts. The list is selected by the name of the option or argument
/// (--problem, PROBLEM), by its type, or, for an argument, by its verb (NAME of `show problem`).
std::vector<Candidate> values(const CLI::App& verb, const CLI::Option& option, const std::string& typed) {
  std::vector<std::string> subjects = option.get_lnames();
  subjects.push_back(first_word(option.get_name(true)));
  subjects.push_back(first_word(option.get_type_name()));
  if (option.get_positional()) subjects.push_back(verb.get_name());
  for (const auto& subject : subjects)
    for (const auto& list : name_lists)
      if (subject == list.subject) return list.names(typed);
  return {};
}

std::vector<Candidate> verb_candidates(const CLI::App& verb) {
  std::vector<Candidate> out;
  for (const auto* sub : verbs(verb)) out.push_back({sub->get_name(), sub->get_description()});
  return out;
}

std::vector<Candidate> option_candidates(const CLI::App& verb) {
  std::vector<Candidate> out;
  for (const auto* option : options(verb)) {
    for (const auto& name : option->get_lnames()) out.push_back({"--" + name, option->get_description()});
    for (const auto& name : option->get_snames()) out.push_back({"-" + name, option->get_description()});
  }
  return out;
}

/// Returns the index at which the last name of a comma-separated list begins. Commas in parentheses do not count.
std::size_t last_name(const std::string& list) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] == '(') ++depth;
    if (list[i] == ')') --depth;
    if (list[i] == ',' && depth == 0) begin = i + 1;
  }
  return begin;
}

std::vector<Candidate> continuing(const std::string& typed, std::vector<Candidate> all) {
  const auto begin = last_name(typed);
  const auto before = typed.substr(0, begin), start = typed.substr(begin);
  std::erase_if(all, [&](const Candidate& c) { return !c.word.starts_with(start); });
  for (auto& c : all) c.word.insert(0, before);
  return all;
}

/// The state of the command line before its last word.
struct Place {
  const CLI::App* verb;                  // verb to which the last word belongs
  const CLI::Option* wanting = nullptr;  // option whose value is the last word; null: none
  std::size_t arguments = 0;             // number of arguments before the last word
};

Place after(Place place, const std::string& word) {
  if (place.wanting != nullptr && word == "=") return place;  // bash splits --option=value at the equals sign
  if (std::exchange(place.wanting, nullptr) != nullptr) return place;
  if (word.starts_with("-")) {
    const auto* option = place.verb->get_option_no_throw(word);
    if (option != nullptr && expects_value(*option)) place.wanting = option;
    return place;
  }
  for (const auto* sub : verbs(*place.verb))
    if (sub->get_name() == word) return word == "help" ? place : Place{sub};  // a verb of the program follows `help`
  ++place.arguments;
  return place;
}

std::vector<Candidate> at(const Place& place, const std::string& typed) {
  if (place.wanting != nullptr) return values(*place.verb, *place.wanting, typed);
  if (typed.starts_with("-")) return option_candidates(*place.verb);
  if (!verbs(*place.verb).empty()) return verb_candidates(*place.verb);
  const auto arguments = positionals(*place.verb);
  if (arguments.empty()) return option_candidates(*place.verb);
  return values(*place.verb, *arguments[std::min(place.arguments, arguments.size() - 1)], typed);
}

/// Returns candidates if option and value are one word, "--option=typed". `option` includes the equals sign.
std::vector<Candidate> with_option(const Place& place, const std::string& option, const std::string& typed) {
  if (place.wanting == nullptr) return {};
  auto out = continuing(typed, at(place, typed));
  for (auto& candidate : out) candidate.word.insert(0, option);
  return out;
}

/// Returns candidates for the last of `words`: verbs, options, or names of problems, methods, formulations and papers.
/// `words` are the words of the command line after the program's name; the last one may be incomplete or empty. Returns
/// no candidates if a file or a number is expected, or if no name begins with the last word.
std::vector<Candidate> candidates(const CLI::App& program, std::span<const std::string> words) {
  if (words.empty()) return verb_candidates(program);
  Place place{&program};
  for (const auto& word : words.first(words.size() - 1)) place = after(place, word);
  const auto& last = words.back();
  if (const auto sign = last.find('='); last.starts_with("--") && sign != last.npos)
    return with_option(after(place, last.substr(0, sign)), last.substr(0, sign + 1), last.substr(sign + 1));
  return continuing(last == "=" ? "" : last, at(place, last));
}

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
