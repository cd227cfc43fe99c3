/** What the first visitor doesn't need: loaded, and opened, after there is a socket for them. Each part arrives by itself. */
import type { InboxDirectory, JoinedInboxes } from '@service/realtime-server';
import type { Workspace } from '@service/workspace';
import { type LaterAnswerers, laterAnswerers, laterEditor } from '../answering/later-answerers.js';
import type { Answerers } from '../answering/open-answerers.js';
import type { Pages } from '../pages/open-pages.js';
import type { RouteParts } from '../pages/routes.js';
import type { Cleaning } from '../storage/cleaning.js';
import type { FirstVisit } from './first-visit.js';
import { type Later, later } from './later.js';

export interface LaterParts {
  readonly pages: Later<Pages>;
  readonly answerers: LaterAnswerers;
  readonly workspace: Later<Workspace>;
  readonly cleaning: Later<Cleaning>;
}

export const laterParts = (inboxes: InboxDirectory): LaterParts => ({
  pages: later<Pages>(),
  answerers: laterAnswerers(inboxes),
  workspace: later<Workspace>(),
  cleaning: later<Cleaning>(),
});

export interface OpeningParts extends Omit<RouteParts, 'workspace' | 'editor'> {
  readonly later: LaterParts;
  readonly joined: JoinedInboxes;
  readonly publicUrl: string;
  readonly first: Pick<FirstVisit, 'waited' | 'pause'>;
  readonly breakOff: () => void;
}

export function openLater(parts: OpeningParts): void {
  const {
    later: { pages, answerers, workspace, cleaning },
    log,
    first,
    breakOff,
  } = parts;
  const failed = (message: string) => (error: Error) => {
    log.fatal({ error: error.message }, message);
    breakOff();
  };
  const open = async (): Promise<void> => {
    await first.waited();
    // A server that ends meanwhile waits for no part.
    if (!parts.serving()) return;
    pages.open(openPagesOf(parts), failed('the pages can’t be opened'));
    await pages.settled();
    await first.pause();
    if (!parts.serving()) return;
    answerers.open(openAnswerersOf(parts), failed('who answers can’t be opened'));
    await first.pause();
    if (!parts.serving()) return;
    cleaning.open(startCleaningOf(parts), failed('nothing can be removed'));
    workspace.open(openWorkspaceOf(parts), failed('the workspace can’t be opened'));
    await workspace.settled();
    if (!parts.serving()) return;
    log.info('every part is open');
    pages.now()?.fetchLogos();
  };
  void open();
  void answerers.opened.then(({ knowledge }) => knowledge.library.readAll());
}

async function openPagesOf({ later: { workspace, answerers }, ...parts }: OpeningParts): Promise<Pages> {
  const { openPages } = await import('../pages/open-pages.js');
  return openPages({ ...parts, workspace, editor: laterEditor(answerers) });
}

async function startCleaningOf(parts: OpeningParts): Promise<Cleaning> {
  const { startCleaning } = await import('../storage/cleaning.js');
  return startCleaning(parts);
}

async function openAnswerersOf({
  config,
  inboxes,
  storage,
  log,
  later: { workspace },
}: OpeningParts): Promise<Answerers> {
  const { openAnswerers } = await import('../answering/open-answerers.js');
  return openAnswerers(config, inboxes, storage, workspace.opened, log);
}

async function openWorkspaceOf({
  config,
  publicUrl,
  joined,
  storage,
  log,
  later: { answerers },
  breakOff,
}: OpeningParts): Promise<Workspace> {
  const { startWorkspace } = await import('../workspace/start-workspace.js');
  const parts = { config, publicUrl, joined, storage, log };
  const answering = await answerers.settled();
  // It waits for no part that isn't coming, or the server could not end.
  if (!answering) throw new Error('it needs who answers, which can’t be opened');
  return startWorkspace({ ...parts, answerers: answering, onBroken: breakOff });
}
