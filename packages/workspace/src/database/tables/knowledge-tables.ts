/** Knowledge sources, the ledger of their pages, and what was read of them. */

export interface KnowledgeSources {
  id: string;
  org_id: string;
  /** `article`, `file`, `website` or `faq`. */
  type: string;
  title: string;
  /** Null: the language that each page has. */
  language: string | null;
  /** JSON of what its type has of its own. */
  settings: string;
  /** What people wrote of it: the text of an article, the pairs of a FAQ as JSON. Null: it has none. */
  written: string | null;
  /** 1: it lists questions that people answer, and nothing of it is shown. */
  left_to_people: number;
  /** `pending`, `reading`, `ready`, `partly`, `failed` or `paused`. */
  state: string;
  /** Why nothing, or not all, of it could be read, in words. */
  problem: string | null;
  /** Counts the changes that people make. */
  version: number;
  /** Which reading of it is going on, or was the last. */
  run: number;
  /** Nodes that have begun this run. */
  tries: number;
  /** Counts all of them: who writes must have the newest. */
  attempt: number;
  /** When it is to be read, or, while it is, when another node takes it over. Null: nothing is to be done. */
  due_at: number | null;
  /** Of a website: one is read at a time. */
  host: string | null;
  /** 1: more addresses were found than are noted. */
  has_more: number;
  /** When it was last read to its end. */
  read_at: number | null;
  created_at: number;
  updated_at: number;
}

/** Each page of a source once. What is found while a website is read waits here for its turn. */
export interface KnowledgePages {
  id: string;
  org_id: string;
  source_id: string;
  /** The same for all spellings of its address; of a document: empty. */
  page_key: string;
  /** Where it is read; of a document: its name. */
  address: string;
  title: string;
  /** `waiting`, `read`, `skipped`, `failed`, or `moved`: another name of a page that is noted itself. */
  state: string;
  /** In words; null: all of it was read. */
  reason: string | null;
  /** The order in which the pages of a source were found. */
  place: number;
  /** The run in which its state was found, and the one in which its address was. */
  run: number;
  found: number;
  /** Passages, and bytes, of the content that is stored; 0: none is. */
  passages: number;
  bytes: number;
  /** Of the content that is stored. Null: none is. */
  content_hash: string | null;
  etag: string | null;
  last_modified: string | null;
  /** JSON: questions of customers, each with the heading that answers it. */
  questions: string;
  read_at: number | null;
}

/** What was read, compressed and in pieces. */
export interface KnowledgeContents {
  page_id: string;
  part: number;
  /** Base64. */
  data: string;
}

/** Which knowledge bases have a source: those of AI agents by their ids, those of folder inboxes by theirs. */
export interface KnowledgeSourceBases {
  source_id: string;
  base: string;
}

/** How often what a base has was changed, so that every node notices. */
export interface KnowledgeBases {
  base: string;
  org_id: string;
  version: number;
  changed_at: number;
}

/** One row, held while a node chooses what it reads. */
export interface KnowledgeTurn {
  id: number;
  taken: number;
}
