import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Options } from './options.js';

const TEMPLATES = fileURLToPath(new URL('../templates', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Paths from the folder. `exists`: nothing was written, because these are there. */
export type Written =
  | { readonly ok: true; readonly files: readonly string[] }
  | { readonly ok: false; readonly exists: readonly string[] };

/** Writes the template's files, or, when there is one of them already, nothing. */
export function writeTemplate(options: Options): Written {
  const to = resolve(options.folder);
  const files = filesOf(join(TEMPLATES, options.template)).map((from) => ({
    from,
    // A file of this name would not be in the package: npm takes it for its own.
    name: relative(join(TEMPLATES, options.template), from).replace(/(^|\/)gitignore$/, '$1.gitignore'),
  }));
  // A file in the place of the folder, too.
  if (existsSync(to) && !statSync(to).isDirectory()) return { ok: false, exists: [options.folder] };
  const exists = files.map(({ name }) => name).filter((name) => existsSync(join(to, name)));
  if (exists.length > 0) return { ok: false, exists };
  for (const { from, name } of files) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    // `wx`: also not over a file that has just come.
    writeFileSync(join(to, name), filledIn(readFileSync(from, 'utf8'), options), { flag: 'wx' });
  }
  return { ok: true, files: files.map(({ name }) => name) };
}

/** Nothing given has a character that would need escaping in HTML, JSON or a program: the checks see to it. */
const filledIn = (text: string, { folder, server, inbox, sdk }: Options): string =>
  text
    .replaceAll('__SERVER__', server)
    .replaceAll('__INBOX__', inbox)
    .replaceAll('__NAME__', packageName(folder))
    .replaceAll('"__SDK__"', JSON.stringify(sdk ?? `^${version}`));

function packageName(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name || 'my-chat';
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesOf(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}
