/** Plays every script against one client, several at a time, and prints the results. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ClientCommand } from './player/client-process.js';
import { type LoadedScript, loadCast, loadScripts } from './player/load-scripts.js';
import { playScript, SHORT_GRACE_MS, type Verdict } from './player/play-script.js';

/** The command line of our own client. It uses the Node that runs the suite, also when PATH names another. */
export const OUR_CLIENT: ClientCommand = `"${process.execPath}" "${join(import.meta.dirname, 'our-client.mjs')}"`;

/** Scripts mostly wait, so more of them run at a time than there are processors. */
export const AT_A_TIME = Math.max(4, availableParallelism() * 3);

const MARKS = { passed: 'ok  ', failed: 'FAIL', 'not run': '-   ' } as const;

export interface Line {
  readonly script: LoadedScript;
  readonly verdict: Verdict;
}

/** Plays the scripts, and calls `onResult` with the result of each, in their order. */
export async function runAll(
  command: ClientCommand,
  scripts: readonly LoadedScript[],
  onResult: (line: Line) => void,
  graceMs = SHORT_GRACE_MS,
): Promise<Line[]> {
  const cast = new Map(loadCast());
  const lines: Promise<Line>[] = [];
  const running = new Set<Promise<unknown>>();
  for (const script of scripts) {
    while (running.size >= AT_A_TIME) await Promise.race(running);
    const line = playScript(script, cast, command, graceMs).then((verdict) => ({ script, verdict }));
    running.add(line);
    void line.finally(() => running.delete(line));
    lines.push(line);
  }
  const done: Line[] = [];
  for (const line of lines) {
    done.push(await line);
    onResult(await line);
  }
  return done;
}

/**
 * The suite as a command, with the scripts whose file name contains `only`: prints one line per script, then the rules that were broken.
 * @returns true when nothing failed and something ran
 */
export async function runSuite(command: ClientCommand = OUR_CLIENT, only = ''): Promise<boolean> {
  const scripts = loadScripts().filter(({ file }) => file.includes(only));
  const lines = await runAll(command, scripts, ({ script, verdict }) => {
    console.log(`${MARKS[verdict.outcome]}  ${script.file.replace('.json', '').padEnd(32)}  ${script.title}`);
    if (verdict.outcome !== 'passed') console.log(`      ${script.proves.join(' ')}: ${verdict.why}`);
  });
  const count = (outcome: Verdict['outcome']): number =>
    lines.filter((line) => line.verdict.outcome === outcome).length;
  const broken = new Set(lines.flatMap(({ script, verdict }) => (verdict.outcome === 'failed' ? script.proves : [])));
  console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run`);
  if (broken.size > 0) console.log(`Rules to look at in CONFORMANCE.md: ${[...broken].sort().join(' ')}`);
  return count('failed') === 0 && count('passed') > 0;
}
