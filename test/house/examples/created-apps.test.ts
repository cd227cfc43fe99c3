/** The apps that `npm create @service/chat` writes, with the package from the tarball that would be published: they build. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../support/runs/repository.js';
import { type CustomerFolder, checkTypes, customerFolder, install, PATIENCE_MS, run } from './customer-project.js';

const SERVER = 'https://chat.example.com';
let away: CustomerFolder;
beforeAll(() => {
  away = customerFolder();
}, PATIENCE_MS);
afterAll(() => away.remove());

function created(template: string): string {
  const main = join(ROOT, 'packages/create-chat/dist/main.js');
  const sdk = `file:${away.tarball}`;
  run(away.path, process.execPath, main, template, '--template', template, '--server', SERVER, '--sdk', sdk);
  return join(away.path, template);
}

const textsIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join();

it(
  'the app with Vite and React builds, and its types hold',
  () => {
    const app = created('vite-react');
    install(app);
    run(app, 'npm', 'run', '--silent', 'build');
    expect(textsIn(join(app, 'dist'))).toContain(SERVER);
    expect(checkTypes(app)).toBeGreaterThan(2);
  },
  PATIENCE_MS,
);

it.runIf(process.env.LONG === '1')(
  'the app with Next.js builds, and its page is rendered on the server',
  () => {
    const app = created('next');
    install(app);
    run(app, 'npm', 'run', '--silent', 'build');
    expect(readFileSync(join(app, '.next/server/app/index.html'), 'utf8')).toContain('A page with a chat');
    expect(textsIn(join(app, '.next/static'))).toContain(SERVER);
  },
  PATIENCE_MS,
);

it('the plain page loads the chat of its inbox from its server, and nothing else', () => {
  const page = readFileSync(join(created('html'), 'index.html'), 'utf8');
  expect([...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)).toEqual([
    `${SERVER}/embed/v1/demo.js`,
  ]);
});
