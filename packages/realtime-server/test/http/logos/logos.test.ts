/**
 * The logo of a saved theme: fetched by this server from its host, however hostile that is, drawn anew, and served
 * from here. The outside is a real TLS server behind names of its own; the pictures are drawn by the real process.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { LOGO_LIMITS, type LogoRefusal, logoRefusalMessage } from '../../../dist/http/logos/fetch-logo.js';
import { openLogoCache } from '../../../dist/http/logos/logo-cache.js';
import { serveLogos } from '../../../dist/http/logos/serve-logos.js';
import { teamImages } from '../../../dist/http/uploads/images/image-cleaner.js';
import { logoName, withServedLogo } from '../../../dist/inbox/logo-url.js';
import { systemClock } from '../../../dist/runtime/clock.js';
import { NAME, type Outside, outside, PUBLIC } from '../../outgoing/fake-internet.js';
import { inboxesOf } from '../../support/serve.js';

const ADDRESS = `https://${NAME}/logo.png`;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const picture = (width = 64, height = 48, format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c2185b' } })
    .withMetadata({ exif: { IFD0: { Copyright: 'SECRET-EXIF' } } })
    .toFormat(format)
    .toBuffer();

/** A server whose inbox has a logo there, and the keeper of the logo. */
async function shop(keeper: RequestListener, logoUrl = ADDRESS) {
  const world: Outside = await outside(keeper);
  const folder = mkdtempSync(join(tmpdir(), 'service-logos-'));
  const cleaner = teamImages(systemClock);
  const refused: LogoRefusal[] = [];
  const failures: Error[] = [];
  let now = Date.now();
  ends.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => world.close(),
    () => cleaner.close(),
  );
  const inboxes = inboxesOf({ id: 'demo', theme: { logoUrl } });
  const open = () =>
    openLogoCache({
      folder,
      cleaner,
      network: world.network,
      clock: { now: () => now },
      onRefused: (_address, reason) => void refused.push(reason),
      onFailure: (error) => void failures.push(error),
    });
  let app = serveLogos(inboxes, open());
  return {
    world,
    folder,
    refused,
    failures,
    get: (name = logoName(logoUrl)) => app.request(`/${name}`),
    restart: () => {
      app = serveLogos(inboxes, open());
    },
    pass: (ms: number) => {
      now += ms;
    },
    left: () => readdirSync(folder),
  };
}

const sends =
  (body: Buffer | string, type = 'image/png'): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'Content-Type': type }).end(body);

