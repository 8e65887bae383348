#pragma once
// An item of a mechanism file: a TOML table such as a [[body]], with typed access to its values. All functions throw
// UsageError with a message of one line that begins with location and item: "FILE:7:8: body 'crank': mass: ...".

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "problems/mbs/mechanism.hpp"
#include "text/formula.hpp"
#include "text/toml_document.hpp"

namespace plumb {

/// is_item_name() returns whether items may have this name, item_name_rule() the text of the rule that it violates.
bool is_item_name(std::string_view name);
std::string item_name_rule(std::string_view name);

class MechanismItem {
 public:
  /// Reads a table with a `name`: letters, digits, _ and -, a letter first. `what` is, for example, "body".
  MechanismItem(std::string_view what, const TomlValue& table, const NamedNumbers& names);
  /// Takes a table without a name.
  MechanismItem(const TomlValue& table, std::string label, const NamedNumbers& names);

  const std::string& name() const { return name_; }
  const std::string& label() const { return label_; }
  const FilePlace& place() const { return table_.place; }
  /// Returns the location of the value of a key, or of the table if the key is absent.
  const FilePlace& place_of(std::string_view key) const;

  /// Throws if the table has a key that is in neither list.
  void allow(std::initializer_list<std::string_view> keys, std::span<const std::string_view> more = {}) const;
  bool has(std::string_view key) const { return table_.find(key) != nullptr; }
  bool has_table(std::string_view key) const { return has(key) && table_.find(key)->is_table(); }
  std::vector<std::string> keys() const;  // keys in the order of the file
  /// Throws if the table has both keys.
  void require_one_of(std::string_view a, std::string_view b) const;

  std::string text(std::string_view key) const;  // text of a required key
  std::string text_or(std::string_view key, std::string_view fallback) const;
  bool flag(std::string_view key) const;  // truth value of a key; false if it is omitted
  /// Returns the index in `choices` of the text of a key. If the key is omitted, returns the fallback; without a
  /// fallback the key is required.
  std::size_t choice(std::string_view key, std::span<const std::string_view> choices,
                     std::optional<std::size_t> fallback = {}) const;

  ExactNumber number(std::string_view key) const;  // number of a required key
  ExactNumber number_or(std::string_view key, std::string_view fallback) const;
  std::optional<ExactNumber> optional_number(std::string_view key) const;
  /// Returns the number of a required key; throws unless it is positive.
  ExactNumber positive(std::string_view key) const;
  /// Returns the numbers of a list; empty if the key is omitted.
  std::vector<ExactNumber> numbers(std::string_view key) const;
  mbs::Triple triple(std::string_view key) const;  // vector of a required key
  std::optional<mbs::Triple> optional_triple(std::string_view key) const;
  struct Pair {
    ExactNumber first, second;
    FilePlace place;
  };
  std::vector<Pair> pairs(std::string_view key) const;           // pairs of a list
  std::vector<mbs::Triple> triples(std::string_view key) const;  // vectors of a list; none if it is omitted
  std::vector<std::string> texts(std::string_view key) const;    // texts of a list; none if it is omitted

  /// Returns the table of a key; nullopt if the key is omitted.
  std::optional<MechanismItem> inner(std::string_view key) const;
  /// Returns the tables of a key, whose value is a table or a list of tables; empty if the key is omitted.
  std::vector<MechanismItem> all_inner(std::string_view key) const;
  /// Evaluates a formula, which may use the named numbers of the file.
  ExactNumber value_of(const std::string& formula) const;

  /// Returns the mistake with the location of the key added, or of the table if the key is absent.
  UsageError refusal(std::string_view key, const UsageError& mistake) const;

 private:
  const TomlValue& required(std::string_view key) const;
  ExactNumber number_of(const TomlValue& value, std::string_view key) const;
  mbs::Triple triple_of(const TomlValue& value, std::string_view key) const;

  const TomlValue& table_;
  const NamedNumbers& names_;
  std::string name_, label_;
};

}  // namespace plumb
