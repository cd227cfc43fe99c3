/**
 * `npm run gallery`: every template, scheme, surface and state of the widget on one page, http://localhost:4602.
 * `npm run gallery -- --shots` takes a picture of each into test/.artifacts/gallery-shots and ends; words after it choose
 * among them: `-- --shots dark phone` takes those whose name has both. `npm run gallery -- --keep` says that the chat is meant
 * to look as it does now: what test/proofs/gallery/drawings.test.ts compares with is written anew, for all or for those
 * that the words choose.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../setup/build.mjs';
import { ensureDependencies } from '../setup/dependencies.mjs';
import { root, runTool } from '../setup/processes.mjs';

const PORT = Number(process.env.GALLERY_PORT ?? 4602);
const SHOTS = join(root, 'test/.artifacts/gallery-shots');

await ensureDependencies();
await build();
const { startGallery } = await import('../../packages/widget-app/gallery/start-gallery.mjs');
const [keeps, shots] = ['--keep', '--shots'].map((word) => process.argv.includes(word));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));

if (keeps) {
  const { ensureBrowser } = await import('../setup/browser.mjs');
  const env = { ...process.env, CHROME_PATH: await ensureBrowser(), GALLERY_KEEP: wanted.join(' ') };
  process.exitCode = await runTool('vitest', ['run', 'test/proofs/gallery/drawings.test.ts'], { env });
} else if (!shots) {
  const gallery = await startGallery(PORT);
  console.log(`\n  Gallery  ${gallery.origin}\n\n  Ctrl-C stops it.\n`);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      setTimeout(() => process.exit(0), 500).unref();
      void gallery.close().then(() => process.exit(0));
    });
} else {
  const gallery = await startGallery(0);
  const { ensureBrowser, launchOptions } = await import('../setup/browser.mjs');
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch(launchOptions(await ensureBrowser()));
  const page = await browser.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (wanted.length === 0) rmSync(SHOTS, { recursive: true, force: true });
  mkdirSync(SHOTS, { recursive: true });
  const cells = (await gallery.cells()).filter(({ name }) => wanted.every((word) => name.split(' ').includes(word)));
  for (const { name, path, width, height } of cells) {
    await page.setViewportSize({ width, height });
    await page.goto(`${gallery.origin}/${path}`);
    await page.locator('[data-drawn]').waitFor({ state: 'attached' });
    await page.screenshot({ path: join(SHOTS, `${name.replaceAll(' ', '_')}.png`) });
  }
  await browser.close();
  await gallery.close();
  console.log(`${cells.length} pictures in ${SHOTS}`);
}
