/**
 * Writes the artifacts of a failed test to test/.artifacts: a screenshot of every page, and a text file with the content,
 * the focus and the console of each document. The beginning of the text is printed too, for runs on a machine whose files
 * are out of reach.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Frame } from 'playwright-core';
import { ARTIFACTS } from '../runs/repository.js';

/** A page that hangs or has crashed does not answer. Give up on it, so that the failure itself is reported. */
const PATIENCE_MS = 5_000;
/** Characters of each part that are printed. */
const PRINTED = 2_000;

/** Records console messages, uncaught exceptions and failed requests of all pages from now on, one line each. */
export function recordLog(context: BrowserContext): readonly string[] {
  const log: string[] = [];
  context.on('console', (message) => log.push(`${message.type()}: ${message.text()}`));
  context.on('weberror', (error) => log.push(`exception: ${error.error().stack ?? error.error().message}`));
  context.on('requestfailed', (request) => log.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`));
  return log;
}

/** `test`: the name of the test that failed. */
export async function writeFailureArtifacts(
  test: string,
  visitors: readonly { readonly context: BrowserContext; readonly log: readonly string[] }[],
): Promise<void> {
  mkdirSync(ARTIFACTS, { recursive: true });
  const name = test.replace(/[^a-z0-9]+/gi, '-').slice(0, 80);
  const parts: string[] = [];
  let screenshots = 0;
  for (const [index, { context, log }] of visitors.entries()) {
    parts.push(`# Visitor ${index + 1}`);
    for (const page of context.pages().filter((each) => each.url() !== 'about:blank')) {
      screenshots += 1;
      await page
        .screenshot({ path: join(ARTIFACTS, `${name}-${screenshots}.png`), timeout: PATIENCE_MS })
        .catch(() => undefined);
      for (const frame of page.frames()) parts.push(await describeFrame(frame));
    }
    parts.push('## Console', ...log);
  }
  const file = join(ARTIFACTS, `${name}.txt`);
  writeFileSync(file, `${parts.join('\n')}\n`);
  console.error(
    `${test}\n${parts.map((each) => each.slice(0, PRINTED)).join('\n')}\nComplete text, with screenshots beside it: ${file}`,
  );
}

async function describeFrame(frame: Frame): Promise<string> {
  const content = frame.evaluate(() => {
    const { activeElement, body } = document;
    const focus = activeElement === body ? 'nothing' : activeElement?.outerHTML.slice(0, 200);
    return `Focus: ${focus}${document.hasFocus() ? '' : ' (elsewhere)'}\n${body.innerText}\n---\n${body.outerHTML}`;
  });
  const timeout = new Promise<string>((resolve) =>
    setTimeout(() => resolve('The document does not answer.'), PATIENCE_MS),
  );
  return `## ${frame.url()}\n${await Promise.race([content.catch(String), timeout])}`;
}
