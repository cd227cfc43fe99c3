/** The server's pages for tests: real ones, over a small built loader and widget in a folder of their own. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { readAssets } from '../../dist/http/assets.js';
import { createHttpApp } from '../../dist/http/http-app.js';
import { releaseAttachments, releaseLoader } from '../../dist/http/widget/released-loaders.js';
import type { InboxDirectory } from '../../dist/inbox/inbox.js';
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
  readonly serving?: () => boolean;
  readonly onError?: (error: Error) => void;
}

/** `inbox` are settings of the inbox `demo`, which http://shop.test may embed. */
export function pages(
  inbox: Record<string, unknown> = {},
  { publicOrigin, inboxes, serving = () => true, onError }: Changes = {},
) {
  const built = folder();
  writeFileSync(join(built, 'loader.js'), 'console.log("loader")');
  writeFileSync(join(built, 'loader-attachment.js'), 'export const attach = 1');
  writeFileSync(join(built, 'loader-tools.js'), 'export const pageTools = 1');
  writeFileSync(join(built, 'loader-diagnosis.js'), 'export const diagnosePage = 1');
  mkdirSync(join(built, 'widget/.vite'), { recursive: true });
  writeFileSync(join(built, 'widget/boot-abc.js'), 'console.log("boot")'.repeat(100));
  writeFileSync(join(built, 'widget/boot-abc.css'), '#launcher{position:fixed}\n');
  writeFileSync(join(built, 'widget/shared-def.css'), '.shared{}');
  writeFileSync(
    join(built, 'widget/.vite/manifest.json'),
    JSON.stringify({
      '_shared-def.js': { file: 'shared-def.js', imports: ['src/boot.ts'], css: ['shared-def.css'] },
      'src/boot.ts': { file: 'boot-abc.js', isEntry: true, imports: ['_shared-def.js'], css: ['boot-abc.css'] },
      'src/panel.ts': { file: 'panel-ghi.js', isDynamicEntry: true, css: ['panel-ghi.css'] },
    }),
  );
  writeFileSync(join(built, 'secret.txt'), 'secret');
  const assets = readAssets(join(built, 'loader.js'), join(built, 'widget'));
  return createHttpApp({
    inboxes: inboxes ?? inboxesOf({ id: 'demo', ...inbox }),
    assets,
    loaders: releaseLoader(join(built, 'loaders'), '1.2.3', assets.loader, () => undefined),
    attachments: releaseAttachments(join(built, 'loaders'), [assets.loaderAttachment, ...assets.loaderParts]),
    version: '1.2.3',
    publicOrigin: publicOrigin ?? null,
    now: () => 0,
    serving,
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
