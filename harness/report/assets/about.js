/* plumb report: the meanings of signs and numbers, and the libraries in use. */
(function () {
  'use strict';
  var index = plumb.get('index');
  plumb.fill(plumb.by('signs'), plumb.table([
    {name: 'Sign', of: function (s) { return plumb.sign(s.name); }}, {name: 'Status', of: function (s) { return s.name; }},
    {name: 'What it means', of: function (s) { return s.meaning; }}], index.statuses, {label: 'How a run can end'}));
  plumb.fill(plumb.by('quantities'), plumb.table([
    {name: 'Name', of: function (q) { return q.name; }}, {name: 'Kind', of: function (q) { return q.kind; }},
    {name: 'Unit', of: function (q) { return q.unit; }}, {name: 'Meaning', of: function (q) { return q.meaning; }},
    {name: 'Runs that have it', number: true, of: function (q) { return q.known; }}], index.quantities, {label: 'What runs report'}));
  plumb.fill(plumb.by('drawn-by'), 'plotly.js ' + index.plotly + ', copied from the system that made this site. Its licence is:');
  plumb.fill(plumb.by('licence'), index.plotly_licence);
  plumb.fill(plumb.by('typeset-by'), 'KaTeX ' + index.katex + ' with its fonts, copied from the system that made this site. Its licence is:');
  plumb.fill(plumb.by('katex-licence'), index.katex_licence);
})();
