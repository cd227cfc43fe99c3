/**
 * Two products from one source: the library (for bundlers and `require`) and the script-tag loaders. All are a small start
 * and a frame controller that is fetched with the frame; the loaders fetch it from their own address.
 * Declarations come from `tsc -b`, which writes into the same folder; hence nothing here may clean it.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { minify } from 'terser';
import { defineConfig, type Options } from 'tsup';
import { protocolTables } from '../../scripts/setup/protocol-tables.mjs';
import { readWidgetUrl } from './widget-url.js';

/** People install the SDK, which carries this package along. */
const manifest = new URL('../embed-sdk/package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
const widgetUrl = readWidgetUrl(process.env.SERVICE_WIDGET_URL);

/** `NaN` can't be replaced by a page either. */
const define = { 'Number.NaN': 'NaN', __VERSION__: JSON.stringify(version), __WIDGET_URL__: JSON.stringify(widgetUrl) };
const shared = {
  clean: false,
  dts: false,
  target: 'es2022',
  platform: 'browser',
  outDir: 'dist',
  define,
  esbuildPlugins: [protocolTables],
} as const;

/**
 * Not the bundler's own minifier: this one gives a file that is some per cent smaller, and every page waits for it. No source here
 * reads a property for what reading it does.
 */
const minified = async (code: string, module: boolean): Promise<string> =>
  (
    await minify(code, {
      module,
      ecma: 2020,
      compress: { inline: 0, passes: 4, unsafe_arrows: true, pure_getters: true },
    })
  ).code ?? '';

/** Names between the files of the frame controller alone. */
const CONTROLLER_NAMES =
  /^(?:frameLoaded|frameAttached|onConnected|onLost|onMessage|helloAfterLoadMs|readyMs|isHeldBack|greeting|onViewport|hadStyle|onUnloaded|frameLost|storeOpen|hasJustOpened|pageWatch|clientTools|isKnown|passOn|restore|enter|opening|isEmpty|peer|resume|pause|onPage|covers|above|below|followFrame|isOpen|connected|answer|hide|begin|kind|side|lost|current)$/;

/**
 * What the script tag's build fetches later is named by the hash of its contents, so it is built first. `own`: the names that no other
 * file of the build reads. Returns its name.
 */
async function buildLater(
  source: string,
  file: string,
  known: Readonly<Record<string, string>> = {},
  own?: RegExp,
): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    format: 'esm',
    target: shared.target,
    platform: shared.platform,
    define: { ...define, ...known },
    ...(own && { mangleProps: own }),
    plugins: [protocolTables],
  });
  const code = await minified(outputFiles[0]?.text ?? '', true);
  mkdirSync('dist', { recursive: true });
  writeFileSync(`dist/${file}`, code);
  return JSON.stringify(createHash('sha256').update(code).digest('base64url'));
}

/** A script for a tag of its own. `code`: the last change of what was built. */
const scriptTag = (
  name: string,
  source: string,
  known: Readonly<Record<string, string>>,
  code = (built: string) => built,
) =>
  ({
    ...shared,
    entry: { [name]: source },
    format: ['iife'],
    outExtension: () => ({ js: '.js' }),
    define: { ...define, ...known },
    // Names between the loader's own files; no other file of the build reads them.
    esbuildOptions(options) {
      options.mangleProps =
        /^(?:started|calls|again|inPage|onNear|onToggle|setScheme|leave|fail|emitLater|marks|systemDark|problems|errors|address|pinned|defaultBaseUrl)$/;
    },
    plugins: [
      {
        name: 'minify',
        renderChunk: async (built) => ({ code: code((await minified(built, false)).replace(/^"use strict";/, '')) }),
      },
    ],
    noExternal: ['@service/protocol'],
  }) satisfies Options;

/** The text that a server replaces by the settings of an inbox. Written in last: a minifier would reason about a text. */
const SETTINGS = '__INBOX_SETTINGS__';
function withSettingsMark(code: string): string {
  if (code.split(SETTINGS).length !== 2) throw new Error(`The script for an inbox has to name ${SETTINGS} once.`);
  return code.replace(SETTINGS, JSON.stringify(SETTINGS));
}

const tools = await buildLater('src/host/later/client-tools.ts', 'loader-tools.js');
const pageWatch = await buildLater('src/host/later/page-watch.ts', 'loader-page-watch.js');
const inPage = await buildLater('src/host/later/in-page.ts', 'loader-in-page.js');
const diagnosis = await buildLater('src/diagnosis/diagnose-for-script-tag.ts', 'loader-diagnosis.js');
const extras = await buildLater('src/start/launcher-extras.ts', 'loader-launcher-extras.js');
const launcher = await buildLater('src/start/launcher-for-script-tag.ts', 'loader-launcher.js', {
  __LAUNCHER_EXTRAS__: extras,
});
const controller = await buildLater(
  'src/frame/controller-for-script-tag.ts',
  'loader-attachment.js',
  {
    __CLIENT_TOOLS__: tools,
    __PAGE_WATCH__: pageWatch,
    __IN_PAGE__: inPage,
    __LAUNCHER__: launcher,
    __DIAGNOSIS__: diagnosis,
  },
  CONTROLLER_NAMES,
);

// Their names hold a hash: those of an earlier build would be published along.
rmSync('dist/parts', { recursive: true, force: true });

export default defineConfig([
  {
    ...shared,
    entry: ['src/index.ts'],
    format: ['esm'],
    sourcemap: true,
    splitting: true,
    esbuildOptions(options) {
      options.chunkNames = 'parts/[name]-[hash]';
    },
  },
  // For `npm run diagnose`, which runs the same checks from outside of the page.
  {
    ...shared,
    entry: { checks: 'src/diagnosis/checks/outside-page.ts' },
    format: ['esm'],
    noExternal: ['@service/protocol'],
  },
  // The contract is published as ES modules only, which Node 20 can't `require`: the CommonJS build carries its part along.
  { ...shared, entry: ['src/index.ts'], format: ['cjs'], sourcemap: true, noExternal: ['@service/protocol'] },
  scriptTag('loader', 'src/loader.ts', { __CONTROLLER__: controller, __IN_PAGE__: inPage }),
  scriptTag(
    'inbox-loader',
    'src/inbox-loader.ts',
    { __CONTROLLER__: controller, __IN_PAGE__: inPage, __LAUNCHER_EXTRAS__: extras },
    withSettingsMark,
  ),
]);
