/**
 * Builds the widget. A document begins with `boot.ts`, or with a small script of its own that draws what opens the panel, and
 * imports `boot.ts`.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import preact from '@preact/preset-vite';
import { defineConfig, type Plugin } from 'vite';
import { inlineLimits } from '../../scripts/setup/protocol-tables.mjs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

interface ChunkingContext {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * The three chunks that nearly every visit loads, in this order: what connects to the page, a panel that can be typed in, and
 * what talks to the server. A module belongs to the first of them that imports it; left to the bundler, modules that two of
 * them share would be further chunks to wait for. What none of them imports statically is left to the bundler.
 */
const STAGES = {
  boot: 'src/boot/boot.ts',
  panel: 'src/panel/panel-controller.tsx',
  live: 'src/panel/live.ts',
} as const;

function chunkOf(id: string, graph: ChunkingContext): string | null {
  for (const [chunk, entry] of Object.entries(STAGES)) if (staticImportsOf(entry, graph).has(id)) return chunk;
  return null;
}

function staticImportsOf(entry: string, graph: ChunkingContext): ReadonlySet<string> {
  const reached = new Set([`${import.meta.dirname}/${entry}`]);
  for (const each of reached)
    for (const imported of graph.getModuleInfo(each)?.importedIds ?? []) reached.add(imported);
  return reached;
}

/** A number of protocol's limits is written where it is used: through its table, a chunk would carry all of them. */
const limitsAsNumbers: Plugin = {
  name: 'limits-as-numbers',
  transform(code, id) {
    if (!code.includes('_LIMITS.') || id.endsWith('/limits.js')) return null;
    return { code: inlineLimits(code), map: null };
  },
};

/**
 * A language's file holds all it says, but the panel opens without what only a conversation says. `de.ts` is the file without
 * its `topics`, `de.ts?topics` the file with nothing else.
 */
const topicsApart: Plugin = {
  name: 'topics-apart',
  enforce: 'pre',
  transform(code, id) {
    const start = code.indexOf('export const topics');
    if (!id.includes('/src/i18n/') || start < 0) return null;
    return { code: id.endsWith('?topics') ? code.slice(start) : code.slice(0, start), map: null };
  },
};

/**
 * Vite would fetch the style sheets of a lazy chunk before the chunk. Ours carry their styles in themselves, so its helper does
 * nothing, and is left out again.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : null),
  renderChunk(code) {
    const plain = code
      .replace(
        /__vitePreload\(async \(\) => \{\s*const \{[^}]*\} = await (import\([^)]*\));[^}]*\};?\s*\}, __VITE_PRELOAD__\)/g,
        '$1',
      )
      .replace(/__vitePreload\(\(\) => (import\([^)]*\)), __VITE_PRELOAD__\)/g, '$1');
    return plain === code ? null : { code: plain, map: null };
  },
};

/**
 * Sends each import from an index of our packages to the file that defines the name. The module graph then says what each
 * chunk really needs; through an index, each would seem to need the whole package.
 */
const directImports: Plugin = {
  name: 'direct-imports',
  async transform(code, id) {
    let direct = code;
    for (const [statement, word, names = '', source = ''] of code.matchAll(IMPORT)) {
      const index = source.startsWith('@service/') ? await this.resolve(source, id) : null;
      if (!index) continue;
      const files = filesByExport(index.id);
      const lines = names.split(',').flatMap((each) => {
        const name = each.trim();
        return name === ''
          ? []
          : `${word} { ${name} } from ${JSON.stringify(files.get(name.split(' ')[0] ?? '') ?? index.id)};`;
      });
      direct = direct.replace(statement, lines.join(' '));
    }
    return direct === code ? null : { code: direct, map: null };
  },
};

const IMPORT = /^(import|export) *\{([^}]*)\} *from *["']([^"']+)["'];?/gm;
const DECLARATION = /^export (?:async )?(?:function\*?|class|const|let) (\w+)/gm;
const EXPORT_ALL = /^export \* from ["']([^"']+)["']/gm;

/** Every name that `file`, built by tsc, exports, with the file that declares it. */
function filesByExport(file: string): ReadonlyMap<string, string> {
  const code = readFileSync(file, 'utf8');
  const beside = (path = ''): string => join(dirname(file), path);
  const found = new Map<string, string>();
  for (const [, path] of code.matchAll(EXPORT_ALL)) for (const each of filesByExport(beside(path))) found.set(...each);
  for (const [, word, names = '', path = ''] of code.matchAll(IMPORT)) {
    if (word === 'import' || !path.startsWith('.')) continue;
    // A renamed export has another name in its own file, so it stays an import from here.
    for (const name of names.split(',').map((each) => each.trim()))
      if (/^\w+$/.test(name)) found.set(name, filesByExport(beside(path)).get(name) ?? beside(path));
  }
  for (const [, name = ''] of code.matchAll(DECLARATION)) found.set(name, file);
  return found;
}

export default defineConfig({
  base: '/assets/',
  plugins: [
    plainImports,
    topicsApart,
    limitsAsNumbers,
    directImports,
    preact({ devToolsEnabled: false, prefreshEnabled: false }),
  ],
  define: { __VERSION__: JSON.stringify(version) },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: '',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: false,
    // A few per cent smaller than what the bundler's own gives.
    minify: 'terser',
    terserOptions: { ecma: 2022, compress: { passes: 3 } },
    rolldownOptions: {
      // Panel and live are entries as well: as such their chunks export what others import, without the bundler's runtime.
      input: {
        ...STAGES,
        'boot-with-launcher': 'src/boot/boot-with-launcher.ts',
        'boot-prompt-input': 'src/boot/boot-prompt-input.ts',
      },
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          `${facadeModuleId?.endsWith('?topics') ? 'topics-' : ''}[name]-[hash].js`,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf, debugName: 'boot, panel and live' }],
        },
      },
    },
  },
});
