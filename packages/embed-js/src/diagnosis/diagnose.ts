/** `ServiceWidget.diagnose()`: what keeps the chat from running here, as values and, readable, on the console. */
import type { Finding } from '@service/protocol';
import { judge } from './judge.js';
import { look, type Means, type Subject } from './look.js';

/** What a page may want to know besides. */
export interface DiagnoseOptions {
  /**
   * True: whether the page's policy lets a screen of your own connect to the server, too. A page can only find that out by
   * trying, and a policy that forbids it reports the attempt. Default false: then nothing is tried that the chat itself could do
   * without, as long as the chat server answers.
   */
  readonly ownScreen?: boolean;
}

/** Given the chat on the page, or null, and what was reported of it or of why there is none: the latest of each code. */
export type Diagnose = (
  chat: Subject | null,
  said: Readonly<Record<string, string>>,
  options?: DiagnoseOptions,
) => Promise<readonly Finding[]>;

/** Never rejects. */
export async function diagnosePage(
  means: Means,
  ...[chat, said, options]: Parameters<Diagnose>
): Promise<readonly Finding[]> {
  const findings = judge(await look(chat, said, means, options?.ownScreen === true));
  print(findings);
  return findings;
}

const SAID_WITH = { ok: 'info', note: 'info', hinders: 'warn', blocks: 'error' } as const;

function print(findings: readonly Finding[]): void {
  for (const { code, effect, what, toDo } of findings)
    console[SAID_WITH[effect]](`[ServiceWidget] ${code} (${effect}): ${what}\n  → ${toDo}`);
}
