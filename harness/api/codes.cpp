#include "harness/api/codes.hpp"

#include "text/toml_document.hpp"

namespace plumb {

const std::vector<CodeIntegrator>& code_integrators() {
  static const auto all = [] {
    const auto& file = codes_file().front();
    const auto document = toml_from_text(file.text, std::string(file.path));
    std::vector<CodeIntegrator> out;
    for (const auto* entry : document.tables("integrator"))
      out.push_back({.code = entry->text_of("code"),
                     .name = entry->text_of("name"),
                     .description = entry->text_of("description"),
                     .agreement = entry->text_of("agreement"),
                     .method = entry->text_of("method"),
                     .formulation = entry->text_of("formulation"),
                     .note = entry->text_of("note"),
                     .source = entry->text_of("source")});
    return out;
  }();
  return all;
}

Table code_table() {
  Table table{.columns = {{"code"}, {"integrator"}, {"agreement"}, {"method"}, {"formulation"}, {"note"}, {"source"}},
              .rows = {}};
  const auto text_or_none = [](const std::string& text) { return text.empty() ? Entry() : Entry(text); };
  for (const auto& one : code_integrators())
    table.rows.push_back({one.code, one.name, one.agreement, text_or_none(one.method), text_or_none(one.formulation),
                          text_or_none(one.note), one.source});
  return table;
}

}  // namespace plumb
