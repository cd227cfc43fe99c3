/**
 * What Vite built: the files by name, and which scripts import each other. A document names all that its first script needs,
 * so that a browser needn't find out one after the other.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Asset, asset, FILE_TYPES } from './asset.js';

/** The part of Vite's manifest that is read here. Keys are sources, `imports` are keys, the rest are file names. */
type Manifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly imports?: readonly string[];
      readonly css?: readonly string[];
    }
  >
>;

/** What a document begins with, as file names. */
export interface FirstFiles {
  readonly script: string;
  /** What the script imports before it can run. */
  readonly imports: readonly string[];
  /** A script outside of a built page doesn't bring its styles along: the document has them inlined, one request less. */
  readonly style: string;
  /** Allows exactly that style in the policy. */
  readonly styleHash: string;
}

export interface BuiltApp {
  readonly files: ReadonlyMap<string, Asset>;
  /**
   * File names of a script and of all that it imports statically; the script is the first. `source` is the path of its source.
   * @throws when it was not built.
   */
  scripts(source: string): readonly string[];
  /** A document that begins with this script. */
  beginningWith(source: string): FirstFiles;
}

/**
 * Reads what was built into `folder`. The files are read into a map by name, so no request can name a path.
 * @throws saying what to run when it is not built yet.
 */
export function readApp(folder: string): BuiltApp {
  const manifestFile = join(folder, '.vite/manifest.json');
  if (!existsSync(manifestFile)) throw new Error(`${manifestFile} is missing. Build it first: npm run build`);
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  const files = new Map<string, Asset>();
  for (const name of readdirSync(folder)) {
    const type = FILE_TYPES[name.split('.').pop() ?? ''];
    if (type) files.set(name, asset(readFileSync(join(folder, name)), type));
  }
  const chunks = (source: string) => {
    if (!Object.hasOwn(manifest, source))
      throw new Error(`${manifestFile} doesn't name ${source}. Build it again: npm run build`);
    return withImports(manifest, source);
  };
  const scripts = (source: string): readonly string[] => chunks(source).map(({ file }) => file);
  return {
    files,
    scripts,
    beginningWith(source) {
      const [script = '', ...imports] = scripts(source);
      const style = [...new Set(chunks(source).flatMap(({ css }) => css ?? []))]
        .map((name) => files.get(name)?.body.toString().trim() ?? '')
        .join('\n');
      return {
        script,
        imports,
        style,
        styleHash: `sha256-${createHash('sha256').update(style).digest('base64')}`,
      };
    },
  };
}

function withImports(manifest: Manifest, start: string) {
  // A set that grows while it is walked: each chunk once, even where imports form a circle.
  const chunks = new Set([start]);
  for (const key of chunks) for (const imported of manifest[key]?.imports ?? []) chunks.add(imported);
  return [...chunks].flatMap((key) => manifest[key] ?? []);
}
