/** The server's pages for tests: real ones, over a small built loader and widget in a folder of their own. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BootDocument } from '@service/protocol';
import { afterEach } from 'vitest';
import { readAssets } from '../../dist/http/files/assets.js';
import { createHttpApp } from '../../dist/http/http-app.js';
import { releaseAttachments, releaseLoader } from '../../dist/http/widget/released-loaders.js';
import type { InboxDirectory } from '../../dist/inbox/inbox.js';
import { type Clock, systemClock } from '../../dist/runtime/clock.js';
import { inboxesOf } from '../support/serve.js';

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'service-http-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

export interface Changes {
  readonly publicOrigin?: string;
  readonly inboxes?: InboxDirectory;
  /** Default: a widget of a few words. */
  readonly widgetFolder?: string;
  readonly serving?: () => boolean;
  readonly ready?: () => boolean;
  readonly after?: Clock['after'];
  readonly onError?: (error: Error) => void;
}

/** What the build leaves of the loader and the widget, in a few words. */
function writeBuild(built: string): void {
  const scripts = {
    'loader.js': 'console.log("loader")',
    'inbox-loader.js': 'globalThis.started="__INBOX_SETTINGS__";',
    'loader-launcher.js': 'export const startLauncher = 1',
    'loader-launcher-extras.js': 'export const extras = 1',
    'loader-page-watch.js': 'export const watchPage = 1',
    'loader-in-page.js': 'export const keep = 1',
    'loader-attachment.js': 'export const attach = 1',
    'loader-tools.js': 'export const pageTools = 1',
    'loader-diagnosis.js': 'export const diagnosePage = 1',
    'widget/boot-abc.js': 'console.log("boot")'.repeat(100),
    'widget/start-abc.css': '.start{}',
    'widget/launcher-abc.css': '#launcher{position:fixed}\n',
    'widget/line-abc.css': '#line{display:flex}',
    'widget/.vite/manifest.json': JSON.stringify(MANIFEST),
  };
  mkdirSync(join(built, 'widget/.vite'), { recursive: true });
  for (const [name, text] of Object.entries(scripts)) writeFileSync(join(built, name), text);
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt-br', 'ar', 'ja', 'zh-hans'];
const MANIFEST = {
  '_start-def.js': { file: 'start-def.js', css: ['start-abc.css'] },
  '_runtime-jkl.js': { file: 'runtime-jkl.js' },
  '_search-pqr.js': { file: 'search-pqr.js', imports: ['src/panel/live.ts'] },
  '_marker-stu.js': { file: 'marker-stu.js' },
  'src/boot/boot.ts': { file: 'boot-abc.js', imports: ['_start-def.js'] },
  'src/boot/boot-with-launcher.ts': {
    file: 'boot-with-launcher-abc.js',
    imports: ['_start-def.js'],
    css: ['launcher-abc.css'],
  },
  'src/boot/boot-prompt-input.ts': {
    file: 'boot-prompt-input-abc.js',
    imports: ['_start-def.js'],
    css: ['line-abc.css'],
  },
  'src/panel/panel-controller.tsx': { file: 'panel-ghi.js', imports: ['_runtime-jkl.js', '_start-def.js'] },
  'src/panel/live.ts': { file: 'live-mno.js', imports: ['src/panel/panel-controller.tsx', '_search-pqr.js'] },
  'src/panel/consent/consent.ts': {
    file: 'consent-abc.js',
    imports: ['src/panel/panel-controller.tsx', '_marker-stu.js'],
  },
  'src/panel/client/page-path.ts': { file: 'page-path-abc.js' },
  'src/panel/conversation/paused.tsx': { file: 'paused-abc.js' },
  'src/theme/resolve-theme.ts': { file: 'resolve-theme-abc.js', imports: ['_start-def.js'] },
  ...Object.fromEntries(
    LANGUAGES.flatMap((name) =>
      ['', '?topics'].map((part) => [`src/i18n/${name}.ts${part}`, { file: `${name}${part.replace('?', '-')}.js` }]),
    ),
  ),
};

/** `inbox` are settings of the inbox `demo`, which http://shop.test may embed. */
export function pages(
  inbox: Record<string, unknown> = {},
  {
    publicOrigin,
    inboxes,
    widgetFolder,
    serving = () => true,
    ready = () => true,
    after = systemClock.after,
    onError,
  }: Changes = {},
) {
  const built = folder();
  writeBuild(built);
  writeFileSync(join(built, 'secret.txt'), 'secret');
  const assets = readAssets(join(built, 'loader.js'), widgetFolder ?? join(built, 'widget'));
  return createHttpApp({
    inboxes: inboxes ?? inboxesOf({ id: 'demo', ...inbox }),
    assets,
    loaders: releaseLoader(join(built, 'loaders'), '1.2.3', assets.loader, () => undefined),
    attachments: releaseAttachments(join(built, 'loaders'), [assets.loaderAttachment, ...assets.loaderParts]),
    version: '1.2.3',
    publicOrigin: publicOrigin ?? null,
    now: () => 0,
    after,
    serving,
    ready,
    onError:
      onError ??
      ((error) => {
        throw error;
      }),
  });
}

export const policyOf = (response: Response): string => response.headers.get('content-security-policy') ?? '';
/** The page's origin as the frame's address carries it. */
export const SHOP = encodeURIComponent('http://shop.test');
/** The hash by which a policy allows a document's one inline style. */
export const styleHashOf = (html: string): string => {
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
  return `sha256-${createHash('sha256').update(style).digest('base64')}`;
};
export const bootIn = (html: string): BootDocument =>
  JSON.parse(/id="service-boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as BootDocument;

/** File names of the scripts that a document names, `low` in front of those that leave the line to the others. */
export const namedIn = (html: string): readonly string[] =>
  [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="\/assets\/([^"]*)"( fetchpriority="low")?/g)].map(
    ([, name, low]) => `${low ? 'low ' : ''}${name}`,
  );
