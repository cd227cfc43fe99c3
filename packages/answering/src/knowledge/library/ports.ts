/** What other packages offer the articles, and may use of them. Types alone. */

export type { Passage } from '../../knowledge-source.js';
export type { PageAddress } from '../reading/site/page-address.js';
export type {
  DocumentReading,
  Found,
  FoundPage,
  KnownPage,
  PageOutcome,
  ReadPage,
  SiteSettings,
  SiteVisit,
  SourceReader,
  VisitBeginning,
} from '../reading/site/visit-port.js';
export type { ArticleFile, ArticleFiles } from './article-files.js';
