/** Asks the chat server what it says of this page. */
import { readServerReport, type ServerReport, serverReportQuery } from '@service/protocol';

/** After this time without an answer, a server or frame counts as silent. */
export const TIMEOUT_MS = 5_000;

/**
 * Null without an answer. It comes as a script: see `ServerReport`. `script`: the address of a loader. A fresh address each time, because
 * browsers keep failures. No `randomUUID`: pages without https lack it.
 */
export async function askServer(script: string, inboxId: string): Promise<ServerReport | null> {
  const address = script + serverReportQuery(inboxId, `${Date.now()}${Math.random()}`);
  const answer = import(/* @vite-ignore */ /* webpackIgnore: true */ address) as Promise<{ default?: unknown }>;
  return within(
    answer.then((module) => readServerReport(module.default)),
    null,
  );
}

/** `otherwise` when it fails or times out. */
export function within<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  return Promise.race([
    answer.catch(() => otherwise),
    new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), TIMEOUT_MS)),
  ]);
}
