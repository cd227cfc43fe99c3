/**
 * Every field of every hook as a page of the documentation, read from the built declarations.
 *
 *     node scripts/maintenance/hook-fields.mjs      writes docs/embed/hook-fields.md anew, after a build
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { root } from '../setup/processes.mjs';

const dist = join(root, 'packages/embed-sdk/dist');
export const PAGE = join(root, 'docs/embed/hook-fields.md');

/** By entry. `ServiceWidgetProvider` and `ServiceWidget` take what `useServiceWidget` takes. */
const HOOKS = { react: ['useServiceWidget', 'useTool'], headless: ['useChat', 'useInbox', 'useTool'] };

const HEAD = `# Fields of the hooks

Written by \`node scripts/maintenance/hook-fields.mjs\` from the types; a test compares it with them. What they are for:
[the widget in React](react.md), [the headless client](headless.md), [client tools](client-tools.md).
`;

/** The page that belongs to what is built now. */
export function hookFields() {
  const files = Object.keys(HOOKS).map((entry) => join(dist, `${entry}.d.ts`));
  const program = ts.createProgram(files, {
    strict: true,
    skipLibCheck: true,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
  });
  const checker = program.getTypeChecker();
  const known = new Map();
  const sections = Object.entries(HOOKS).flatMap(([entry, names]) => {
    const file = program.getSourceFile(join(dist, `${entry}.d.ts`));
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(file));
    const read = { checker, file, events: entry === 'react' ? 'WidgetEvents' : 'ClientEvents' };
    return names.map((name) => {
      const hook = exported.find((symbol) => symbol.name === name);
      return section(read, `\`${name}\` of \`/${entry}\``, hook, known);
    });
  });
  return [HEAD, ...sections].join('\n');
}

/** `known`: the tables so far, with the title of the first hook that has them. */
function section(read, title, symbol, known) {
  const { checker, file } = read;
  const real = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const [signature] = checker.getTypeOfSymbolAtLocation(real, file).getCallSignatures();
  const tables = signature.getParameters().map((parameter) => {
    const fields = fieldsOf(read, checker.getTypeOfSymbolAtLocation(parameter, file));
    return table(['takes', 'type', 'meaning', 'default'], fields);
  });
  const returned = fieldsOf(read, signature.getReturnType()).map((cells) => cells.slice(0, 3));
  tables.push(table(['returns', 'type', 'meaning'], returned));
  const shown = tables.filter(Boolean).map((text) => {
    const first = known.get(text);
    known.set(text, first ?? title);
    return first ? `Takes what ${first} takes.\n` : text;
  });
  return `## ${title}\n\n${shown.join('\n')}`;
}

function table(head, rows) {
  if (rows.length === 0) return '';
  const lines = [head, head.map(() => '---'), ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

/** Of a union, what any of its members has, with the types of all of them. */
function fieldsOf(read, type) {
  const members = type.isUnion() ? type.types : [type];
  const fields = new Map();
  for (const member of members) {
    if (!(member.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) continue;
    for (const property of read.checker.getPropertiesOfType(member)) {
      const field = fields.get(property.name) ?? { property, types: new Set() };
      fields.set(property.name, field);
      field.types.add(typeOf(read, property));
    }
  }
  return [...fields.values()].map(({ property, types }) => cellsOf(read, property, [...types].join(' | ')));
}

function typeOf({ checker, file, events }, property) {
  if (isCallback(property)) return `(detail: ${events}['${eventOf(property)}']) => void`;
  const declaration = property.declarations?.[0];
  const written =
    declaration && ts.isPropertySignature(declaration)
      ? declaration.type.getText()
      : checker.typeToString(
          checker.getTypeOfSymbolAtLocation(property, file),
          undefined,
          ts.TypeFormatFlags.NoTruncation,
        );
  return written.replace(/ \| undefined$/, '');
}

function cellsOf({ checker }, property, type) {
  const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
  const words = ts.displayPartsToString(property.getDocumentationComment(checker)).split('\n\n')[0];
  // The older notation of a default, within the words.
  const [, meaning, inWords] = /^(.*?)(?:\s*Default:? (.*?)\.?)?$/s.exec(words);
  const tag = property.getJsDocTags(checker).find(({ name }) => name === 'defaultValue');
  return [
    `\`${property.name}${isOptional ? '?' : ''}\``,
    `\`${plain(type)}\``,
    plain(meaning) || (isCallback(property) ? `the event \`${eventOf(property)}\`` : ''),
    plain(tag ? ts.displayPartsToString(tag.text) : (inWords ?? '')),
  ];
}

/** A callback has the words of its event, which are with the events. */
const isCallback = ({ name }) => /^on[A-Z]/.test(name);
const eventOf = ({ name }) => `${name[2].toLowerCase()}${name.slice(3)}`;

/** One line, and nothing that ends a cell. */
const plain = (text) => text.replace(/\s+/g, ' ').replace(/\|/g, '\\|').trim();

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(PAGE, hookFields());
