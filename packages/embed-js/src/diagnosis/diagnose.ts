/** `ServiceWidget.diagnose()`: what keeps the chat from running here, as values and, readable, on the console. */
import { performInPage } from './checks/inside-page.js';
import type { Finding } from './finding.js';
import { type DiagnosedChat, inspectPage, type PageInspector } from './inspect-page.js';

/** What `diagnose` checks besides the chat itself. */
export interface DiagnoseOptions {
  /**
   * True: checks as well whether the page's policy lets a custom UI connect to the server. A page can only find that out by
   * trying, and a policy that forbids it reports the attempt. With false nothing is tried that the chat itself could do
   * without, as long as the chat server answers.
   * @defaultValue false
   */
  readonly customUi?: boolean | undefined;
}

/** Given the chat on the page, or null, and the errors that were reported: the latest message of each code. */
export type Diagnose = (
  chat: DiagnosedChat | null,
  errors: Readonly<Record<string, string>>,
  options?: DiagnoseOptions,
) => Promise<readonly Finding[]>;

/** Never rejects. */
export async function diagnosePage(
  inspector: PageInspector,
  ...[chat, errors, options]: Parameters<Diagnose>
): Promise<readonly Finding[]> {
  const findings = performInPage(await inspectPage(chat, errors, inspector, options?.customUi === true));
  print(findings);
  return findings;
}

const CONSOLE_METHOD = { ok: 'info', note: 'info', hinders: 'warn', blocks: 'error' } as const;

function print(findings: readonly Finding[]): void {
  for (const { code, severity, message, fix } of findings)
    console[CONSOLE_METHOD[severity]](`[ServiceWidget] ${code} (${severity}): ${message}\n  → ${fix}`);
}
