#!/usr/bin/env node
/**
 * A WebSocket proxy between the driver and Firefox: the driver starts it in place of Firefox, and it starts the real one
 * (FIREFOX_PATH). A Firefox that is older than the driver doesn't know some commands that only set up the page (media
 * features, the viewport), and the driver would give up at the first error. The proxy answers them with success.
 */
import { spawn } from 'node:child_process';
import { WebSocket, WebSocketServer } from 'ws';

const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;
const OPTIONAL_COMMANDS = /^(emulation\.|browsingContext\.setViewport$)/;
const UNKNOWN = /unknown command|invalid argument/;

const firefox = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), { stdio: ['inherit', 'inherit', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 0));
process.on('SIGTERM', () => firefox.kill());

let output = '';
firefox.stderr.on('data', (data) => {
  output += data;
  const [, address] = LISTENING.exec(output) ?? [];
  if (address === undefined) return void process.stderr.write(data);
  output = '';
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' }, () =>
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`),
  );
  server.on('connection', (driver, { url }) => connect(driver, address + url));
});

function connect(driver, address) {
  const browser = new WebSocket(address, { perMessageDeflate: false, maxPayload: 2 ** 30 });
  const waiting = [];
  const methods = new Map();
  driver.on('message', (data) => {
    const text = data.toString();
    const { id, method } = JSON.parse(text);
    methods.set(id, method);
    if (browser.readyState === WebSocket.OPEN) browser.send(text);
    else waiting.push(text);
  });
  browser.on('open', () => {
    for (const text of waiting) browser.send(text);
  });
  browser.on('message', (data) => {
    const text = data.toString();
    const { type, id, error } = JSON.parse(text);
    const ignored = type === 'error' && UNKNOWN.test(error) && OPTIONAL_COMMANDS.test(methods.get(id));
    driver.send(ignored ? JSON.stringify({ type: 'success', id, result: {} }) : text);
  });
  driver.on('close', () => browser.close());
  browser.on('close', () => driver.close());
}
