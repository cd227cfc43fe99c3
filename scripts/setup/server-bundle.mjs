/** Makes the server's bundle out of the compiled packages: few files, and their compiled code, so that each start is quick. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { root } from './processes.mjs';

const { getBuiltinModule } = process;

const packages = join(root, 'packages');
const OURS = /[\\/]packages[\\/][^\\/]+[\\/]dist[\\/]/;
/** Have files of their own for each platform, or are not installed here. */
const LEFT_OUT = [/^node:(?!http$)/, 'libsql', 'sharp', 'pg-native', 'bufferutil', 'utf-8-validate'];
/** Of a start, as the log has them, in any order. A start that takes longer is ended before them. */
const LAST_STEPS = ['articles read', 'every part is open'];
const LONGEST_START_MS = 60_000;
/**
 * The text of all code stays in memory: one letter beyond Latin-1 doubles that of its file. Lines stay as they are, because Node prints
 * the line of an error.
 */
const SMALL_IN_MEMORY = {
  comments: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
};
const FILE_ADDRESS = /new URL\((['"])(\.{1,2}\/[^'"]*)\1, import\.meta\.url\)/g;

/** @returns {Promise<number>} an exit code */
export async function bundleServer() {
  const { BUNDLE_FOLDER, ENTRY_NAME, MADE_OF_FILE, whatIsCompiled } = await import(
    '../../packages/service/dist/start/bundle.js'
  );
  const { rolldown } = await import('rolldown');
  rmSync(BUNDLE_FOLDER, { recursive: true, force: true });
  const build = await rolldown({
    input: { [ENTRY_NAME]: join(packages, 'service/dist/start/run-server.js') },
    platform: 'node',
    external: LEFT_OUT,
    plugins: [filesByAddress(BUNDLE_FOLDER), builtinWithoutLoading('http')],
    // No module of ours does anything when it is loaded, but for those that are entries.
    treeshake: { moduleSideEffects: (id) => !OURS.test(id) },
    onLog: (level, log, report) => (isExpected(log) ? undefined : report(level, log)),
  });
  await build.write({
    dir: BUNDLE_FOLDER,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    ...SMALL_IN_MEMORY,
  });
  await build.close();
  writeFileSync(MADE_OF_FILE, whatIsCompiled());
  return compileCode();
}

/**
 * Modules name files beside them: those that threads and processes start become entries, all others are named from the bundle. All files
 * of the bundle are in one folder, so an address is right in whatever file its module ends up in.
 */
function filesByAddress(folder) {
  return {
    name: 'files-by-address',
    transform(code, id) {
      if (!OURS.test(id) || !code.includes('import.meta.url')) return null;
      const addressed = code.replace(FILE_ADDRESS, (_, quote, path) => {
        const file = join(dirname(id), path);
        const isModule = file.endsWith('.js');
        const fileName = isModule ? entryName(file) : fromFolder(folder, file, path);
        if (isModule) this.emitFile({ type: 'chunk', id: file, fileName });
        return `new URL(${quote}./${fileName}${quote}, import.meta.url)`;
      });
      return { code: addressed, map: null };
    },
  };
}

/**
 * An `import` of this module of Node's reads all that it exports, and some of that is loaded only when it is read: of `http`, all of
 * `fetch`, a tenth of the time before the first socket. So the bundle takes what it needs from the module itself.
 */
function builtinWithoutLoading(name) {
  const names = [name, `node:${name}`];
  const id = `\0${name}`;
  const whole = getBuiltinModule(name);
  const exported = Object.entries(Object.getOwnPropertyDescriptors(whole)).flatMap(([key, { get }]) =>
    get ? [] : [key],
  );
  return {
    name: 'builtin-without-loading',
    resolveId: {
      order: 'pre',
      handler: (source) => (names.includes(source) ? { id, moduleSideEffects: false } : null),
    },
    load: (loaded) =>
      loaded === id
        ? `const whole = process.getBuiltinModule('${name}');\nexport default whole;\nexport const { ${exported.join(', ')} } = whole;`
        : null,
  };
}

/** `packages/workspace/dist/auth/passwords/password-thread.js` becomes `workspace-password-thread.js`. */
function entryName(file) {
  const [name] = relative(packages, file).split(/[\\/]/);
  return `${name}-${basename(file)}`;
}

const fromFolder = (folder, file, path) =>
  relative(folder, file).replaceAll('\\', '/') + (path.endsWith('/') ? '/' : '');

/** A warning about code of others; about ours, it fails the tests of the bundle. */
const isExpected = ({ code }) => code === 'EVAL' || code === 'TOLERATED_TRANSFORM';

/**
 * Starts the server once and ends it: what Node compiled meanwhile is stored beside the bundle. A server that is killed stores nothing.
 * @returns {Promise<number>} an exit code
 */
async function compileCode() {
  const folder = mkdtempSync(join(tmpdir(), 'service-compile-'));
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, INBOX_DIR: join(root, 'demo/inboxes') };
  const server = spawn(process.execPath, [join(packages, 'service/dist/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('exit', (code) => resolve(code ?? 1)));
  let output = '';
  let isEnding = false;
  // A second signal would end it at once, and nothing would be stored.
  const end = () => {
    if (!isEnding) server.kill('SIGTERM');
    isEnding = true;
  };
  server.stdout.on('data', (chunk) => {
    output += chunk;
    if (LAST_STEPS.every((step) => output.includes(step))) end();
  });
  const limit = setTimeout(end, LONGEST_START_MS);
  const code = await ended;
  clearTimeout(limit);
  rmSync(folder, { recursive: true, force: true });
  if (code !== 0) console.error(output);
  return code;
}
