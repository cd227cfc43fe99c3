#!/usr/bin/env node
/**
 * Started by the driver in place of Firefox (FIREFOX_PATH): starts it, and stands between the two on the wire. A Firefox
 * that is older than the driver doesn't know some commands that only set the scene (media features, the viewport), and the
 * driver would give up at the first of them; here they count as done.
 */
import { spawn } from 'node:child_process';
import { WebSocket, WebSocketServer } from 'ws';

const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;
const SETS_THE_SCENE = /^(emulation\.|browsingContext\.setViewport$)/;
const UNKNOWN = /unknown command|invalid argument/;

const firefox = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), { stdio: ['inherit', 'inherit', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 0));
process.on('SIGTERM', () => firefox.kill());

let said = '';
firefox.stderr.on('data', (data) => {
  said += data;
  const [, address] = LISTENING.exec(said) ?? [];
  if (address === undefined) return void process.stderr.write(data);
  said = '';
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' }, () =>
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`),
  );
  server.on('connection', (driver, { url }) => connect(driver, address + url));
});

function connect(driver, address) {
  const browser = new WebSocket(address, { perMessageDeflate: false, maxPayload: 2 ** 30 });
  const waiting = [];
  const asked = new Map();
  driver.on('message', (data) => {
    const text = data.toString();
    const { id, method } = JSON.parse(text);
    asked.set(id, method);
    if (browser.readyState === WebSocket.OPEN) browser.send(text);
    else waiting.push(text);
  });
  browser.on('open', () => {
    for (const text of waiting) browser.send(text);
  });
  browser.on('message', (data) => {
    const text = data.toString();
    const { type, id, error } = JSON.parse(text);
    const isDone = type === 'error' && UNKNOWN.test(error) && SETS_THE_SCENE.test(asked.get(id));
    driver.send(isDone ? JSON.stringify({ type: 'success', id, result: {} }) : text);
  });
  driver.on('close', () => browser.close());
  browser.on('close', () => driver.close());
}
