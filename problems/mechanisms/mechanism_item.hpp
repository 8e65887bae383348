#pragma once
// A table of a mechanism file, "body 'crank'", and its values. All functions throw UsageError, one line that begins
// with the place and the item: "FILE:7:8: body 'crank': mass: ...".

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

/// Return whether items of mechanisms may have this name, and the rule for names.
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
  /// The place of the value of a key, or of the table if it has no such key.
  const FilePlace& place_of(std::string_view key) const;

  /// Refuses keys that are in neither list.
  void allow(std::initializer_list<std::string_view> keys, std::span<const std::string_view> more = {}) const;
  bool has(std::string_view key) const { return table_.find(key) != nullptr; }
  bool has_table(std::string_view key) const { return has(key) && table_.find(key)->is_table(); }
  std::vector<std::string> keys() const;  // keys in the order of the file
  /// Refuses two keys that exclude each other.
  void require_one_of(std::string_view a, std::string_view b) const;

  std::string text(std::string_view key) const;  // text of a required key
  std::string text_or(std::string_view key, std::string_view fallback) const;
  bool flag(std::string_view key) const;  // truth value of a key; false if it is omitted
  /// The index in `choices` of the text of a key; the fallback, if there is one and the key is left out.
  std::size_t choice(std::string_view key, std::span<const std::string_view> choices,
                     std::optional<std::size_t> fallback = {}) const;

  ExactNumber number(std::string_view key) const;  // number of a required key
  ExactNumber number_or(std::string_view key, std::string_view fallback) const;
  std::optional<ExactNumber> optional_number(std::string_view key) const;
  /// A number that has to be positive.
  ExactNumber positive(std::string_view key) const;
  /// The numbers of a list; none if it is left out.
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

  /// The table of a key; none if it is left out.
  std::optional<MechanismItem> inner(std::string_view key) const;
  /// The tables of a key: one, several or none.
  std::vector<MechanismItem> all_inner(std::string_view key) const;
  /// The number of a formula made of this item's numbers.
  ExactNumber value_of(const std::string& formula) const;

  /// Returns the mistake with the place of the key, or of the table if it has no such key.
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
