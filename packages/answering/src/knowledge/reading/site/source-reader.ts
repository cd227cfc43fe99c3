/** Reads the workspace's sources: documents, and sites over `outgoing/`. */
import { createHash } from 'node:crypto';
import type { Network } from '@service/realtime-server/outgoing';
import { createArticleReader } from '../article-reader.js';
import { createSiteVisit, type VisitTimes } from './site-visit.js';
import type { SourceReader } from './visit-port.js';

/** `network`: default, the internet. */
export function createSourceReader(times: VisitTimes, network?: Network): SourceReader {
  const reader = createArticleReader();
  return {
    visit: (site) => createSiteVisit(site, reader, times, network),
    async readDocument(file, bytes, about) {
      const reading = await reader.read({ kind: 'article', file, content: { bytes }, about });
      if (!reading.ok) return { ok: false, problem: `It ${reading.problem}.` };
      const { title, passages, problems } = reading.article;
      return {
        ok: true,
        title,
        passages: passages.length,
        textHash: createHash('sha256')
          .update(JSON.stringify([title, passages]))
          .digest('base64url'),
        problem: problems.length > 0 ? `It ${problems.join('; ')}.` : null,
      };
    },
    close: () => reader.close(),
  };
}
