/**
 * `npm run diagnose -- https://shop.example/` says what keeps the chat from running on a page: it opens the page in
 * a real browser where there is one (CHROME_PATH), and otherwise reads what headers and files tell.
 * `--inbox <id>` where the page names none; `--insecure` for a page with a self-signed certificate; INBOX_DIR, where
 * the server's inboxes are, for a more exact answer.
 * Exit code 0 when the chat may run, 1 when something is in the way, 2 when the command was used wrongly.
 */
import { parseArgs } from 'node:util';
import { build } from '../setup/build.mjs';
import { ensureDependencies } from '../setup/dependencies.mjs';
import { fail } from '../setup/processes.mjs';

const USAGE = 'Say which page to look at: npm run diagnose -- https://shop.example/ [--inbox <id>] [--insecure]';

function read() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { inbox: { type: 'string' }, insecure: { type: 'boolean' } },
    });
    const [page, ...more] = positionals;
    if (page && more.length === 0 && URL.canParse(page) && /^https?:/.test(page)) return { page, ...values };
  } catch {
    // An unknown option.
  }
  return fail(USAGE, 2);
}

const { page, inbox, insecure } = read();
await ensureDependencies();
await build();
const { diagnosePage } = await import('../page-diagnosis/inspect-page.mjs');
const findings = await diagnosePage(page, { inboxId: inbox ?? null, insecure: insecure ?? false });
for (const { code, severity, message, fix } of findings) console.log(`${code} (${severity}): ${message}\n  → ${fix}`);
process.exitCode = findings.some(({ severity }) => severity === 'blocks') ? 1 : 0;
