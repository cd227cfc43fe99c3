import type { Outputs } from '@service/workspace-client';

export type Source = Outputs['knowledge.list']['items'][number];
export type SourceDetails = Outputs['knowledge.get']['source'];
export type Page = Outputs['knowledge.get']['pages']['items'][number];
export type Gap = Outputs['knowledge.gaps']['items'][number];

export const TYPES: Readonly<Record<Source['type'], string>> = {
  article: 'Article',
  file: 'File',
  website: 'Website',
  faq: 'Questions and answers',
  folder: 'Folder on the server',
};

export const STATES: Readonly<Record<Source['state'], string>> = {
  pending: 'Waiting to be read',
  reading: 'Being read',
  ready: 'Ready',
  partly: 'Partly ready',
  failed: 'Nothing to answer from',
  paused: 'Not used',
};

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;

/** What a source has, in words. */
export function contentOf({ type, pages, passages, hasMore }: Source): string {
  const { read, skipped, failed, waiting } = pages;
  const isMany = type === 'website' || type === 'folder';
  const parts = [
    isMany && count(read, type === 'folder' ? 'file' : 'page'),
    count(passages, 'passage'),
    skipped > 0 && `${skipped} skipped`,
    failed > 0 && isMany && `${failed} failed`,
    waiting > 0 && isMany && `${waiting} waiting`,
    hasMore && 'more than are noted',
  ];
  return parts.filter((part) => typeof part === 'string').join(' · ');
}