describe('a logo', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'in %s is fetched once, drawn anew and served from here',
    async (format) => {
      const original = await picture(64, 48, format);
      let asked = 0;
      const { get, left } = await shop((request, response) => {
        asked += 1;
        // Nothing of any visitor goes along.
        expect(Object.keys(request.headers).sort()).toEqual([
          'accept',
          'accept-encoding',
          'connection',
          'host',
          'user-agent',
        ]);
        sends(original)(request, response);
      });
      const [first, second] = [await get(), await get()];
      expect(asked).toBe(1);
      const body = Buffer.from(await first.arrayBuffer());
      expect(body.equals(Buffer.from(await second.arrayBuffer()))).toBe(true);
      expect(body.includes('SECRET-EXIF')).toBe(false);
      expect(await sharp(body).metadata()).toMatchObject({ format, width: 64, height: 48 });
      expect(Object.fromEntries(first.headers)).toMatchObject({
        'content-type': `image/${format}`,
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'content-disposition': 'attachment; filename="logo"',
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect(left()).toHaveLength(1);
    },
  );

  it('is asked for once by all who look at the same moment, and is still there after a restart', async () => {
    const body = await picture();
    let asked = 0;
    const { get, restart } = await shop((request, response) => {
      asked += 1;
      sends(body)(request, response);
    });
    const all = await Promise.all([get(), get(), get()]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    restart();
    expect((await get()).status).toBe(200);
    expect(asked).toBe(1);
  });

  it('that is a day old is asked for again while the old one is shown, and stays while its keeper is away', async () => {
    let body: Buffer | null = await picture(64, 48);
    const { get, pass, refused } = await shop((request, response) =>
      body ? sends(body)(request, response) : response.writeHead(503).end(),
    );
    const width = async () => (await sharp(Buffer.from(await (await get()).arrayBuffer())).metadata()).width;
    expect(await width()).toBe(64);
    body = await picture(32, 32);
    pass(90_000_000);
    expect(await width()).toBe(64);
    await expect.poll(width).toBe(32);
    body = null;
    pass(180_000_000);
    // A look while the one before is still being stored does not have it asked for again.
    const refusedAfterALook = async () => {
      expect(await width()).toBe(32);
      return refused;
    };
    await expect.poll(refusedAfterALook).toEqual(['destination_status']);
    expect(await width()).toBe(32);
  });

  it('is no one’s but an inbox’s: what no theme names is neither fetched nor looked for', async () => {
    const { get, world } = await shop(sends(await picture()));
    for (const name of [logoName('https://evil.example/x.png'), '..%2fsecret', 'x', '__proto__'])
      expect((await get(name)).status).toBe(404);
    expect(world.lookups).toEqual([]);
  });

  it('goes to the visitor by our own address only, and one that can’t be used by none', () => {
    expect(withServedLogo({ logoUrl: ADDRESS })).toEqual({ logoUrl: `/logos/${logoName(ADDRESS)}` });
    expect(withServedLogo({ logoUrl: ADDRESS }, 'https://chat.example')?.logoUrl).toBe(
      `https://chat.example/logos/${logoName(ADDRESS)}`,
    );
    expect(withServedLogo(null)).toBeNull();
  });
});

describe('C6: a keeper that means harm', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
  const refusals: readonly (readonly [string, () => RequestListener | Promise<RequestListener>, LogoRefusal])[] = [
    [
      'leads to this machine',
      () => (_q, a) => a.writeHead(302, { Location: 'http://127.0.0.1/' }).end(),
      'destination_redirect',
    ],
    ['sends a drawing with a script, as a picture', () => sends(SVG), 'logo_type'],
    ['sends a drawing as what it is', () => sends(SVG, 'image/svg+xml'), 'logo_type'],
    ['sends a page as a picture', () => sends('<!doctype html><script>alert(1)</script>'), 'logo_type'],
    [
      'sends a picture’s beginning and a program',
      () => sends(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('alert(1)')])),
      'logo_unreadable',
    ],
    ['sends nothing', () => sends(''), 'logo_type'],
    [
      'sends without end',
      () => (_q, a) => {
        a.writeHead(200);
        const more = (): void => {
          while (!a.destroyed && a.write(Buffer.alloc(65_536)));
          a.once('drain', more);
        };
        more();
      },
      'destination_too_large',
    ],
    ['sends one byte too many', () => sends(Buffer.alloc(LOGO_LIMITS.bytes + 1)), 'destination_too_large'],
    ['packs it', () => (_q, a) => a.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x'), 'destination_encoding'],
    [
      'sends a picture of many dots in few bytes',
      async () => sends(await picture(LOGO_LIMITS.side + 1, 1)),
      'logo_too_wide',
    ],
    ['has none', () => (_q, a) => a.writeHead(404).end(), 'destination_status'],
    ['hangs up', () => (_q, a) => void a.socket?.destroy(), 'destination_unreachable'],
  ];
  it.each(refusals)('%s: no logo, a named reason, nothing left', async (_what, keeper, reason) => {
    const { get, refused, failures, left, world } = await shop(await keeper());
    const response = await get();
    expect(response.status).toBe(404);
    expect(refused).toEqual([reason]);
    expect(logoRefusalMessage(reason)).toMatch(/^the logo can’t be shown: [A-Z]/);
    expect(failures).toEqual([]);
    expect(left()).toEqual([]);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    await expect.poll(() => world.open()).toBe(0);
  });

  it('is asked once, and not by each visitor who looks', async () => {
    let asked = 0;
    const { get, pass } = await shop((_request, response) => {
      asked += 1;
      response.writeHead(500).end();
    });
    for (let look = 0; look < 5; look += 1) await get();
    expect(asked).toBe(1);
    pass(600_001);
    await get();
    expect(asked).toBe(2);
  });

  it('has a name that changes its mind: one look-up decides, and the connection goes there', async () => {
    const { get, world } = await shop(sends(await picture()));
    let looks = 0;
    world.names[NAME] = () => [looks++ === 0 ? PUBLIC : '127.0.0.1'];
    expect((await get()).status).toBe(200);
    expect(world.dialled).toEqual([`${PUBLIC}:443`]);
    expect(looks).toBe(1);
  });

  it.each([
    ['a private address', ['10.0.0.1']],
    ['a private one among public ones', [PUBLIC, '169.254.169.254']],
    ['this machine', ['127.0.0.1']],
    ['this machine in version 6', ['::1']],
  ])('has a name that leads to %s: no one is called', async (_where, addresses) => {
    const { get, world, refused } = await shop(sends(await picture()));
    world.names[NAME] = addresses;
    expect((await get()).status).toBe(404);
    expect(refused).toEqual(['destination_not_public']);
    expect(world.dialled).toEqual([]);
  });

  it('takes its time: given up at the deadline, its socket closed', async () => {
    const { get, refused, world, left } = await shop((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'image/png' });
      const drip = setInterval(() => response.write('x'), 500);
      response.on('close', () => clearInterval(drip));
    });
    expect((await get()).status).toBe(404);
    expect(refused).toEqual(['destination_timeout']);
    await expect.poll(() => world.open()).toBe(0);
    expect(left()).toEqual([]);
  });

  it('comes while the folder is taken away: the failure is reported, and nothing else happens to the server', async () => {
    const original = await picture();
    const { get, failures, folder } = await shop((request, response) => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, '');
      sends(original)(request, response);
    });
    expect((await get()).status).toBe(404);
    expect(failures.map(({ message }) => message)).toContainEqual(expect.stringContaining('ENOTDIR'));
  });

  it('what an earlier process left half done is cleared away', async () => {
    const { folder, restart, get } = await shop(sends(await picture()));
    await get();
    const draft = join(folder, 'draft-0123456789abcdef');
    writeFileSync(draft, 'half');
    restart();
    expect(existsSync(draft)).toBe(false);
    expect((await get()).status).toBe(200);
  });
});
