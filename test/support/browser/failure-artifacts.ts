/**
 * What a failed test leaves in test/.artifacts: a picture of every page, and in words what each document on it showed, where
 * its focus was, and what was said on its console. The gist of the words is printed too: a file on somebody else's machine
 * explains nothing.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Frame } from 'playwright-core';
import { ARTIFACTS } from '../runs/repository.js';

/** A page that hangs, or that has crashed, says nothing any more; the failure itself is the news. */
const PATIENCE_MS = 5_000;
const PRINTED = 2_000;

/** Keeps what a context's documents say of themselves from now on, one line each: its console, its exceptions, what it did not get. */
export function listenTo(context: BrowserContext): readonly string[] {
  const said: string[] = [];
  context.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  context.on('weberror', (error) => said.push(`exception: ${error.error().stack ?? error.error().message}`));
  context.on('requestfailed', (request) => said.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`));
  return said;
}

/** `test`: the name of the test that failed. */
export async function keepRemains(
  test: string,
  visitors: readonly { readonly context: BrowserContext; readonly said: readonly string[] }[],
): Promise<void> {
  mkdirSync(ARTIFACTS, { recursive: true });
  const name = test.replace(/[^a-z0-9]+/gi, '-').slice(0, 80);
  const words: string[] = [];
  let pictures = 0;
  for (const [index, { context, said }] of visitors.entries()) {
    words.push(`# Visitor ${index + 1}`);
    for (const page of context.pages().filter((each) => each.url() !== 'about:blank')) {
      pictures += 1;
      await page
        .screenshot({ path: join(ARTIFACTS, `${name}-${pictures}.png`), timeout: PATIENCE_MS })
        .catch(() => undefined);
      for (const frame of page.frames()) words.push(await inWords(frame));
    }
    words.push('## Said', ...said);
  }
  const file = join(ARTIFACTS, `${name}.txt`);
  writeFileSync(file, `${words.join('\n')}\n`);
  console.error(
    `${test}\n${words.map((each) => each.slice(0, PRINTED)).join('\n')}\nWhole, and with pictures: ${file}`,
  );
}

async function inWords(frame: Frame): Promise<string> {
  const seen = frame.evaluate(() => {
    const { activeElement, body } = document;
    const focus = activeElement === body ? 'nothing' : activeElement?.outerHTML.slice(0, 200);
    return `Focus: ${focus}${document.hasFocus() ? '' : ' (elsewhere)'}\n${body.innerText}\n---\n${body.outerHTML}`;
  });
  const silent = new Promise<string>((say) => setTimeout(() => say('It says nothing any more.'), PATIENCE_MS));
  return `## ${frame.url()}\n${await Promise.race([seen.catch(String), silent])}`;
}
