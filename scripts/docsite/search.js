// Finds parts of the pages that have all the words, those whose heading has them first.
// What stands in a page gets into the list as a text.
'use strict';
const input = document.getElementById('search');
const results = document.getElementById('results');

function score(part, words) {
  const title = part.title.toLowerCase(), page = part.page.toLowerCase(), text = part.text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const inText = text.split(word).length - 1;
    const points = (title.includes(word) ? 20 : 0) + (page.includes(word) ? 8 : 0) + Math.min(inText, 5);
    if (points === 0) return 0;
    sum += points;
  }
  return sum;
}

function excerpt(text, words) {
  const lower = text.toLowerCase();
  const at = Math.max(0, Math.min(...words.map(w => lower.indexOf(w)).filter(i => i >= 0), text.length) - 40);
  const from = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  return (from > 0 ? '… ' : '') + text.slice(from, from + 140).trim() + (text.length > from + 140 ? ' …' : '');
}

function show() {
  const words = input.value.toLowerCase().split(/\s+/).filter(w => w !== '');
  results.replaceChildren();
  results.hidden = words.length === 0;
  if (words.length === 0) return;
  const list = searchIndex.map(part => [score(part, words), part]).filter(([n]) => n > 0).sort((a, b) => b[0] - a[0]).slice(0, 12);
  for (const [, part] of list) {
    const item = document.createElement('li'), link = document.createElement('a');
    const title = document.createElement('b'), said = document.createElement('span');
    link.href = part.url;
    title.textContent = part.title === part.page ? part.page : part.page + ' › ' + part.title;
    said.textContent = excerpt(part.text, words);
    link.append(title, said);
    item.append(link);
    results.append(item);
  }
  if (list.length === 0) {
    const item = document.createElement('li');
    item.className = 'none';
    item.textContent = 'Nothing has all these words.';
    results.append(item);
  }
}

input.addEventListener('input', show);
input.addEventListener('keydown', e => {
  const first = results.querySelector('a');
  if (e.key === 'Escape') { input.value = ''; show(); }
  if (e.key === 'Enter' && first) location.href = first.href;
});
results.addEventListener('click', () => { results.hidden = true; });
document.addEventListener('keydown', e => {
  if (e.key === '/' && document.activeElement !== input) { e.preventDefault(); input.focus(); }
});
