#pragma once
// Tables of the problems, methods, formulations, metrics, counters and statuses of this build.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/embedded_file.hpp"
#include "text/table.hpp"

namespace plumb {

/// A list of `plumb list`, and a note for the user (empty: none).
struct CatalogueList {
  Table table = {};
  std::string note = {};
};
/// Returns the list "problems", "methods", "formulations", "metrics", "counters", "statuses", "codes", "papers" or
/// "failures". Throws UsageError on another name.
CatalogueList catalogue_list(std::string_view name);

struct NamedItem {
  std::string name, title;
};
/// Returns the names of a kind: "problem", "method", "formulation" or "paper"; none for another kind.
std::vector<NamedItem> catalogue_names(std::string_view kind);
/// Returns the items of a paper, "li2019/table-1", with their files; none if there is no such paper.
std::vector<NamedItem> items_of_paper(const std::string& key);

/// Method files of the program (harness/cell/shipped_methods.hpp).
Table method_file_table();

/// An integrator of another program (`code`), with its name there. `method` and `formulation` are the arguments of -m
/// and -f that select the corresponding method here; empty if there is none. `agreement` is "same", "nearest" or
/// "missing".
struct CodeIntegrator {
  std::string code, name, description, agreement, method, formulation, note, source;
};

/// Returns the integrators in the order of the file.
const std::vector<CodeIntegrator>& code_integrators();

/// Returns the integrators as a table.
Table code_table();

/// The contents of codes.toml, which is embedded in the program.
std::span<const EmbeddedFile> codes_file();

/// Returns a row for every entry of methods/known-failures/known_failures.hpp.
Table known_failure_table();

/// Returns the known failures of the catalogue method with this name, as a text that begins with an empty line. Empty
/// if there are none.
std::string known_failures_of(std::string_view method);

}  // namespace plumb
