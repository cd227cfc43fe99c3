/**
 * What a policy had to forbid, in the page and in every frame on it. A policy that is broken is told of twice: by an event
 * in the document, and on the console; both are collected, because neither sees everything.
 */
import type { BrowserContext } from 'playwright-core';

export interface Violations {
  /** One line each, such as `style-src-elem blocked inline`. */
  readonly list: readonly string[];
}

/** Call before the first navigation. */
export async function watchViolations(context: BrowserContext): Promise<Violations> {
  const list: string[] = [];
  await context.exposeBinding('toldOfViolation', (_source, line: string) => void list.push(line));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) => {
      const { toldOfViolation } = window as unknown as { toldOfViolation(line: string): void };
      toldOfViolation(`${location.pathname}: ${effectiveDirective} blocked ${blockedURI} ${sourceFile} ${sample}`);
    });
  });
  context.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript|Trusted Type/i.test(message.text()))
      list.push(message.text());
  });
  return { list };
}
