/**
 * Hostile uploads for SECONDS: files of every type with parts of them changed, sizes that aren't true, bodies that stop, names
 * of any kind. The server goes on, serves an honest visitor all the time, takes a good picture in the end, holds no more memory
 * afterwards, and logs no error. Replay with SEED=<number>.
 */
import { FILE_NAME_HEADER, UPLOADS_PATH } from '@service/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG, saveResults } from '../../../support/runs/results.js';
import { slowGif } from '../../../support/wire/slow-gif.js';
import { type ProbedService, startProbedService } from '../support/probed-service.js';
import { hostileUpload } from './hostile-files.js';
import { exchange } from './hostile-requests.js';
import { serveUnderAttack, sessionOf, visit } from './under-attack.js';

const SECONDS = Number(process.env.SECONDS ?? (LONG ? 600 : 2));
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
/** A visitor's quota ends; then the server would refuse at once and read no file. */
const UPLOADS_OF_A_VISITOR = 40;

let server: ProbedService;
beforeAll(async () => {
  server = await startProbedService();
});
afterAll(async () => {
  await server.dispose();
});

describe(`${SECONDS} s of hostile uploads (seed ${SEED})`, () => {
  it('end no process, keep no honest visitor waiting, and leave nothing behind', async () => {
    const token = renewedToken();
    // The first picture starts what draws pictures.
    expect(await upload(await newToken())).toBe(201);
    const report = await serveUnderAttack({
      server,
      seconds: SECONDS,
      seed: SEED,
      attack: async (chance) => exchange(chance, server.service.port, hostileUpload(chance, await token())),
    });
    expect(await upload(await newToken()), 'a good picture afterwards').toBe(201);
    if (!LONG) return;
    saveResults(
      {
        name: 'upload-fuzz',
        title: 'Hostile uploads',
        command: 'npm run test:long -- test/proofs/chaos/fuzz/upload-fuzz',
        packages: ['hono', 'sharp'],
      },
      report,
    );
  });
});

const newToken = async (): Promise<string> => (await sessionOf(server, await visit(server))).token;

/** A new visitor's after so many uploads. */
function renewedToken(): () => Promise<string> {
  let token = newToken();
  let uses = 0;
  return () => {
    uses += 1;
    if (uses % UPLOADS_OF_A_VISITOR === 0) token = newToken();
    return token;
  };
}

async function upload(token: string): Promise<number> {
  const { status } = await fetch(server.service.origin + UPLOADS_PATH, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, [FILE_NAME_HEADER]: 'a.gif' },
    body: new Uint8Array(slowGif(1)),
  });
  return status;
}
