/** One attacker address that does everything it may, all at the same time. Runs in a process of its own. */
import { openLoopback } from '../../../support/model-provider/loopback-server.js';
import { calls } from '../../../support/model-provider/reply.js';
import type { Aim, Attack } from './aim.js';
import { halfHeads, pipelines, requests, slowBodies, wrongKeys } from './http-attacks.js';
import { largeFrames, longTexts, requestsForPerson, searches, silentSockets, toolCalls } from './socket-attacks.js';
import { manyFiles, slowPictures, slowUploads, unreadDownloads } from './upload-attacks.js';

/** Uploads first: an address may begin some sixty sessions at once, and each attack needs some. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  'slow pictures': slowPictures,
  'many files': manyFiles,
  'slow uploads': slowUploads,
  'downloads, not read': unreadDownloads,
  'silent sockets': silentSockets,
  'requests for a person': requestsForPerson,
  'long messages': longTexts,
  searches,
  'tool calls': toolCalls,
  'large frames': largeFrames,
  'pipelined requests, not read': pipelines,
  'requests without a pause': requests,
  'slow bodies': slowBodies,
  'half heads': halfHeads,
  'wrong operator keys': wrongKeys,
};

const CALLS_OF_AN_ANSWER = 8;

export interface AttackCount {
  readonly attack: string;
  readonly tried: number;
  readonly served: number;
  readonly refused: number;
}

export async function attackFor(seconds: number, aim: Aim): Promise<readonly AttackCount[]> {
  const endsAt = Date.now() + seconds * 1_000;
  const goesOn = (): boolean => Date.now() < endsAt;
  return Promise.all(
    Object.entries(ATTACKS).map(async ([attack, run]) => {
      const counted = { tried: 0, served: 0, refused: 0 };
      const add = (what: keyof typeof counted) => () => {
        counted[what] += 1;
      };
      await run({ aim, goesOn, tally: { tried: add('tried'), served: add('served'), refused: add('refused') } });
      return { attack, ...counted };
    }),
  );
}

/** A provider whose model always calls the attacker's tool. Servers of the measurement use it; no honest visitor asks it. */
export async function openObedientModel(): Promise<string> {
  const provider = await openLoopback();
  provider.script(calls(...Array.from({ length: CALLS_OF_AN_ANSWER }, () => ['x', { a: 1 }] as const)));
  return `${provider.origin}/v1`;
}
