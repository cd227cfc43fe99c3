/**
 * Measures the structure: import circles and long functions of the sources, long files (tests, what they share and style sheets too),
 * full folders, words not to use. Reads files only.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

const here = import.meta.dirname;
const root = resolve(here, '../..');
const rules = JSON.parse(readFileSync(join(here, 'rules.json'), 'utf8'));
const { words, allowed } = JSON.parse(readFileSync(join(here, '../words.json'), 'utf8'));

const SOURCE = /^(packages\/[^/]+\/(src|gallery)|demo|scripts)\/.*\.(tsx?|mts|mjs)$/;
const CODE = /^(packages|demo|examples|compat|scripts|test)\/.*\.(tsx?|mts|mjs|css)$/;
const PROSE = /^((packages|demo|scripts|test|docs|examples)\/.*|[^/]+)\.(tsx?|mts|mjs|md|json|css|html)$/;
const inside = (file, folders) => folders.some((folder) => file === folder || file.startsWith(`${folder}/`));

/**
 * All findings below the given folders (paths from the root; default: the whole repository), each one printable line.
 * @returns {{ circles: string[], functions: string[], files: string[], folders: string[], words: string[] }}
 */
export function measure(only = []) {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)));
  const wanted = (file) => only.length === 0 || inside(file, only);
  const sources = tracked.filter((file) => SOURCE.test(file) && !isData(file)).map(parse);
  return {
    circles: circlesOf(sources)
      .filter((circle) => circle.some(wanted))
      .map((circle) => `${circle.length} files: ${circle.join(' ')}`),
    functions: sources.filter(({ file }) => wanted(file)).flatMap(longFunctions),
    files: tracked
      .filter((file) => CODE.test(file) && wanted(file) && !isData(file))
      .map((file) => ({ file, lines: linesIn(file) }))
      .filter(({ lines }) => lines > rules.fileLines)
      .map(({ file, lines }) => `${file}: ${lines} lines`),
    folders: fullFolders(tracked)
      .filter(({ folder }) => wanted(folder))
      .map(({ folder, entries }) => `${folder}: ${entries} entries`),
    words: tracked.filter((file) => PROSE.test(file) && wanted(file) && !isData(file)).flatMap(wordsIn),
  };
}

const isData = (file) => inside(file, rules.dataFolders) || rules.dataFiles.includes(file);

const linesIn = (file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1;

function parse(file) {
  const text = readFileSync(join(root, file), 'utf8');
  return { file, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) };
}

/** Groups of files that import each other, types and dynamic imports included (strongly connected components). */
function circlesOf(sources) {
  const known = new Set(sources.map(({ file }) => file));
  const edges = new Map(sources.map((source) => [source.file, importsOf(source).filter((to) => known.has(to))]));
  const order = new Map();
  const low = new Map();
  const stack = [];
  const circles = [];
  const visit = (file) => {
    order.set(file, order.size);
    low.set(file, order.get(file));
    stack.push(file);
    for (const to of edges.get(file)) {
      if (!order.has(to)) visit(to);
      if (stack.includes(to)) low.set(file, Math.min(low.get(file), low.get(to)));
    }
    if (low.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1 || edges.get(file).includes(file)) circles.push(circle.sort());
  };
  for (const { file } of sources) if (!order.has(file)) visit(file);
  return circles;
}

function importsOf({ file, tree }) {
  const found = [];
  const visit = (node) => {
    const specifier =
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
            ? node.argument.literal
            : undefined;
    if (specifier && ts.isStringLiteralLike(specifier) && specifier.text.startsWith('.')) found.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found.flatMap((specifier) => {
    const path = join(dirname(file), specifier).replace(/\.(js|jsx)$/, '');
    const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`];
    return candidates.filter((candidate) => SOURCE.test(candidate) && existsSync(join(root, candidate))).slice(0, 1);
  });
}

function longFunctions({ file, tree }) {
  const found = [];
  const lineOf = (position) => tree.getLineAndCharacterOfPosition(position).line;
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const lines = lineOf(node.getEnd()) - lineOf(node.getStart(tree)) + 1;
      const name = node.name?.getText(tree) ?? node.parent.name?.getText(tree) ?? 'anonymous';
      if (lines > rules.functionLines) found.push(`${file}:${lineOf(node.getStart(tree)) + 1} ${name}: ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Folders below the root; the root itself and `packages` hold what tools and DESIGN expect there. */
function fullFolders(tracked) {
  const entries = new Map();
  for (const file of tracked) {
    const parts = file.split('/');
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      if (!entries.has(folder)) entries.set(folder, new Set());
      entries.get(folder).add(parts[depth]);
    }
  }
  return [...entries]
    .filter(
      ([folder, names]) =>
        folder !== 'packages' && !inside(folder, rules.dataFolders) && names.size > rules.folderEntries,
    )
    .map(([folder, names]) => ({ folder, entries: names.size }));
}

function wordsIn(file) {
  if (/^scripts\/structure\/|^scripts\/words\.json$|package-lock\.json$/.test(file)) return [];
  const found = [];
  for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    for (const { word } of words) {
      const hit = new RegExp(`\\b(?:${word})\\b`, 'i').exec(line)?.[0];
      if (hit === undefined || isAllowed(file, hit, line)) continue;
      found.push(`${file}:${index + 1} "${hit}"`);
    }
  }
  return found;
}

/** An allowed use names the word, the files (a regular expression on the path), optionally a part of the line, and why. */
const isAllowed = (file, hit, line) =>
  allowed.some(
    (use) =>
      use.word.toLowerCase() === hit.toLowerCase() &&
      new RegExp(use.files).test(file) &&
      (use.line === undefined || line.includes(use.line)),
  );
