/** A socket that doesn't speak our protocol is closed, and cut soon after when it never answers that. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { AdmissionControl } from '../../../dist/gateway/admission/admission-control.js';
import { attachGateway } from '../../../dist/gateway/gateway.js';
import { turnedClock } from '../../support/manual-clock.js';

it('a WebSocket without the subprotocol does not wait for its client to close it', async () => {
  const clock = turnedClock();
  const http = createServer();
  const admission = new AdmissionControl(clock.now, false);
  attachGateway(http, { clock, admission, fraction: () => 0.5 } as never, () => 'http://chat.test');
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const before = clock.waiting;
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1');
  const closed = once(socket, 'close');
  const heads = ['GET /v1/realtime HTTP/1.1', 'Host: chat.test', 'Connection: Upgrade', 'Upgrade: websocket'];
  const key = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
  socket.write(`${[...heads, ...key].join('\r\n')}\r\n\r\n`);
  socket.resume();
  await expect.poll(() => clock.waiting, { timeout: 60_000 }).toBe(before + 1);
  clock.turn(1_000);
  await closed;
  await new Promise((resolve) => http.close(resolve));
});
