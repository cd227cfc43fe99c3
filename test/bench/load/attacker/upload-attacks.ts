/** What an attacker can do with files: pictures that are slow to draw, uploads that crawl, downloads that no one reads. */
import { Agent } from 'node:http';
import { FILE_NAME_HEADER, UPLOADS_PATH } from '@service/protocol';
import { slowGif } from '../../../support/wire/slow-gif.js';
import { AFTER_REFUSAL_MS, type Assault, type Attack, inLanes, pause } from './aim.js';
import { HostileVisitor } from './hostile-visitor.js';
import { ask, dial, head, heldOpen } from './http-attacks.js';

const FRAMES = 20_000;
const SLOW_BYTES_PER_S = 1_000;
/** Uploads of one visitor. */
const AT_ONCE = 4;
const HELD_MS = 30_000;

/** Animations of many frames. */
export const slowPictures: Attack = (assault) => uploadsOf(assault, 4, slowGif(FRAMES), 'x.gif');

/** Files as fast as they are taken, until a quota is used up. */
export const manyFiles: Attack = (assault) => uploadsOf(assault, 2, aDocument(1_000_000), 'x.pdf');

/** Uploads that are just not slow enough to be aborted, from many visitors. */
export const slowUploads: Attack = ({ aim, goesOn, tally }) =>
  inLanes(10, goesOn, async () => {
    const visitor = await HostileVisitor.open(aim);
    if (!visitor) return pause(AFTER_REFUSAL_MS);
    await inLanes(
      AT_ONCE,
      () => goesOn() && visitor.isOpen,
      async () => {
        tally.tried();
        const socket = await dial(aim.port);
        socket.resume();
        const headers = [
          `Authorization: Bearer ${visitor.session}`,
          `${FILE_NAME_HEADER}: a.txt`,
          'Content-Length: 9000000',
        ];
        socket.write(head('POST', UPLOADS_PATH, headers));
        const drip = setInterval(() => socket.write('a'.repeat(SLOW_BYTES_PER_S)), 1_000);
        await heldOpen(socket, () => tally.refused(), HELD_MS);
        clearInterval(drip);
      },
    );
    visitor.close();
  });

/** One large file, asked for again and again by sockets that never read. */
export const unreadDownloads: Attack = async ({ aim, goesOn, tally }) => {
  const agent = new Agent();
  const url = await linkToFile(aim, agent);
  await inLanes(20, goesOn, async () => {
    tally.tried();
    const socket = await dial(aim.port);
    socket.pause();
    socket.write(head('GET', url ?? '/'));
    await heldOpen(socket, () => tally.refused(), HELD_MS);
  });
};

/** So many visitors, each with as many uploads at once as the server takes from one. */
async function uploadsOf({ aim, goesOn, tally }: Assault, visitors: number, file: Buffer, name: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  await inLanes(visitors, goesOn, async () => {
    const visitor = await HostileVisitor.open(aim);
    if (!visitor) return pause(AFTER_REFUSAL_MS);
    let hasQuota = true;
    await inLanes(
      AT_ONCE,
      () => goesOn() && visitor.isOpen && hasQuota,
      async () => {
        tally.tried();
        const response = await ask(aim, agent, 'POST', UPLOADS_PATH, headersOf(visitor, name), file);
        if (response?.statusCode === 201) return tally.served();
        tally.refused();
        // Another visitor has a quota of its own.
        if (response?.statusCode === 429) hasQuota = false;
        await pause(AFTER_REFUSAL_MS);
      },
    );
    visitor.close();
  });
  agent.destroy();
}

async function linkToFile(aim: Assault['aim'], agent: Agent): Promise<string | null> {
  const visitor = await HostileVisitor.open(aim);
  if (!visitor) return null;
  const stored = await ask(aim, agent, 'POST', UPLOADS_PATH, headersOf(visitor, 'a.pdf'), aDocument(9_000_000));
  const { attachment } = JSON.parse(stored?.text || '{}') as { attachment?: { id: string } };
  const link =
    attachment && (await ask(aim, agent, 'GET', `${UPLOADS_PATH}/${attachment.id}/link`, headersOf(visitor, '')));
  visitor.close();
  return (JSON.parse(link?.text || '{}') as { url?: string }).url ?? null;
}

const headersOf = ({ session }: HostileVisitor, name: string) => ({
  authorization: `Bearer ${session}`,
  [FILE_NAME_HEADER]: name,
});

const aDocument = (bytes: number): Buffer => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes, 32)]);
