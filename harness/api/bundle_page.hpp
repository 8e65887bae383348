#pragma once
// The texts for readers of a bundle and of its verification.

#include <cstddef>
#include <string>

#include "harness/api/bundle.hpp"
#include "text/table.hpp"

namespace plumb {

/// Returns the README.md of a bundle with this number of source files of libraries.
std::string bundle_readme(const BundleManifest& manifest, std::size_t sources);

/// Returns the verification as an object: "files", "program", "cells", "counts", "notes".
Json verification_json(const Verification& verification);

/// Returns the verification as text for people. Cells with the same bits have no row; of the others, `rows` are listed,
/// the worst first.
std::string verification_text(const Verification& verification, const std::string& folder, std::size_t rows);

}  // namespace plumb
