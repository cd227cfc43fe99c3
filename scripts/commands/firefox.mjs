/**
 * `npm run test:firefox`: the core journeys once more in Firefox. Not part of `npm test`: few machines have a Firefox that
 * can be driven, and what it shows seldom differs.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { build } from '../setup/build.mjs';
import { ensureDependencies } from '../setup/dependencies.mjs';
import { fail, outputOf, runTool } from '../setup/processes.mjs';

await ensureDependencies();
await build();
process.env.FIREFOX_PATH = findFirefox();
process.exitCode = await runTool('vitest', [
  'run',
  '--config',
  'test/firefox/vitest.config.ts',
  ...process.argv.slice(2),
]);

function findFirefox() {
  const chosen = process.env.FIREFOX_PATH;
  for (const path of chosen ? [chosen] : inPath()) {
    if (existsSync(path) && outputOf(path, ['--version']) !== null) return path;
  }
  return fail(
    (chosen ? `FIREFOX_PATH is ${chosen}, but that doesn't run.` : 'No Firefox was found.') +
      ' Do one of these, then run this again:\n' +
      '  Debian, Ubuntu   sudo apt-get install -y firefox-esr   (Ubuntu: firefox)\n' +
      '  Fedora           sudo dnf install -y firefox\n' +
      '  macOS            brew install --cask firefox\n' +
      '  anywhere         FIREFOX_PATH=/path/to/firefox npm run test:firefox',
  );
}

function* inPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    yield join(folder, 'firefox');
    yield join(folder, 'firefox-esr');
  }
  yield '/Applications/Firefox.app/Contents/MacOS/firefox';
}
