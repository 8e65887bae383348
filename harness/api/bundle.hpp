#pragma once
// A bundle is a folder with which a reader of a paper checks its numbers: the artifact of the paper.
//
//   README.md           what the folder contains, and the command that checks it
//   manifest.json       SHA-256 of every other file, program version, command, number of cells (bundle_manifest.hpp)
//   study.toml          the cells, as a study file
//   study-as-written.toml   the study file of the author, if there is one
//   runs.db             a store with exactly these cells
//   page.md             their table, or the pages of a comparison
//   environment.json    version, compiler, flags, libraries, processor, operating system, date
//   methods/, problems/, sources/   the files that the cells name; the sources of shared libraries
//
// `verify_bundle` runs the cells again and compares them with the store of the bundle, cell by cell.

#include <optional>
#include <string>
#include <vector>

#include "harness/api/api.hpp"
#include "harness/api/bundle_manifest.hpp"

namespace plumb {

struct BundleRequest {
  std::string folder;                     // folder to write; it must be missing or empty
  std::string study = {};                 // study file with the cells; empty: the cells of `axes`
  Axes axes = {};                         // cells, or the methods and problems of a comparison
  bool compares = false;                  // bundle a page of `compare` and its runs, not a study
  bool quick = false;                     // a quick comparison
  std::vector<std::string> sources = {};  // source files of the shared libraries
  std::string build_line = {};            // command that builds the shared libraries
  std::string command = {};               // command of the user, for the manifest
};

/// A bundle that was written; or, after a stop or if cells have no result, the reason why it was not.
struct Bundle {
  std::size_t cells = 0, ended = 0;              // number of cells; number of cells with a result
  std::vector<std::string> without_result = {};  // titles of the cells whose result depends on the machine (timeout)
  std::optional<BundleManifest> manifest = {};   // none: the bundle was not written
  std::string manifest_sha256 = {};              // identifies the whole bundle
  std::string unfinished = {};                   // store of the finished cells after a stop; the next call uses it
  std::vector<std::string> notes = {};
  Ending ending = {};
};

/// Runs the cells that the store of `conduct` does not have, and writes the bundle. Without a store, results of a
/// stopped call are kept in `folder`/unfinished.db, which the next call continues. Throws UsageError, also if a method
/// is a shared library and its sources or its build line are missing.
Bundle write_bundle(const BundleRequest& request, const Conduct& conduct);

/// The verdict on one cell of a bundle.
enum class CellVerdict {
  same_bits,         // every value is the same
  same_digits,       // every number agrees within the uncertainty of the reference and of rounding
  different,         // a number does not
  failed_otherwise,  // the repeat run has another status
  missing,           // the cell is in the study or in the store only
  not_run,           // a stop came before the repeat run or its comparison
};

/// Returns "same bits", "same digits", "different", "failed otherwise", "missing" or "not run".
std::string_view name(CellVerdict verdict);

struct VerifiedCell {
  Cell cell;
  CellVerdict verdict = CellVerdict::not_run;
  std::string message = {};  // the difference that decides, or where the cell is missing
};

struct Verification {
  BundleManifest manifest;
  std::vector<FileFinding> files = {};   // files that do not agree with the manifest
  std::string not_readable = {};         // reason why the study or the store cannot be read; empty: both can
  std::vector<DamagedRun> damaged = {};  // damaged rows of the store
  std::vector<VerifiedCell> cells = {};
  std::vector<std::string> notes = {};
  Ending ending = {};

  bool is_other_program() const { return manifest.program != ProgramVersion::current(); }
  std::size_t count(CellVerdict verdict) const;
  /// Returns 130 or 124 after a stop; 1 if a cell is different or failed otherwise, or if a file is missing or was
  /// changed; 4 if a cell is missing or the bundle has no cells; else 0.
  Exit exit() const;
};

/// Checks the files of a bundle, runs its cells again, and compares them. The store of the bundle is only read. If
/// `conduct` has a store, it keeps the repeat runs. Runs code of the shared libraries in the bundle, in separate
/// processes. Throws UsageError if the folder is no bundle or its study is not valid.
Verification verify_bundle(const std::string& folder, const Conduct& conduct);

}  // namespace plumb
