/** `ServiceWidget.diagnose()`: what keeps the chat from running here, as values and, readable, on the console. */
import type { Finding } from '@service/protocol';
import { judge } from './judge.js';
import { look, type Means, type Subject } from './look.js';

/** Given the chat on the page, or null, and what was reported of it or of why there is none: the latest of each code. */
export type Diagnose = (chat: Subject | null, said: Readonly<Record<string, string>>) => Promise<readonly Finding[]>;

/** Never rejects. */
export async function diagnosePage(means: Means, ...[chat, said]: Parameters<Diagnose>): Promise<readonly Finding[]> {
  const findings = judge(await look(chat, said, means));
  print(findings);
  return findings;
}

const SAID_WITH = { ok: 'info', note: 'info', hinders: 'warn', blocks: 'error' } as const;

function print(findings: readonly Finding[]): void {
  for (const { code, effect, what, toDo } of findings)
    console[SAID_WITH[effect]](`[ServiceWidget] ${code} (${effect}): ${what}\n  → ${toDo}`);
}
