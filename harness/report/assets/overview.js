/* plumb report: the first page. */
(function () {
  'use strict';
  var el = plumb.el, index = plumb.get('index'), runs = plumb.runs, changes = plumb.get('changes');
  function link(page, state, text) { return el('a', {href: page + '#' + new URLSearchParams(state)}, text); }
  function share(part, all) { return part === 0 ? 'none' : part.toLocaleString('en') + ' (' + plumb.number(100 * part / all, 2) + ' %)'; }

  // The first rows are the most frequent failures. Runs of methods that do not support the equations are no failures.
  function failing() {
    var all = Array.from({length: runs.n}, function (unused, i) { return i; });
    var groups = plumb.failures(all).filter(function (g) { return g.status !== 'unsupported'; }), rows = [];
    var worse = (changes.kinds || {})['fails now'] || 0, check = plumb.get('check'), bad = (check.counts || {}).worse || 0;
    if (worse) rows.push(el('p', {class: 'notice'}, link('changes.html', {kind: 'fails now'}, plumb.count(worse, 'run')), ' that ended in the store before ' + (worse === 1 ? 'fails' : 'fail') + ' now.'));
    if (bad) rows.push(el('p', {class: 'notice'}, link('check.html', {grade: 'worse'}, plumb.count(bad, 'checked value')), ' became worse.'));
    plumb.get('papers').papers.forEach(function (p) {
      if (p.differ) rows.push(el('p', {}, el('a', {href: 'paper/' + encodeURIComponent(p.name) + '.html'}, p.name), ': ' + p.differ + ' of ' + plumb.count(p.numbers, 'published number') + ' ' + (p.differ === 1 ? 'differs' : 'differ') + '.'));
    });
    if (groups.length) rows.push(plumb.table([
      {name: 'Status', of: function (g) { return g.status; }, show: function (g) { return link('matrix.html', {compare: 'number', status: g.status}, plumb.sign(g.status) + ' ' + g.status); }},
      {name: 'Reason', wide: true, of: function (g) { return g.reason; }},
      {name: 'Runs', number: true, of: function (g) { return g.count; }}, {name: 'Methods', number: true, of: function (g) { return g.methods; }},
      {name: 'Problems', number: true, of: function (g) { return g.problems; }},
      {name: 'For example', of: function (g) { return runs.word('method', g.run); }, show: function (g) {
        return link('matrix.html', {compare: 'number', cell: runs.id(g.run)}, plumb.name(runs.word('method', g.run) + ' on ' + runs.word('problem', g.run) + ' ' + runs.word('formulation', g.run)));
      }}], groups, {label: 'Most frequent failures', limit: 5, wrap: true}));
    plumb.fill(plumb.by('failing'), rows.length ? rows : el('p', {}, runs.n ? 'No run failed.' : 'There are no runs.'));
  }
  function cheapest(columns, names) {
    var cells = columns.filter(function (c) { return c.ranked.length > 1; });
    function ofMethod(e) { return e ? e.series.name : ''; }
    function times(c, k) { return c.ranked[k] ? c.ranked[k].value / c.best : NaN; }
    function page(c, name) { return link('matrix.html', {problem: c.problem, formulation: c.formulation}, name); }
    plumb.fill(plumb.by('cheapest'), cells.length ? plumb.table([
      {name: 'Problem', of: function (c) { return c.problem; }, show: function (c) { return page(c, plumb.name(c.problem + ' ' + c.formulation)); }},
      {name: 'Compared', of: function (c) { return plumb.alike.described(c.rule, c.problem, names); }},
      {name: 'Best method', of: function (c) { return ofMethod(c.ranked[0]); }, show: function (c) { return el('b', {}, plumb.name(ofMethod(c.ranked[0]))); }},
      {name: 'Value', number: true, of: function (c) { return c.best; }, show: function (c) { return (c.ranked[0].kind === 'bound' ? '≤ ' : '') + plumb.rough(c.best); }},
      {name: 'Second', of: function (c) { return ofMethod(c.ranked[1]); }, show: function (c) { return [plumb.name(ofMethod(c.ranked[1])), ', ' + plumb.number(times(c, 1), 3) + ' ×']; }},
      {name: 'Worst', of: function (c) { return times(c, c.ranked.length - 1); }, show: function (c) { return c.ranked.length < 3 ? '' : [plumb.name(ofMethod(c.ranked[c.ranked.length - 1])), ', ' + plumb.number(times(c, c.ranked.length - 1), 3) + ' ×']; }},
      {name: 'Methods', number: true, of: function (c) { return c.series.length; }},
      {name: 'Not reached', number: true, of: function (c) { return c.series.length - c.ranked.length; },
        meaning: 'methods that fail, do not reach the error, or have none'}], cells, {label: 'The best method of each problem', limit: 20, wrap: true})
      : el('p', {}, 'No two methods ran on a problem under the same conditions with errors.'));
    return cells;
  }
  function news() {
    var kinds = changes.kinds;
    plumb.fill(plumb.by('news'), kinds ? [el('p', {}, 'Compared with the store ', el('b', {}, changes.before.name), ': of ' + plumb.count(changes.both, 'common run') + ', ' +
      changes.identical.toLocaleString('en') + ' identical' + changes.order.filter(function (k) { return kinds[k]; }).map(function (k) { return ', ' + k + ': ' + kinds[k]; }).join('') + '. ' +
      'New runs: ' + changes.only_after.length + '. Runs that are missing now: ' + changes.only_before.length + '.'),
      el('p', {}, el('a', {href: 'changes.html'}, 'All changes, run by run'))]
      : el('p', {}, 'No earlier store was given, so nothing can be new. ', el('code', {}, 'plumb report NEW.db --before OLD.db'), ' shows what changed.'));
  }
  function item(value, words) { return el('li', {}, el('b', {}, value.toLocaleString('en')), words); }
  // Shortens a commit hash; the suffix -dirty (modified sources) becomes a word.
  function commit(name) { return name.replace(/^([0-9a-f]{12})[0-9a-f]+/, '$1').replace(/-dirty$/, ', changed'); }
  function count(status) { return index.statuses.filter(function (s) { return s.name === status; }).reduce(function (sum, s) { return sum + s.count; }, 0); }
  var ok = count('ok');
  plumb.fill(plumb.by('numbers'), item(index.cells, 'runs in this site'), item(ok, 'reached their end'),
    item(index.cells - ok, 'failed, each with its reason'), item(Object.keys(index.methods).length, 'methods with parameters that ran'),
    item(Object.keys(index.problems).length, 'problems with data that ran'), item(index.counts.methods, 'methods in the catalogue'),
    item(index.counts.problems, 'problems in the catalogue'), item(index.counts.orders, 'observed orders'),
    item(index.counts.papers, 'papers'));
  failing();
  news();
  plumb.alike.load(function (error, cost, names) {
    var all = Array.from({length: runs.n}, function (unused, i) { return i; });
    var cells = cheapest(plumb.alike.columns(all, error, cost, {}), names), wins = {}, unfit = count('unsupported');
    cells.forEach(function (c) { var m = c.ranked[0].series.base; wins[m] = (wins[m] || 0) + 1; });
    var first = Object.keys(wins).sort(function (a, b) { return wins[b] - wins[a] || (a < b ? -1 : 1); }).slice(0, 3);
    plumb.fill(plumb.by('answer'), runs.n ? [first.length ? ['Best most often: ', first.map(function (m, k) {
      return [k ? ', ' : '', el('b', {}, m), ' on ' + wins[m]]; }), ' of ' + plumb.count(cells.length, 'comparison') + '. '] : null,
      'Of ' + plumb.count(runs.n, 'run') + ', failed: ' + share(index.cells - ok - unfit, runs.n) + (unfit ? '; ' + plumb.count(unfit, 'further run') + ' did not start, because the method does not support the equations' : '') + '. ',
      changes.kinds ? 'Changed since ' + changes.before.name + ': ' + share(changes.both - changes.identical, changes.both) + '.' : null]
      : 'This site has no runs. It shows the catalogue of methods and problems.');
  });
  var ended = index.statuses.filter(function (s) { return s.count; });
  plumb.fill(plumb.by('statuses'), ended.length ? plumb.table([
    {name: 'Status', of: function (s) { return s.name; }, show: function (s) {
      return el('a', {href: 'matrix.html#compare=number&status=' + encodeURIComponent(s.name)}, plumb.sign(s.name) + ' ' + s.name); }},
    {name: 'Runs', number: true, of: function (s) { return s.count; }},
    {name: 'What it means', of: function (s) { return s.meaning; }}], ended, {label: 'How the runs ended'})
    : el('p', {}, 'There are no runs: this site was made without a store.'));
  plumb.fill(plumb.by('stores'), index.stores.length ? plumb.table([
    {name: 'Store', of: function (s) { return s.name; }}, {name: 'Runs', number: true, of: function (s) { return s.runs; }},
    {name: 'Damaged rows left out', number: true, of: function (s) { return s.damaged; }}], index.stores, {label: 'Stores of this site'})
    : el('p', {}, 'None.'),
    index.superseded ? el('p', {}, plumb.count(index.superseded, 'older run') + ' of the same cells ' +
      (index.superseded === 1 ? 'is' : 'are') + ' left out.') : null);
  plumb.fill(plumb.by('environments'), index.environments.length ? plumb.table([
    {name: 'Commit', of: function (e) { return commit(String(e.environment.commit || '')); }},
    {name: 'Build', of: function (e) { return String(e.environment.fingerprint || '').slice(0, 8); },
      meaning: 'of all sources: equal where runs were made by the same ones'},
    {name: 'Compiler', of: function (e) { return e.environment.compiler || ''; }},
    {name: 'Flags', of: function (e) { return e.environment.flags || ''; }},
    {name: 'Processor', of: function (e) { return e.environment.cpu || ''; }},
    {name: 'System', of: function (e) { return e.environment.system || ''; }},
    {name: 'Runs', number: true, of: function (e) { return e.count; }}], index.environments, {label: 'What made the runs'})
    : el('p', {}, 'None.'));
})();
