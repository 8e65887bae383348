#pragma once
// The order in which the unknowns of a sparse matrix are eliminated, the positions of its entries and of the fill, and
// the entries that each step changes. The plan is computed once, only from the positions of the entries.
//
// Pivot blocks are eliminated one after another. A pivot block has the unknowns of a body and the multipliers of one
// joint of this body, so that the block is regular,
//
//   [ B  C ]  body           front of the block: the bodies and joints of later blocks that are coupled with it,
//   [ R  Q ]  joint          with the columns `up` on the right of the block and the rows `down` below it
//
// The next block is always the block coupled with the fewest others and, among equals, the last. So a tree with bodies
// numbered from the root is eliminated from its tips, without fill. Multipliers without a body, which belong to joints
// that close loops, follow after all bodies coupled with them.
//
// Source: Duff, Erisman & Reid 2017, chapters 7 and 11.

#include <vector>

namespace plumb {

/// Stores the positions of the entries of a matrix, in the order of their additions.
struct EntryList {
  struct Place {
    int row, column;
  };
  std::vector<Place> places;

  template <class Entry>
  void add(int row, int column, const Entry&) {
    places.push_back({row, column});
  }
  template <class Entry, class T>
  void add_six(int row, int column, const Entry&, const T*, int) {
    for (int j = 0; j < 6; ++j)
      for (int i = 0; i < 6; ++i) places.push_back({row + i, column + j});
  }
};

/// The numbers of unknowns of a pivot block. Unknowns are numbered block by block; in a block, the body precedes the
/// joint.
struct PivotBlock {
  int body = 0, joint = 0;
};

struct EliminationPlan {
  /// A part of a front: a body or joint of a later pivot block. `unknown` is the index of its first unknown, `size`
  /// their number; `at` is its first column in `up` and its first row in `down`. `couples_with_body` and
  /// `couples_with_joint`: whether it is coupled with the body or the joint of the pivot block.
  struct Part {
    int unknown, size, at;
    bool couples_with_body, couples_with_joint;
  };
  /// One update of the elimination: the rows of one part of `down` times the columns of one part of `up` are subtracted
  /// from the block that begins at index `place` of the values, with columns `stride` apart. In the list of updates,
  /// the parts of `down` vary fastest.
  struct Update {
    int place, stride;
  };
  struct Step {
    int unknown = 0;                     // index of the first unknown
    int body = 0, joint = 0, front = 0;  // numbers of unknowns of the body, the joint and the front
    int part = 0;                        // number of unknowns of every part; −1 if parts have different numbers
    bool couples_body = false;           // whether a part is coupled with the body itself
    int own = 0, up = 0, down = 0;       // indices of the column-major blocks in the array of values
    int first_part = 0, parts = 0;       // range of the parts of the front
    int first_update = 0;                // index of the first update; there is one for each pair of parts

    int width() const { return body + joint; }
  };

  std::vector<Step> steps;      // steps in the order of elimination
  std::vector<Part> parts;      // parts of the fronts of all steps
  std::vector<Update> updates;  // blocks that elimination changes, in the order of the steps
  std::vector<int> places;      // index of each entry in the array of values, in the order of additions
  int size = 0;                 // size of the array of values
  int unknowns = 0;

  /// The structure is symmetric: every entry has memory for its mirror image.
  EliminationPlan(const std::vector<PivotBlock>& blocks, const EntryList& entries);
};

}  // namespace plumb
