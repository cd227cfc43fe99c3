/**
 * How protocol's tables of limits and texts get into bundles, so that a file of protocol may hold any number of them.
 * Bundlers split by file, and would load all tables of a file wherever one of them is needed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as limits from '../../packages/protocol/dist/limits.js';

const TABLE = '?table=';

/** @returns {string} the code with `SOME_LIMITS.name` replaced by its number */
export function inlineLimits(code) {
  return code.replace(/\b([A-Z]+_LIMITS)((?:\.\w+|\['[\w-]+'\])+)/g, (read, table, path) => {
    const value = path.match(/[\w-]+/g).reduce((within, name) => within?.[name], limits[table]);
    return typeof value === 'number' ? String(value) : read;
  });
}

/** For esbuild, and so for tsup: limits are written in as numbers, and each table is a module of its own. */
export const protocolTables = {
  name: 'protocol-tables',
  setup(build) {
    // An import of which every number is written in has nothing left to import.
    build.initialOptions.logOverride = { ...build.initialOptions.logOverride, 'ignored-bare-import': 'silent' };
    build.onResolve({ filter: /\?table=/ }, ({ path, importer }) => {
      const [file, table] = path.split(TABLE);
      return { path: join(dirname(importer), file), suffix: TABLE + table, sideEffects: false };
    });
    build.onLoad(
      { filter: /packages[\\/][\w-]+[\\/](?:src|dist)[\\/].*\.(?:ts|tsx|js)$/ },
      async ({ path, suffix }) => {
        if (/limits\.(?:ts|js)$/.test(path) && !suffix) return undefined;
        const code = await readFile(path, 'utf8');
        const loader = /\w+$/.exec(path)?.[0];
        if (suffix) return { contents: onlyTable(code, suffix.slice(TABLE.length)), loader };
        return {
          contents: inlineLimits(/[\\/]protocol[\\/]dist[\\/]/.test(path) ? splitTables(code, path) : code),
          loader,
        };
      },
    );
  },
};

/** Imports and re-exports each table of a file as a module of its own. */
export function splitTables(code, path, { imports: withImports = true } = {}) {
  return code
    .replace(/^export \* from '(\.[^']+)';$/gm, (statement, file) => {
      const tables = tablesOf(join(dirname(path), file));
      return tables?.map((name) => `export * from '${file}${TABLE}${name}';`).join('\n') ?? statement;
    })
    .replace(/^import \{([^}]+)\} from '(\.[^']+)';$/gm, (statement, names, file) => {
      if (!withImports || !tablesOf(join(dirname(path), file))) return statement;
      const imports = names.split(',').map((name) => name.trim());
      return imports.map((name) => `import { ${name} } from '${file}${TABLE}${name.split(' ')[0]}';`).join('\n');
    });
}

export const onlyTable = (code, table) =>
  code.replace(/^export const (\w+)/gm, (statement, name) => (name === table ? statement : `const ${name}`));

const known = new Map();

/** The tables of a file that has nothing else, or null. */
function tablesOf(file) {
  if (!known.has(file)) known.set(file, read(file));
  return known.get(file);
}

function read(file) {
  if (!existsSync(file)) return null;
  const code = readFileSync(file, 'utf8');
  const exported = code.match(/^export .*$/gm) ?? [];
  const names = exported.map((line) => /^export const ([A-Z][A-Z_]*) = /.exec(line)?.[1]);
  return names.length > 0 && names.every(Boolean) && !/^import /m.test(code) ? names : null;
}
