'use client';
import { unlistedSources } from '@service/content';
import type { Answer } from '@service/embed-headless/react';
import type { ReactElement } from 'react';
import { useScreen } from '../screen.js';
import { OUTSIDE } from './markdown.js';

/** What an answer rests on: a list of titles with the words of each source. Nothing where there are none, or its text lists them. */
export function Sources({ entry }: { readonly entry: Answer }): ReactElement | null {
  const { texts } = useScreen();
  const sources = unlistedSources(entry.text, entry.citations);
  if (sources.length === 0) return null;
  return (
    <ul data-chat="sources" aria-label={texts.sources}>
      {sources.map(({ number, title, url, quote }) => (
        <li key={number}>
          <span>{`[${number}] `}</span>
          {url ? (
            <a href={url} {...OUTSIDE}>
              {title}
            </a>
          ) : (
            <span>{title}</span>
          )}
          <q>{quote}</q>
        </li>
      ))}
    </ul>
  );
}
