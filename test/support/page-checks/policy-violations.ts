/**
 * Records violations of the Content-Security-Policy in the page and in its frames. The browser reports a violation by an
 * event in the document and on the console; both are collected, because neither covers all violations.
 */
import type { BrowserContext } from 'playwright-core';

export interface Violations {
  /** One line each, such as `style-src-elem blocked inline`. */
  readonly list: readonly string[];
}

/** Call before the first navigation. */
export async function recordViolations(context: BrowserContext): Promise<Violations> {
  const list: string[] = [];
  await context.exposeBinding('reportViolation', (_source, line: string) => void list.push(line));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) => {
      const { reportViolation } = window as unknown as { reportViolation(line: string): void };
      reportViolation(`${location.pathname}: ${effectiveDirective} blocked ${blockedURI} ${sourceFile} ${sample}`);
    });
  });
  context.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript|Trusted Type/i.test(message.text()))
      list.push(message.text());
  });
  return { list };
}
