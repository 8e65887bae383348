// Methods of other catalogues are read as files and compared with an independent computation in 100 digits:
// methods/testing/outside/README.md.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <set>

#include "harness/cell/method_text.hpp"
#include "methods/analysis/analysis.hpp"
#include "methods/analysis/laws.hpp"
#include "methods/analysis/stability_by_formula.hpp"
#include "text/json.hpp"
#include "text/toml_document.hpp"

namespace plumb {
namespace {

const std::string folder = "methods/testing/outside/";

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string list(const TomlValue& value) {
  std::vector<std::string> items;
  for (const auto& item : value.items) items.push_back(item.is_list() ? list(item) : "\"" + item.text + "\"");
  return fmt::format("[{}]", fmt::join(items, ", "));
}

// Returns the coefficients as the text of a method file. If `digits` is empty, the key is omitted.
std::string as_method_file(const TomlValue& method, const std::string& digits) {
  auto out = fmt::format("schema = 1\nname = \"{}\"\n", method.text_of("name"));
  if (!digits.empty()) out += fmt::format("digits = \"{}\"\n", digits);
  for (const char* key : {"a", "b", "c", "embedded", "alpha", "beta"})
    if (const auto* value = method.find(key)) out += fmt::format("{} = {}\n", key, list(*value));
  return out;
}

// Methods that Plumb must reject, because their coefficients are wrong by more than their digits allow (README).
const std::set<std::string> off_by_more_than_their_digits = {"nodepy/cmr6",
                                                             "nodepy/prince-dormand8",
                                                             "nodepy/ssp53",
                                                             "nodepy/ssp54",
                                                             "diffeqdevtools/lobatto-iiib-2",
                                                             "diffeqdevtools/lobatto-iiid-2",
                                                             "arkode/cash-5-2-4",
                                                             "arkode/cash-5-3-4"};
// Methods whose quotients of integers are only approximations, as the order conditions show. These methods are tested
// only with the key `digits`, because quotients count as exact without it.
const std::set<std::string> of_rounded_quotients = {"nodepy/cmr6", "nodepy/prince-dormand8"};

double number(const Json& x) {
  if (x.is_number()) return x.get<double>();
  return x.get<std::string>() == "inf" ? INFINITY : std::stod(x.get<std::string>());
}

// The numbers must agree to nine digits or to ten times `within`, the error due to the digits of the coefficients.
void expect_near(double found, double expected, double within, const std::string& label) {
  if (std::isinf(expected))
    EXPECT_EQ(found, expected) << label;
  else
    EXPECT_NEAR(found, expected, 1e-9 * std::max(1., expected) + 10 * within) << label;
}

double within(const Json& expected, const std::string& key) {
  const auto at = expected.find(key + "_within");
  return at == expected.end() ? 0 : number(*at);
}

void expect_windows(const std::vector<StableInterval>& found, const Json& expected, const std::string& axis,
                    const std::string& label) {
  const auto& windows = expected[axis + "_windows"];
  ASSERT_EQ(found.size(), windows.size()) << label << " " << axis;
  const auto open = expected.find(axis + "_windows_within");
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto of = [&](std::size_t k) { return open == expected.end() ? 0. : number((*open)[i][k]); };
    expect_near(found[i].from, number(windows[i][0]), of(0), label + " " + axis);
    expect_near(found[i].to, number(windows[i][1]), of(1), label + " " + axis);
  }
}

void expect_orders(const Analysis& found, const Json& expected, const std::string& label) {
  const bool tableau = expected["kind"] == "runge-kutta";
  const int order = expected["order"], linear = tableau ? expected["linear_order"] : expected["order"];
  EXPECT_EQ(found.order, tableau ? std::min(order, largest_tree) : order) << label;
  EXPECT_EQ(found.linear_order, linear) << label;
  if (!tableau) {
    EXPECT_EQ(found.irreducible, expected["irreducible"].get<bool>()) << label;
    return;
  }
  EXPECT_EQ(found.stage_order, expected["stage_order"].get<int>()) << label;
  for (std::size_t p = 1; p <= largest_tree; ++p) {
    const double residual = expected["residual"][p - 1];
    EXPECT_NEAR(found.conditions->residual[p], residual, 1e-2 * residual + 1e-30) << label << " order " << p;
  }
}

// Reads a number or a quotient such as "1/3".
double fraction(const Json& x) {
  const auto text = x.is_string() ? x.get<std::string>() : "";
  const auto slash = text.find('/');
  return slash == std::string::npos ? number(x) : std::stod(text) / std::stod(text.substr(slash + 1));
}

// Returns the value, or none if it is null.
std::optional<double> known(const Json& expected, const char* key) {
  return expected[key].is_null() ? std::nullopt : std::optional(fraction(expected[key]));
}

std::optional<int> whole(const Json& expected, const char* key) {
  return expected[key].is_null() ? std::nullopt : std::optional(expected[key].get<int>());
}

// A verdict (for example A-stable) may be unknown only if the coefficients have too few digits for it according to the
// independent computation, too.
void expect_verdict(std::optional<bool> found, const Json& expected, const char* key, const std::string& label) {
  const auto open = expected.find("digits_leave");  // multistep methods do not have this key
  const bool is_open =
      open != expected.end() && open->is_array() && !open->empty() && open->back().get<double>() > growth_of_verdicts;
  EXPECT_EQ(found.value_or(expected[key].get<bool>()), expected[key].get<bool>()) << label << " " << key;
  EXPECT_TRUE(found || is_open) << label << " " << key;
}

void expect_accuracy(const Analysis& found, const Json& expected, const std::string& label) {
  const auto constant = known(expected, "error_constant");
  ASSERT_EQ(found.error_constant.has_value(), constant.has_value()) << label;
  if (constant) {
    EXPECT_NEAR(found.error_constant->value, *constant, 1e-9 * std::abs(*constant) + 10 * found.error_constant->within)
        << label;
  }
  if (expected["kind"] != "runge-kutta") return;
  EXPECT_EQ(found.phase.dispersion, whole(expected, "dispersion_order")) << label;
  EXPECT_EQ(found.phase.dissipation, whole(expected, "dissipation_order")) << label;
  EXPECT_EQ(found.algebraically_stable, expected["algebraically_stable"].get<bool>()) << label;
}

void expect_contractivity(const Analysis& found, const Json& expected, const std::string& label) {
  ASSERT_TRUE(found.ssp_coefficient) << label;
  const auto ssp = expected["ssp_coefficient"].is_null() ? INFINITY : fraction(expected["ssp_coefficient"]);
  // Rounding of the coefficients changes the SSP coefficient of an optimal method by the square root of the rounding
  // error.
  expect_near(found.ssp_coefficient->value, ssp, std::max(within(expected, "ssp"), found.ssp_coefficient->within / 10),
              label + " SSP");
}

void expect_sector(const Analysis& found, const Json& expected, const std::string& label) {
  const auto sector = known(expected, "a_alpha");
  ASSERT_EQ(found.sector.has_value(), sector.has_value()) << label;
  if (!sector) return;
  EXPECT_NEAR(found.sector->value, *sector, found.sector->within + 1e-8) << label;
}

void expect_analysis(const MethodFile& file, const Json& expected, const std::string& label) {
  const AnalysisOptions options{.omegas = {0.1, 1}, .digits = file.digits, .embedded = file.embedded};
  const auto found = analyze(file.method, Parameters(file.method.parameters, {}), options);
  expect_orders(found, expected, label);
  expect_accuracy(found, expected, label);
  expect_contractivity(found, expected, label);
  if (found.a_stable) expect_sector(found, expected, label);
  const auto embedded = expected.find("embedded");
  const auto order = embedded == expected.end() ? std::nullopt : whole(*embedded, "order");
  EXPECT_EQ(found.embedded ? std::optional(found.embedded->order) : std::nullopt,
            order ? std::optional(std::min(*order, largest_tree)) : std::nullopt)
      << label;
  EXPECT_EQ(found.reason.empty(), found.a_stable && found.limit_known) << label << ": " << found.reason;
  EXPECT_EQ(found.zero_stable, expected["kind"] == "runge-kutta" || expected["zero_stable"].get<bool>()) << label;
  expect_verdict(found.a_stable, expected, "a_stable", label);
  expect_verdict(found.l_stable, expected, "l_stable", label);
  expect_near(found.rho_infinity.value_or(-1), number(expected["rho_infinity"]), within(expected, "rho_infinity"),
              label);
  EXPECT_TRUE(found.limit_known || found.a_stable != true) << label;
  if (found.limit_known) {
    expect_near(found.stability_limit.value_or(INFINITY), number(expected["imaginary_limit"]),
                within(expected, "imaginary_limit"), label);
    expect_windows(found.intervals, expected, "imaginary", label);
  }
  expect_windows(found.real_axis->list, expected, "real", label);
}

void expect_catalogue(const std::string& name, bool with_digits) {
  static const Json all = Json::parse(text_of(folder + "expected.json"));
  const auto file = toml_from_text("schema = 1\n" + text_of(folder + name + ".toml"), name);
  for (const auto* method : file.tables("method")) {
    const auto what = name + "/" + method->text_of("name");
    const auto digits = with_digits ? method->text_of("digits") : "";
    if (!with_digits && of_rounded_quotients.contains(what)) continue;
    std::unique_ptr<const MethodFile> read;
    try {
      read = method_from_text(as_method_file(*method, digits), what);
    } catch (const UsageError& e) {
      EXPECT_TRUE(off_by_more_than_their_digits.contains(what)) << e.what();
      EXPECT_NE(std::string(e.what()).find("off by"), std::string::npos) << e.what();
      continue;
    }
    EXPECT_FALSE(off_by_more_than_their_digits.contains(what)) << what;
    expect_analysis(*read, all[name][method->text_of("name")], what);
  }
}

class OutsideMethods : public testing::TestWithParam<const char*> {};

// The method files contain the key `digits`.
TEST_P(OutsideMethods, AreWhatAnIndependentComputationFinds) { expect_catalogue(GetParam(), true); }
// The method files omit the key `digits`, so the accuracy follows from the longest decimal.
TEST_P(OutsideMethods, NeedNotSayWhatTheirDigitsAreWorth) { expect_catalogue(GetParam(), false); }

// Feagin's method of order 14 has 35 stages with entries up to 2000. The leading coefficient of its stability
// polynomial is 1e-28, so the only bound of its real roots is 1e40. Limits and constant were computed from the
// polynomial by moments in 120 decimal digits, without code of this program. Fails in the seventh digit if a root
// search ends too early, and completely if rounding is bounded by powers of |A|.
TEST(OutsideMethodsOfHighOrder, AreWhatTheirPolynomialsSay) {
  const auto file = method_from_text(text_of(folder + "feagin14.toml"), "feagin14");
  const AnalysisOptions options{.omegas = {0.1, 1}, .digits = file->digits};
  const auto found = analyze(file->method, Parameters(file->method.parameters, {}), options);
  EXPECT_EQ(found.linear_order, 14);
  EXPECT_EQ(found.order, largest_tree);
  ASSERT_TRUE(found.stability_limit && found.real_axis && found.real_axis->limit() && found.error_constant);
  EXPECT_NEAR(*found.stability_limit, 1.158892569960216993924387749759, 1e-15);
  EXPECT_NEAR(*found.real_axis->limit(), 1.8738153537755389870810184, 1e-15);
  EXPECT_NEAR(found.error_constant->value, -3.15610318315515946184e-7, 1e-21);
  EXPECT_EQ(found.a_stable, false);
  EXPECT_EQ(found.l_stable, false);
  EXPECT_EQ(found.reason, "");
  EXPECT_TRUE(violated_laws(found).empty());
}

INSTANTIATE_TEST_SUITE_P(All, OutsideMethods, testing::Values("nodepy", "diffeqdevtools", "arkode", "classical"),
                         [](const auto& catalogue) { return std::string(catalogue.param); });

}  // namespace
}  // namespace plumb
