/** The thread that reads files. It may be ended at any moment, so it has no state and writes nothing. */
import { constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { truncate } from '@service/protocol';
import { type Article, Unreadable } from './article.js';
import { readArticle } from './read-article.js';

export interface ReadingRequest {
  readonly file: string;
  readonly path: string;
  readonly about: string;
}

export type Reading =
  | { readonly ok: true; readonly article: Article }
  /** The problem goes after the file's name. */
  | { readonly ok: false; readonly problem: string };

parentPort?.on('message', async ({ file, path, about }: ReadingRequest) => {
  parentPort?.postMessage(await read(file, path, about));
});

/** Not through a link that has taken the file's place since it was found. */
const FLAG = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

async function read(file: string, path: string, about: string): Promise<Reading> {
  try {
    return { ok: true, article: await readArticle(file, await readFile(path, { flag: FLAG }), about) };
  } catch (error) {
    const { message } = error as Error;
    return { ok: false, problem: error instanceof Unreadable ? message : `can't be read (${truncate(message, 200)})` };
  }
}
