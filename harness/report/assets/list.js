/* plumb report: the lists of methods, problems and papers, with search. */
(function () {
  'use strict';
  var el = plumb.el, box = plumb.by('list'), kind = box.dataset.list, list = plumb.get(kind)[kind];
  var state = plumb.address.read(), folder = {methods: 'method/', problems: 'problem/', papers: 'paper/'}[kind];
  function text(item) {
    return Object.keys(item).map(function (k) { return typeof item[k] === 'string' ? item[k] : ''; }).join(' ').toLowerCase();
  }
  function link(item) { return el('a', {href: folder + encodeURIComponent(item.name) + '.html'}, item.name); }
  function field(name, key, number) {
    return {name: name, number: number, of: function (i) { return i[key]; }};
  }
  var named = {name: 'Name', of: function (i) { return i.name; }, show: link};
  var columns = {
    methods: [named, field('Title', 'title'), field('Family', 'family'), field('Order', 'order', true), field('Equations', 'forms'),
      field('Runs', 'runs', true), field('Failed', 'failed', true), field('Source', 'source')],
    problems: [named, field('Title', 'title'), field('Formulations', 'formulations'), field('Horizon [s]', 't_end', true),
      field('Runs', 'runs', true), field('Failed', 'failed', true), field('Source', 'source')],
    papers: [named, field('Title', 'title'), field('Authors', 'authors'), field('Source', 'source'), field('Numbers', 'numbers', true),
      field('Confirmed', 'confirmed', true), field('of these within uncertainty', 'same_floor', true), field('Differ', 'differ', true),
      field('Not compared', 'not_compared', true), field('Claims', 'claims', true), field('Hold', 'hold', true)]}[kind];
  function draw() {
    var wanted = (state.text || '').toLowerCase();
    var found = list.filter(function (i) {
      return (!wanted || text(i).indexOf(wanted) >= 0) && (!state.family || i.family === state.family);
    });
    plumb.fill(box, list.length ? plumb.table(columns, found, {label: 'All ' + kind, limit: 500})
      : el('p', {class: 'notice'}, kind === 'papers'
        ? plumb.marked('This site has no papers. `plumb reproduce --json > FILE` and `plumb report --papers FILE` add them.') : 'None.'));
    if (kind === 'papers' && list.some(function (i) { return i.numbers === null; }))
      box.appendChild(el('p', {class: 'notice'}, plumb.marked('–: this site has no verdicts about the paper. `plumb reproduce --verdicts FILE` and `plumb report --papers FILE` add them.')));
    plumb.say(plumb.count(found.length, kind.slice(0, -1)) + ' of ' + list.length);
    plumb.address.write(state);
  }
  function changed(key, value) { state[key] = value; draw(); }
  var search = el('input', {type: 'search', name: 'text', value: state.text || '', oninput: function () { changed('text', search.value); }});
  var families = Array.from(new Set(list.map(function (i) { return i.family; }).filter(Boolean)));
  plumb.fill(plumb.by('filters'), el('label', {}, 'Search', search),
    families.length > 1 ? plumb.select('Family', 'family', [['', 'all']].concat(families), state.family, changed) : null);
  plumb.by('filters').addEventListener('submit', function (event) { event.preventDefault(); });
  draw();
})();
