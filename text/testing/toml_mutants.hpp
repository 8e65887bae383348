#pragma once
// Creates files with one mistake from a TOML file: each key is misspelled, or omitted, or has a value of a wrong kind.
// Tests read these files, and require a message of one line with the location.

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/exit_codes.hpp"
#include "text/toml_document.hpp"

namespace plumb::toml_mutants {

/// Returns a value as TOML. Tables are in braces, so that every entry of the root table is one line.
inline std::string toml_of(const TomlValue& value) {
  using enum TomlValue::Kind;
  std::string out;
  const auto join = [&](const auto& list, auto&& text) {
    for (const auto& one : list) out += (out.size() > 1 ? ", " : "") + text(one);
  };
  const auto quoted = [](const std::string& text) {
    std::string in_marks = "\"";
    for (const char c : text) in_marks += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
    return in_marks + "\"";
  };
  switch (value.kind) {
    case text: return quoted(value.text);
    case list:
      out = "[";
      join(value.items, [](const TomlValue& item) { return toml_of(item); });
      return out + "]";
    case table:
      out = "{";
      join(value.entries, [&](const TomlEntry& entry) { return quoted(entry.key) + " = " + toml_of(entry.value); });
      return out + "}";
    default: return value.text;
  }
}
inline std::string toml_file(const TomlValue& root) {
  std::string out;
  for (const auto& entry : root.entries) out += entry.key + " = " + toml_of(entry.value) + "\n";
  return out;
}

/// A file with one changed key. `table` is the path of its table without indices, such as "force"; `change` describes
/// the mistake; `text` is the changed file.
struct TomlMutant {
  std::string table, key, change, text;
};

/// The wrong values that a key is given: a different one for each key, only at its first occurrence (`in_turn`); or all
/// of them, at every occurrence (`all`).
enum class OtherValues { in_turn, all };

/// Creates all changed files. In the tables `names`, keys are names chosen by the user, so they are not misspelled.
class TomlMutants {
 public:
  TomlMutants(const TomlValue& root, std::set<std::string> names, OtherValues values = OtherValues::in_turn)
      : root_(root), names_(std::move(names)), values_(values) {
    visit(root_, "");
  }
  std::vector<TomlMutant> all;

  static std::string misspelled(const std::string& key) {
    return key.size() < 3 ? key + key.back() : key.substr(0, key.size() - 2) + key.back() + key[key.size() - 2];
  }

 private:
  void add(const std::string& table, const std::string& key, std::string change) {
    all.push_back({table, key, std::move(change), toml_file(root_)});
  }

  void visit(TomlValue& value, const std::string& way) {
    for (auto& item : value.items) visit(item, way);
    for (std::size_t i = 0; i < value.entries.size(); ++i) {
      const auto key = value.entries[i].key;
      if (key == "schema") continue;
      const bool is_first = keys_.insert(way + "." + key).second;
      if (is_first || values_ == OtherValues::all) change(value.entries, i, way);
      visit(value.entries[i].value, way.empty() ? key : way + "." + key);
    }
  }

  void change(std::vector<TomlEntry>& entries, std::size_t i, const std::string& way) {
    const auto kept = entries[i];
    if (!names_.contains(way)) {
      entries[i].key = misspelled(kept.key) == kept.key ? kept.key + "x" : misspelled(kept.key);
      add(way, kept.key, "misspelled");
    }
    entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i));
    add(way, kept.key, "left out");
    entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(i), kept);
    for (std::size_t k = 0; k < others().size(); ++k) {
      if (values_ == OtherValues::in_turn && k != keys_.size() % others().size()) continue;
      entries[i].value = others()[k].second;
      add(way, kept.key, others()[k].first);
    }
    entries[i] = kept;
  }

  static const std::vector<std::pair<std::string, TomlValue>>& others() {
    using enum TomlValue::Kind;
    const auto scalar = [](TomlValue::Kind kind, const char* text) {
      TomlValue out;
      out.kind = kind;
      out.text = text;
      return out;
    };
    const auto list_of = [](std::vector<TomlValue> items) {
      TomlValue out;
      out.kind = list;
      out.items = std::move(items);
      return out;
    };
    static const TomlValue strange = [&] {
      TomlValue out;
      out.entries.push_back({"nonesuch", {}, scalar(whole, "1")});
      return out;
    }();
    static const std::vector<std::pair<std::string, TomlValue>> out = {
        {"a table", strange},           {"a list of tables", list_of({strange})},
        {"no list", list_of({})},       {"a list of lists", list_of({list_of({scalar(flag, "true")})})},
        {"true", scalar(flag, "true")}, {"a text", scalar(text, "no such thing")},
        {"no text", scalar(text, "")},  {"a number", scalar(decimal, "-0.5")},
        {"nan", scalar(decimal, "nan")}};
    return out;
  }

  TomlValue root_;
  std::set<std::string> names_;
  OtherValues values_;
  std::set<std::string> keys_;  // keys visited so far, with their tables
};

/// Reads a changed file. Returns the message of its UsageError, or an empty text if the file is accepted. The test
/// fails if the message has several lines or no location in the file, or if another exception is thrown.
inline std::string refusal_of_mutant(const TomlMutant& mutant, const std::string& file,
                                     const std::function<void(const std::string&)>& read) {
  const auto where = mutant.table + "." + mutant.key + ": " + mutant.change;
  try {
    read(mutant.text);
  } catch (const UsageError& e) {
    const std::string message = e.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << where << "\n" << message;
    EXPECT_TRUE(message.starts_with(file + ":")) << where << "\n" << message;
    EXPECT_LT(message.size(), 1200U) << where;
    return message;
  } catch (const std::exception& e) {
    ADD_FAILURE() << where << ": no UsageError: " << e.what();
  }
  return "";
}

/// Requires that every misspelled key is refused with the correct key in the message, and that keys of `required`,
/// written "TABLE.KEY", must not be omitted. Returns the keys that the messages list as known, as "TABLE.KEY".
inline std::set<std::string> require_named_mistakes(const std::vector<TomlMutant>& mutants, const std::string& file,
                                                    const std::set<std::string>& required,
                                                    const std::function<void(const std::string&)>& read) {
  std::set<std::string> known;
  for (const auto& mutant : mutants) {
    const auto message = refusal_of_mutant(mutant, file, read);
    const auto where = mutant.table + "." + mutant.key + ": " + mutant.change;
    if (mutant.change == "misspelled") {
      const bool suggests_key = message.find("did you mean '" + mutant.key + "'") != std::string::npos;
      const bool suggests_similar =
          message.find("did you mean '") != std::string::npos &&  // set and step are both near ste
          (message + ",").find(" " + mutant.key + ",") != std::string::npos;
      EXPECT_TRUE(suggests_key || suggests_similar) << where << "\n" << message;
      const auto found = message.find("known: ");
      for (auto begin = found == std::string::npos ? found : found + 7; begin < message.size();) {
        const auto end = std::min(message.find(", ", begin), message.size());
        known.insert(mutant.table + "." + message.substr(begin, end - begin));
        begin = end + 2;
      }
    }
    const auto name = mutant.table.empty() ? mutant.key : mutant.table + "." + mutant.key;
    if (mutant.change == "left out" && required.contains(name)) {
      EXPECT_NE(message.find(mutant.key), std::string::npos) << where << "\n" << message;
    }
    if (mutant.change == "a list of lists") {
      EXPECT_FALSE(message.empty()) << where << " was accepted";
    }
  }
  return known;
}

}  // namespace plumb::toml_mutants
