/** One attacker address that does everything it may, all at the same time. Runs in a process of its own. */
import { openLoopback } from '../../../support/model-provider/loopback-server.js';
import { calls } from '../../../support/model-provider/reply.js';
import { type Aim, type Attack, pause } from './aim.js';
import { halfHeads, pipelines, requests, slowBodies, wrongKeys } from './http-attacks.js';
import {
  erasures,
  largeFrames,
  longTexts,
  requestsForPerson,
  searches,
  silentSockets,
  toolCalls,
} from './socket-attacks.js';
import { manyFiles, slowPictures, slowUploads, unreadDownloads } from './upload-attacks.js';

/** Each needs sessions, of which an address may begin some sixty at once; uploads need the fewest. */
const OF_VISITORS: Readonly<Record<string, Attack>> = {
  'slow pictures': slowPictures,
  'many files': manyFiles,
  'slow uploads': slowUploads,
  'downloads, not read': unreadDownloads,
  'requests for a person': requestsForPerson,
  'long messages': longTexts,
  searches,
  'tool calls': toolCalls,
  'large frames': largeFrames,
  erasures,
};

/** Begun when the visitors are in: a busy server sends new ones away, and an attacker knows that. */
const OF_STRANGERS: Readonly<Record<string, Attack>> = {
  'silent sockets': silentSockets,
  'pipelined requests, not read': pipelines,
  'requests without a pause': requests,
  'slow bodies': slowBodies,
  'half heads': halfHeads,
  'wrong keys': wrongKeys,
};

const LEAD_MS = 5_000;
const GRACE_MS = 5_000;
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
    Object.entries({ ...OF_VISITORS, ...OF_STRANGERS }).map(async ([attack, run]) => {
      const counted = { tried: 0, served: 0, refused: 0 };
      const add = (what: keyof typeof counted) => () => {
        counted[what] += 1;
      };
      if (Object.hasOwn(OF_STRANGERS, attack)) await pause(LEAD_MS);
      const tally = { tried: add('tried'), served: add('served'), refused: add('refused') };
      // What the server still holds is not waited for.
      await Promise.race([run({ aim, goesOn, tally }), pause(seconds * 1_000 + GRACE_MS)]);
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
