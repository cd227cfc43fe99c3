/**
 * A real Chromium for the journeys and the benchmarks: the one that is there, else one installed by the means this
 * platform has, else an exact sentence about what to do. A browser counts only after it has run.
 */
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fail, outputOf, run, runTool } from './processes.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];
/** The same without windows, which no test sees: a third less work of the processor. They read no profile. */
const WITHOUT_WINDOWS = ['chromium-headless-shell', 'chrome-headless-shell'];
const FONTS = ['fonts-liberation', 'fonts-noto-core', 'fonts-noto-color-emoji'];

/**
 * Playwright's own list, because a browser counts this switch once, and the last three. For each window two of them start a process
 * that draws the suggestions of the address bar: no test sees it, and it costs more than the page. One discards clicks into a frame
 * of another site for half a second after it has appeared: a test is quicker than a hand.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'DiscardInputEventsToRecentlyMovedFrames',
];

/**
 * How every browser here is started: nothing phones home, nothing depends on a graphics card or on a sandbox that root
 * doesn't have.
 * @param {string} executablePath
 * @param {{ spareProcess?: boolean }} [options] `spareProcess`, true by default as visitors' browsers have it: a process is ready
 *   before a page needs it. In tests with a context each, one in three processes would be started for nothing.
 */
export function launchOptions(executablePath, { spareProcess = true } = {}) {
  const asRoot = process.getuid?.() === 0;
  const disabled = spareProcess ? DISABLED_FEATURES : [...DISABLED_FEATURES, 'SpareRendererForSitePerProcess'];
  return {
    executablePath,
    args: [
      ...(asRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      // Without a window a frame of another site would be in the page's process: focus and clicks differ.
      '--site-per-process',
      // Without a window text would be as wide as on a screen with few pixels.
      '--font-render-hinting=none',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${disabled.join()}`,
    ],
  };
}

/**
 * @param {{ hasWindows?: boolean }} [needs] `hasWindows`: one with windows, whose settings a profile can change, and which has full screen
 * @returns {string | null} the first browser that runs; CHROME_PATH is used before anything is searched
 */
export function findBrowser({ hasWindows = false } = {}) {
  const chosen = process.env.CHROME_PATH;
  if (chosen && !(hasWindows && WITHOUT_WINDOWS.includes(basename(chosen)))) {
    if (runs(chosen)) return chosen;
    fail(`CHROME_PATH is ${chosen}, but that doesn't run. Point it at a Chromium or Chrome, or unset it.`);
  }
  for (const path of candidates(hasWindows ? NAMES : [...WITHOUT_WINDOWS, ...NAMES]))
    if (existsSync(path) && runs(path)) return path;
  return null;
}

/** Finds a browser or installs one; ends the program with advice when neither works. @returns {Promise<string>} */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  for (const install of [installWithApt, installWithBrew, installWithPlaywright]) {
    if (!(await install())) continue;
    const installed = findBrowser();
    if (installed) return installed;
  }
  return fail(
    'No Chromium or Chrome was found, and none could be installed from here. Do one of these, then run this again:\n' +
      '  Debian, Ubuntu   sudo apt-get install -y chromium\n' +
      '  Fedora           sudo dnf install -y chromium\n' +
      '  macOS            brew install --cask google-chrome\n' +
      '  Windows          winget install Google.Chrome\n' +
      '  anywhere         CHROME_PATH=/path/to/chrome npm test',
  );
}

function* candidates(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of names) {
    for (const folder of folders) yield join(folder, process.platform === 'win32' ? `${name}.exe` : name);
  }
  if (process.platform === 'darwin') {
    for (const base of ['/Applications', join(homedir(), 'Applications')]) {
      for (const app of ['Chromium', 'Google Chrome', 'Microsoft Edge']) {
        yield join(base, `${app}.app/Contents/MacOS/${app}`);
      }
    }
  }
  if (process.platform === 'win32') {
    for (const base of [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]) {
      if (!base) continue;
      yield join(base, 'Google/Chrome/Application/chrome.exe');
      yield join(base, 'Chromium/Application/chrome.exe');
      yield join(base, 'Microsoft/Edge/Application/msedge.exe');
    }
  }
  yield* playwrightBrowsers();
}

/** What Playwright has downloaded for any project of this user, newest first. */
function* playwrightBrowsers() {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    {
      darwin: join(homedir(), 'Library/Caches/ms-playwright'),
      win32: join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
    }[process.platform] ??
    join(homedir(), '.cache/ms-playwright');
  const builds = entries(cache).filter((name) => /^chromium-\d+$/.test(name));
  for (const build of builds.sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))) {
    for (const platform of entries(join(cache, build)).filter((name) => name.startsWith('chrome-'))) {
      const folder = join(cache, build, platform);
      yield join(folder, 'chrome');
      yield join(folder, 'chrome.exe');
      yield join(folder, 'Chromium.app/Contents/MacOS/Chromium');
      yield join(folder, 'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing');
    }
  }
}

function entries(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Those that have run in this process. */
const proven = new Set();

/** Some distributions put a script of that name that only says where to get the browser, so being there is not enough. */
function runs(path) {
  // On Windows `--version` opens a window instead of answering.
  if (process.platform === 'win32') return existsSync(path);
  if (!proven.has(path) && outputOf(path, ['--version']) !== null) proven.add(path);
  return proven.has(path);
}

async function installWithApt() {
  if (process.platform !== 'linux' || outputOf('apt-get', ['--version']) === null) return false;
  const asRoot = process.getuid?.() === 0;
  if (!asRoot && outputOf('sudo', ['-n', 'true']) === null) return false;
  const apt = (...args) => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
    return asRoot
      ? run(command[0], command.slice(1), { quiet: true })
      : run('sudo', ['-n', ...command], { quiet: true });
  };
  console.log('Installing a browser for the journeys (apt-get install chromium) …');
  await apt('update');
  const install = (...packages) => apt('install', '-y', '--no-install-recommends', ...packages);
  if ((await install('chromium')) !== 0) return false;
  // Not every distribution has it, and nothing needs it.
  await install('chromium-headless-shell');
  // Text without fonts still works; it only looks poor in screenshots.
  await install(...FONTS);
  return true;
}

async function installWithBrew() {
  if (process.platform !== 'darwin' || outputOf('brew', ['--version']) === null) return false;
  console.log('Installing a browser for the journeys (brew install --cask chromium) …');
  return (await run('brew', ['install', '--cask', 'chromium'])) === 0;
}

async function installWithPlaywright() {
  console.log('Installing a browser for the journeys (playwright-core install chromium) …');
  // Without --with-deps: that would upgrade libraries of the whole system, which a test run has no business doing.
  return (await runTool('playwright-core', ['install', 'chromium'])) === 0;
}
