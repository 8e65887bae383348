/* plumb report: two stores compared, run by run. */
(function () {
  'use strict';
  var el = plumb.el, data = plumb.get('changes'), state = plumb.address.read(), found = [];
  var tones = {'fails now': 'bad', 'fails otherwise': 'warn', 'larger error': 'bad', 'works now': 'good', 'smaller error': 'good'};
  var columns = data.columns || [];
  function at(row, name) { return row[columns.indexOf(name)]; }
  function field(label, name, number) {
    return {name: label, number: number, of: function (row) { return at(row, name); }};
  }
  function tag(kind) { return el('span', {class: 'tag ' + (tones[kind] || '')}, kind); }
  function value(x) { return x === null || x === undefined ? 'none' : typeof x === 'number' ? plumb.short(x) : String(x); }
  var shown = [
    {name: 'Change', of: function (row) { return at(row, 'kind'); }, show: function (row) { return tag(at(row, 'kind')); }},
    {name: 'Method', of: function (row) { return at(row, 'method'); }, show: function (row) {
      return el('a', {href: 'matrix.html#cell=' + at(row, 'id')}, plumb.name(at(row, 'method'))); }},
    {name: 'Problem', of: function (row) { return at(row, 'problem') + ' ' + at(row, 'formulation'); }, show: function (row) {
      return plumb.name(at(row, 'problem') + ' ' + at(row, 'formulation')); }},
    {name: 'Step [s]', number: true, of: function (row) { return Number(at(row, 'step')); }, show: function (row) { return plumb.short(Number(at(row, 'step'))); }},
    field('Value', 'value'),
    {name: 'Before', of: function (row) { return at(row, 'before'); }, show: function (row) { return value(at(row, 'before')); }},
    {name: 'Now', of: function (row) { return at(row, 'after'); }, show: function (row) { return value(at(row, 'after')); }},
    {name: 'Digits', number: true, of: function (row) { return at(row, 'digits'); }},
    field('All changes', 'parts'), {name: 'Horizon [s]', number: true, of: function (row) { return Number(at(row, 't_end')); }},
    field('Settings', 'settings')];
  var filters = [['kind', 'Change'], ['method', 'Method'], ['problem', 'Problem'], ['formulation', 'Formulation']];

  function show() {
    found = data.changed.filter(function (row) { return filters.every(function (f) { return !state[f[0]] || at(row, f[0]) === state[f[0]]; }); });
    plumb.fill(plumb.by('changed'), found.length ? plumb.table(shown, found, {label: 'Changed runs', limit: 20, wrap: true}) : '');
    plumb.say(plumb.count(found.length, 'changed run') + ' of ' + data.changed.length.toLocaleString('en'));
    plumb.address.write(state);
  }
  function only(list, where) {
    if (!list.length) return el('p', {}, 'Every run of ' + where + ' is in the other store, too.');
    return plumb.table([{name: 'Only in ' + where, of: function (text) { return text; }}], list, {label: 'Runs only in ' + where, limit: 20});
  }
  function controls() {
    plumb.fill(plumb.by('filters'), filters.map(function (f) {
      var values = Array.from(new Set(data.changed.map(function (row) { return at(row, f[0]); }))).sort();
      return values.length > 1 || state[f[0]] ? plumb.select(f[1], f[0], [['', 'all']].concat(values), state[f[0]], function (key, value) { state[key] = value; show(); }) : null;
    }));
  }
  if (!data.before) {
    plumb.by('filters').hidden = true;
    plumb.fill(plumb.by('counts'), 'No earlier store was given: ', el('code', {}, 'plumb report NEW.db --before OLD.db --out site'), ' fills this page.');
    return;
  }
  plumb.fill(plumb.by('counts'), data.before.name + ', now ' + data.after.name + ': ' + plumb.count(data.both, 'common run') + ', ' + data.identical.toLocaleString('en') + ' identical',
    data.order.filter(function (k) { return data.kinds[k]; }).map(function (k) { return [', ' + data.kinds[k].toLocaleString('en') + ' ', tag(k)]; }), '.');
  plumb.fill(plumb.by('only'), only(data.only_before, data.before.name + ' (before)'), only(data.only_after, data.after.name + ' (now)'));
  plumb.fill(plumb.by('builds'), plumb.table([
    {name: 'Store', of: function (b) { return b.store; }}, {name: 'Commit', of: function (b) { return b.commit; }}, {name: 'Build', of: function (b) { return b.build; }},
    {name: 'Compiler', of: function (b) { return b.compiler; }}, {name: 'Runs', number: true, of: function (b) { return b.runs; }}], data.builds, {label: 'Builds of both stores'}));
  plumb.by('filters').addEventListener('submit', function (event) { event.preventDefault(); });
  window.addEventListener('hashchange', function () { state = plumb.address.read(); controls(); show(); });
  plumb.fill(plumb.by('saving'), plumb.saving('changes', function () { return [columns].concat(found); }));
  controls();
  show();
})();
