// Search of the documentation, without a server: search.js contains the sections of all pages. Every word of the query
// must occur in a section; words in its title count more.
"use strict";

const root = document.documentElement.dataset.root;
const query = document.getElementById("query");
const results = document.getElementById("results");
const pages = document.getElementById("pages");
const most = 12;  // results that are shown

if (window.matchMedia("(max-width: 820px)").matches) pages.open = false;
document.querySelector("nav [aria-current]")?.scrollIntoView({block: "nearest"});

function rank(section, words) {
  const title = section.title.toLowerCase(), text = section.text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const inTitle = title.includes(word), count = text.split(word).length - 1;
    if (!inTitle && !count) return 0;
    sum += (inTitle ? 20 : 0) + (title === word ? 20 : 0) + Math.min(count, 5);
  }
  return sum;
}

function excerpt(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 50);
  return (at ? "… " : "") + text.slice(at, at + 150).replace(/\s+/g, " ") + (at + 150 < text.length ? " …" : "");
}

const sections = searchIndex.map(([location, title, text]) => ({location, title, text}));
const titles = new Map(sections.filter(({location}) => !location.includes("#")).map(({location, title}) => [location, title]));
const wholePages = new Set(titles.keys());

function found(words) {
  const ranked = sections.map(section => [rank(section, words), section]).filter(([sum]) => sum);
  // A page has all the text of its sections: it is listed if no section has all the words.
  const withSections = new Set(ranked.map(([, {location}]) => location).filter(l => l.includes("#")).map(l => l.split("#")[0]));
  return ranked.filter(([, section]) => !(wholePages.has(section.location) && withSections.has(section.location)))
    .sort((a, b) => b[0] - a[0]).slice(0, most).map(([, section]) => section);
}

function show() {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  results.replaceChildren();
  results.hidden = !query.value.trim();
  if (!words.length) return;
  for (const section of found(words)) {
    const item = document.createElement("li"), link = document.createElement("a"), text = document.createElement("span");
    const page = titles.get(section.location.split("#")[0]);
    link.href = `${root}/${section.location}`;
    link.textContent = page && page !== section.title ? `${page}: ${section.title}` : section.title;
    text.textContent = excerpt(section.text, words[0]);
    link.append(text);
    item.append(link);
    results.append(item);
  }
  if (results.children.length) return;
  const none = document.createElement("li");
  none.className = "none";
  none.textContent = "No section has all these words.";
  results.append(none);
}

query.addEventListener("input", show);
query.addEventListener("keydown", event => {
  if (event.key === "Enter") results.querySelector("a")?.click();
  if (event.key === "ArrowDown") results.querySelector("a")?.focus();
});
document.addEventListener("keydown", event => {
  if (event.key === "Escape") results.hidden = true;
  if (event.key === "/" && document.activeElement !== query) {
    event.preventDefault();
    query.focus();
  }
});
document.addEventListener("click", event => {
  if (!event.target.closest(".search")) results.hidden = true;
  if (event.target.closest("#results a")) results.hidden = true;
});
