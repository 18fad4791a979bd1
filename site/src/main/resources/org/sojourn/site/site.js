'use strict';

// The list of pages on narrow screens.
const menu = document.getElementById('menu');
const pages = document.getElementById('pages');
menu.addEventListener('click', () => {
  menu.setAttribute('aria-expanded', String(pages.classList.toggle('open')));
});
const current = pages.querySelector('[aria-current]');
if (current && pages.scrollHeight > pages.clientHeight) {
  pages.scrollTop = current.offsetTop - pages.clientHeight / 2;
}

// A link to each heading.
for (const heading of document.querySelectorAll('main :is(h2, h3)[id]')) {
  const link = document.createElement('a');
  link.className = 'anchor';
  link.href = '#' + heading.id;
  link.textContent = '#';
  link.setAttribute('aria-label', 'Link to this section');
  heading.append(link);
}

// The search: every word has to be in a section; titles and headings count more than text.
const MOST = 30;
const AROUND = 70;
const WEIGHTS = [['docs/guide/', 2], ['docs/guarantees', 2], ['docs/decisions/', 0.25], ['CHANGELOG', 0.25], ['bench/', 0.5]];
const input = document.getElementById('search');
const found = document.getElementById('found');
const up = document.body.dataset.up;
let lowered;
let chosen = -1;

function entries() {
  lowered ??= window.SEARCH_INDEX.map(([title, heading, url, text]) => ({
    title, heading, url, text, lowTitle: title.toLowerCase(), lowHeading: heading.toLowerCase(), lowText: text.toLowerCase(),
  }));
  return lowered;
}

function score(entry, words) {
  let sum = 0;
  for (const word of words) {
    const points = (entry.lowHeading.includes(word) ? 20 : 0) + (entry.lowTitle.includes(word) ? 8 : 0)
      + Math.min(5, entry.lowText.split(word).length - 1);
    if (points === 0) return 0;
    sum += points + (entry.lowHeading === word ? 20 : 0);
  }
  return sum * (WEIGHTS.find(([part]) => entry.url.includes(part))?.[1] ?? 1);
}

function marked(text, words) {
  const part = document.createElement('small');
  const low = text.toLowerCase();
  const first = Math.max(0, Math.min(...words.map(word => low.indexOf(word)).filter(at => at >= 0), text.length));
  const from = first === text.length ? 0 : Math.max(0, first - AROUND);
  const excerpt = (from > 0 ? '... ' : '') + text.slice(from, from + 3 * AROUND);
  const pattern = new RegExp('(' + words.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|') + ')', 'gi');
  for (const [i, piece] of excerpt.split(pattern).entries()) {
    if (i % 2 === 0) {
      part.append(piece);
    } else {
      const mark = document.createElement('mark');
      mark.textContent = piece;
      part.append(mark);
    }
  }
  return part;
}

function show() {
  const words = input.value.toLowerCase().split(/\s+/).filter(word => word.length > 1);
  found.replaceChildren();
  chosen = -1;
  found.hidden = words.length === 0;
  if (found.hidden) return;
  const hits = entries().map(entry => [score(entry, words), entry]).filter(([points]) => points > 0)
    .sort((a, b) => b[0] - a[0]).slice(0, MOST);
  for (const [, entry] of hits) {
    const link = document.createElement('a');
    link.href = up + entry.url;
    const head = document.createElement('b');
    head.textContent = entry.heading;
    link.append(head, entry.heading === entry.title ? '' : ' in ' + entry.title, marked(entry.text, words));
    const item = document.createElement('li');
    item.append(link);
    found.append(item);
  }
  if (hits.length === 0) {
    const none = document.createElement('li');
    none.className = 'none';
    none.textContent = 'No section has all of these words.';
    found.append(none);
  }
}

function choose(step) {
  const links = found.querySelectorAll('a');
  if (links.length === 0) return;
  links[chosen]?.classList.remove('chosen');
  chosen = (chosen + step + links.length) % links.length;
  links[chosen].classList.add('chosen');
  links[chosen].scrollIntoView({block: 'nearest'});
}

input.addEventListener('input', show);
input.addEventListener('focus', show);
input.addEventListener('keydown', event => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    choose(event.key === 'ArrowDown' ? 1 : chosen < 0 ? 0 : -1);
  } else if (event.key === 'Enter') {
    (found.querySelectorAll('a')[Math.max(chosen, 0)])?.click();
  } else if (event.key === 'Escape') {
    found.hidden = true;
    input.blur();
  }
});
document.addEventListener('keydown', event => {
  if (event.key === '/' && !/^(input|textarea)$/i.test(document.activeElement.tagName)) {
    event.preventDefault();
    input.focus();
  }
});
document.addEventListener('click', event => {
  if (!event.target.closest('.search')) found.hidden = true;
});
found.addEventListener('click', () => { found.hidden = true; });
