/** Who may upload, and what everyone else is answered. */
import { UPLOADS_PATH } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SESSION_LIMITS } from '../../../src/conversation/sessions/session-lifetime.js';
import { KEY } from '../../identity/sign-token.js';
import { nothingIsLeft } from './file-samples.js';
import { type Guest, serveUploads, type UploadServer } from './upload-server.js';

let server: UploadServer;
let guest: Guest;
beforeEach(async () => {
  server = await serveUploads();
  guest = await server.guest();
});
afterEach(() => server.dispose());

describe('who may upload', () => {
  const expectRefused = async (token: string | null, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.origin}${UPLOADS_PATH}`, {
      method: 'POST',
      headers: { ...(token !== null && { authorization: token }), 'x-file-name': 'a.txt', ...headers },
      body: 'hello',
    });
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
      status: 401,
      code: 'forbidden',
    });
    await nothingIsLeft(server, guest);
  };

  it('U10: is a visitor with a session, and no one else', async () => {
    await expectRefused(null);
    await expectRefused('');
    await expectRefused(`Bearer cws_${'A'.repeat(43)}`);
    await expectRefused(`Bearer ${guest.token.slice(0, -1)}`);
    await expectRefused(guest.token);
    await expectRefused(`Basic ${guest.token}`);
    const inUrl = await fetch(`${server.origin}${UPLOADS_PATH}?session=${guest.token}`, { method: 'POST', body: 'x' });
    expect(inUrl.status).toBe(401);
  });

  it('is no one whose session is over, or who has not agreed where that is asked', async () => {
    const strict = await server.guest('strict', 'http://strict.test');
    await expectRefused(`Bearer ${strict.token}`);
    await expectRefused(`Bearer ${(await server.guest('gone')).token}`);
    await expectRefused(`Bearer ${(await server.guest('demo', 'http://no-longer.test')).token}`);
    server.pass((SESSION_LIMITS.sessionIdleDays + 1) * 86_400_000);
    await expectRefused(`Bearer ${guest.token}`);
  });

  it('is no one whom an inbox for signed-in visitors does not know, and no one any more once their key is revoked', async () => {
    await expectRefused(`Bearer ${(await server.guest('members')).token}`);
    const kim = await server.guest('members', 'http://shop.test', 'kim');
    const { status, attachment } = await server.upload(kim, 'hi', 'a.txt');
    expect(status).toBe(201);
    server.keys([{ ...KEY, revokedAt: new Date(0).toISOString() }]);
    expect((await server.upload(kim, 'hi', 'a.txt')).status).toBe(401);
    expect((await server.link(kim, attachment.id)).status).toBe(401);
  });

  it('is no page that the inbox does not list, also with a stolen token', async () => {
    const token = `Bearer ${guest.token}`;
    for (const origin of ['http://evil.test', 'null', 'http://shop.test.evil.test', 'http://strict.test'])
      await expectRefused(token, { origin });
    expect((await server.upload(guest, 'hi', 'a.txt', { origin: 'http://shop.test' })).status).toBe(201);
    expect((await server.upload(guest, 'hi', 'a.txt', { origin: server.origin })).status).toBe(201);
  });

  it('is asked for by browsers beforehand, and only listed origins hear yes', async () => {
    const ask = (origin: string) =>
      fetch(`${server.origin}${UPLOADS_PATH}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const yes = await ask('http://shop.test');
    expect(yes.status).toBe(204);
    expect(yes.headers.get('access-control-allow-origin')).toBe('http://shop.test');
    expect(yes.headers.get('access-control-allow-headers')).toBe('authorization, content-type, x-file-name');
    expect(yes.headers.get('access-control-allow-credentials')).toBeNull();
    const no = await ask('http://evil.test');
    expect({ status: no.status, allowed: no.headers.get('access-control-allow-origin') }).toEqual({
      status: 403,
      allowed: null,
    });
  });

  it('is asked to come back when the server has too much to do', async () => {
    server.overload(2);
    expect(await server.upload(guest, 'hi', 'a.txt')).toMatchObject({ status: 503, code: 'busy' });
    server.overload(0);
    expect((await server.upload(guest, 'hi', 'a.txt')).status).toBe(201);
  });
});
