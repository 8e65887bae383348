#pragma once
// A number type that converts an expression of numbers, names and functions to TeX while it is parsed
// (contract/expression.hpp).

#include <fmt/format.h>

#include <string>
#include <utility>

namespace plumb {

class TexNumber {
 public:
  /// Operator precedence of an expression.
  enum class Binding { sum, product, negative, atom };

  explicit TexNumber(std::string tex, Binding outermost = Binding::atom)
      : text_(std::move(tex)), closed_(text_), binding_(outermost) {}
  /// Creates a symbol. A product with a symbol is written without a dot.
  static TexNumber symbol(std::string tex) {
    TexNumber out(std::move(tex));
    out.has_names_ = true;
    return out;
  }
  /// Creates "\sin\theta", or "\sin\left(\theta\right)" before a factor, which would be read as part of the argument.
  static TexNumber function(std::string name, const TexNumber& of) {
    auto out = symbol(name + (of.is_name() ? " " + of.text_ : of.in_parentheses()));
    out.closed_ = name + of.in_parentheses();
    out.function_ = std::move(name);
    out.argument_ = out.text_.substr(out.function_.size());
    return out;
  }

  const std::string& text() const { return text_; }
  bool is_name() const { return binding_ == Binding::atom && function_.empty(); }
  /// Returns the text as the left factor of a product.
  std::string factor() const { return binding_ == Binding::sum ? in_parentheses() : closed_; }
  std::string in_parentheses() const { return "\\left(" + text_ + "\\right)"; }

  TexNumber& operator+=(const TexNumber& other) {
    return become(text_ + (other.text_.starts_with('-') ? "" : "+") + other.text_, Binding::sum, other);
  }
  TexNumber& operator-=(const TexNumber& other) {
    return become(text_ + "-" + (other.text_.starts_with('-') ? other.in_parentheses() : other.last_factor()),
                  Binding::sum, other);
  }
  TexNumber& operator*=(const TexNumber& other) {
    const bool negative = other.text_.starts_with('-');
    const bool apart = !(has_names_ || other.has_names_) || (other.text_[0] >= '0' && other.text_[0] <= '9');
    const auto before = factor() + (apart ? "\\cdot " : "\\,");
    become(before + (negative ? other.in_parentheses() : other.last_factor()),
           binding_ == Binding::negative ? Binding::negative : Binding::product, other);
    closed_ = before + (negative ? other.in_parentheses() : other.factor());
    return *this;
  }
  TexNumber& operator/=(const TexNumber& other) {
    if (binding_ == Binding::negative)
      return become(fmt::format("-\\frac{{{}}}{{{}}}", text_.substr(1), other.text_), Binding::negative, other);
    return become(fmt::format("\\frac{{{}}}{{{}}}", text_, other.text_), Binding::product, other);
  }
  TexNumber operator-() const {
    TexNumber out("-" + (text_.starts_with('-') ? in_parentheses() : last_factor()), Binding::negative);
    out.closed_ = "-" + (text_.starts_with('-') ? in_parentheses() : factor());
    out.has_names_ = has_names_;
    return out;
  }
  TexNumber to_the(const std::string& exponent) const {
    if (!function_.empty()) {
      auto out = *this;
      const auto raised = function_ + "^{" + exponent + "}";
      out.text_ = raised + argument_;
      out.closed_ = raised + closed_.substr(function_.size());
      out.binding_ = Binding::product;
      out.function_.clear();
      return out;
    }
    TexNumber out((binding_ == Binding::atom ? text_ : in_parentheses()) + "^{" + exponent + "}");
    out.has_names_ = has_names_;
    return out;
  }

 private:
  std::string last_factor() const { return binding_ == Binding::sum ? in_parentheses() : text_; }
  TexNumber& become(std::string text, Binding binding, const TexNumber& with) {
    text_ = std::move(text);
    closed_ = text_;
    binding_ = binding;
    has_names_ = has_names_ || with.has_names_;
    function_.clear();
    return *this;
  }

  std::string text_, closed_;  // TeX; TeX as the left factor of a product
  Binding binding_;
  bool has_names_ = false;
  std::string function_ = {}, argument_ = {};
};

// The parser tests for divisions by zero and roots of negative numbers, which do not occur here.
inline bool operator==(const TexNumber&, int) { return false; }
inline bool operator<(const TexNumber&, int) { return false; }

}  // namespace plumb
