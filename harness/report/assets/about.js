/* plumb report: the meanings of signs and numbers, and the libraries in use. */
(function () {
  'use strict';
  var index = plumb.get('index'), runs = plumb.runs;
  // Saves all runs with all digits; the files of details are loaded first.
  function saveAll() {
    var names = ['id', 'problem', 'formulation', 'method', 'step', 't_end', 'precision', 'settings', 'status', 'reason', 't_reached', 'note', 'created', 'commit'];
    var used = index.quantities.map(function (q, k) { return k; }).filter(function (k) { return index.quantities[k].kind !== 'wall'; });
    var rows = [names.concat(used.map(function (k) { return index.quantities[k].name; }))], files = [];
    for (var k = 0; k * index.runs_in_a_file < runs.n; ++k) files.push('cell/' + k);
    plumb.load(files, function () {
      for (var i = 0; i < runs.n; ++i) plumb.cell.detail(i, function (cell) {
        var numbers = new Array(index.quantities.length);
        cell.quantities.forEach(function (q, at) { numbers[q] = cell.numbers[at]; });
        var environment = index.environments[cell.environment].environment;
        rows.push([cell.id, runs.word('problem', i), runs.word('formulation', i), runs.word('method', i), runs.step[i], runs.word('t_end', i), runs.word('precision', i),
          runs.word('settings', i), runs.word('status', i), runs.word('reason', i), runs.reached(i), cell.note, cell.created, environment.commit].concat(used.map(function (k) { return numbers[k]; })));
      });
      plumb.save('runs.csv', plumb.csv(rows), 'text/csv');
    });
  }
  if (runs.n) plumb.fill(plumb.by('all-runs'), plumb.el('button', {type: 'button', 'data-save': 'runs', onclick: saveAll}, 'Save all runs with all digits as CSV'));
  plumb.fill(plumb.by('signs'), plumb.table([
    {name: 'Sign', of: function (s) { return plumb.sign(s.name); }}, {name: 'Status', of: function (s) { return s.name; }},
    {name: 'What it means', of: function (s) { return s.meaning; }}], index.statuses, {label: 'How a run can end'}));
  plumb.fill(plumb.by('quantities'), plumb.table([
    {name: 'Name', of: function (q) { return q.name; }}, {name: 'Kind', of: function (q) { return q.kind; }},
    {name: 'Unit', of: function (q) { return q.unit; }}, {name: 'Meaning', of: function (q) { return q.meaning; }},
    {name: 'Runs that have it', number: true, of: function (q) { return q.known; }}], index.quantities, {label: 'What runs report'}));
  plumb.fill(plumb.by('drawn-by'), 'plotly.js ' + index.plotly + ', copied without indentation and comments from the system that made this site. Its licence is:');
  plumb.fill(plumb.by('licence'), index.plotly_licence);
  plumb.fill(plumb.by('typeset-by'), 'KaTeX ' + index.katex + ' with its fonts, copied from the system that made this site. Its licence is:');
  plumb.fill(plumb.by('katex-licence'), index.katex_licence);
})();
