/** Builds the widget: a small entry that shows the launcher, and chunks that load when somebody opens it. */
import { readFileSync } from 'node:fs';
import preact from '@preact/preset-vite';
import { defineConfig, type Plugin } from 'vite';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

interface ChunkingContext {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** The first script, and what it needs of the packages. Anything more here, and every page pays for it. */
const FIRST =
  /src\/(boot|boot\/(frame-handshake|launcher|prompt-line|unread-badge)|theme\/(look|apply-theme)|texts\/(first-words|language))\.ts|protocol\/dist\/(bridge|config|frame-error-codes|identifiers|identity\/site-identity|language|page-limits|user-context)\.js|core\/session\/(has-stored-chat|storage-keys)\.js|preload-helper/;
/** Reached through the contract's one entry, but used by rare parts only. */
const LATER =
  /protocol\/dist\/(theme\/|tools\/|config-words|attachment|file-|parts\/|identity\/identity-)|client-tools\/tool-entries\.js|frame\/tell-withdrawn\.js/;
/** Reached through an entry as well, so that the bundler can't tell: of the contract and the client, the panel needs this. */
const OURS = /packages\/(protocol|embed-headless)\/dist\//;
const PANEL =
  /protocol\/dist\/consent-|core\/(outbox\/enqueue-before-load|session\/clear-stored-session)|people\/responder/;
/** On demand elsewhere; here the first words are often waiting for it. */
const LIVE = /(outbox\/orphaned-messages|features\/erasure-prefix)\.js/;

/**
 * Three files for nearly everybody: `boot`, `panel` with whatever the panel imports before it can be typed in, and `live`
 * with what talks to the server and shows what was said. Left to the bundler, what they share with each other or with a
 * rare part becomes a file of its own, and one more to wait for.
 */
function fileOf(id: string, graph: ChunkingContext): string | null {
  if (FIRST.test(id)) return 'boot';
  if (LATER.test(id)) return null;
  if (id.includes('rolldown/runtime')) return 'panel';
  if (OURS.test(id) ? PANEL.test(id) : reachedFrom('start-panel.tsx', graph).has(id)) return 'panel';
  return LIVE.test(id) || reachedFrom('live.ts', graph).has(id) ? 'live' : null;
}

function reachedFrom(file: string, graph: ChunkingContext): ReadonlySet<string> {
  const reached = new Set([`${import.meta.dirname}/src/panel/${file}`]);
  for (const each of reached)
    for (const imported of graph.getModuleInfo(each)?.importedIds ?? []) reached.add(imported);
  return reached;
}

/** Vite would have each lazy part's style sheets fetched before the part. Ours carry theirs in themselves. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : null),
};

export default defineConfig({
  base: '/assets/',
  plugins: [plainImports, preact({ devToolsEnabled: false, prefreshEnabled: false })],
  define: { __VERSION__: JSON.stringify(version) },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: '',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: false,
    rolldownOptions: {
      // The style of the line on its own: the server inlines it only where the line is used.
      input: ['src/boot.ts', 'src/boot/prompt-line.css'],
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: fileOf, debugName: 'boot and panel' }],
        },
      },
    },
  },
});
