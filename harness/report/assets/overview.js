/* plumb report: the first page. */
(function () {
  'use strict';
  var el = plumb.el, index = plumb.get('index');
  function item(value, words) { return el('li', {}, el('b', {}, value.toLocaleString('en')), words); }
  // Shortens a commit hash; the suffix -dirty (modified sources) becomes a word.
  function commit(name) { return name.replace(/^([0-9a-f]{12})[0-9a-f]+/, '$1').replace(/-dirty$/, ', changed'); }
  var ok = index.statuses.filter(function (s) { return s.name === 'ok'; })[0].count;
  plumb.fill(plumb.by('numbers'), item(index.cells, 'runs in this site'), item(ok, 'reached their end'),
    item(index.cells - ok, 'failed, each with its reason'), item(Object.keys(index.methods).length, 'methods with parameters that ran'),
    item(Object.keys(index.problems).length, 'problems with data that ran'), item(index.counts.methods, 'methods in the catalogue'),
    item(index.counts.problems, 'problems in the catalogue'), item(index.counts.orders, 'observed orders'),
    item(index.counts.papers, 'papers'));
  var ended = index.statuses.filter(function (s) { return s.count; });
  plumb.fill(plumb.by('statuses'), ended.length ? plumb.table([
    {name: 'Status', of: function (s) { return s.name; }, show: function (s) {
      return el('a', {href: 'matrix.html#status=' + encodeURIComponent(s.name)}, plumb.sign(s.name) + ' ' + s.name); }},
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
