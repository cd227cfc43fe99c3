/** What the workspace's sources hold, as files of the knowledge bases. */
import type { ArticleFile, ArticleFiles } from '@service/answering/ports';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.js';
import { loadContent } from './contents.js';
import { aboutOf, digest, documentName } from './documents.js';
import { sourcesOf, versionOf } from './source-bases.js';

const AT_ONCE = 200;

interface Listed {
  readonly version: number;
  readonly files: readonly ArticleFile[];
}

/**
 * `rules`: by which files are read. A base is listed anew when its version differs.
 */
export function sourceFiles(db: Kysely<Tables>, rules: string): Pick<ArticleFiles, 'list'> {
  const listed = new Map<string, Listed>();
  return {
    async list(base) {
      const version = await versionOf(db, base);
      const known = listed.get(base);
      if (known?.version === version) return known.files;
      // Read after its version: what is changed meanwhile is read once more.
      const files = version === 0 ? [] : await filesOf(db, base, rules);
      listed.set(base, { version, files });
      return files;
    },
  };
}

async function filesOf(db: Kysely<Tables>, base: string, rules: string): Promise<readonly ArticleFile[]> {
  const sources = await sourcesOf(db, base);
  const files: ArticleFile[] = [];
  for (let at = 0; at < sources.length; at += AT_ONCE) {
    const rows = await db
      .selectFrom('knowledge_page as page')
      .innerJoin('knowledge_source as source', 'source.id', 'page.source_id')
      .select(['page.id', 'page.source_id', 'page.address', 'page.content_hash', 'page.questions'])
      .select(['source.type', 'source.title', 'source.language', 'source.settings', 'source.left_to_people'])
      .where('page.source_id', 'in', sources.slice(at, at + AT_ONCE))
      .where('page.content_hash', 'is not', null)
      .where('page.passages', '>', 0)
      .where('source.state', '!=', 'paused')
      .execute();
    for (const row of rows) {
      const about = aboutOf(row);
      const name = row.type === 'website' ? 'page.html' : documentName(row.type, JSON.parse(row.settings));
      const file = `${row.source_id}/${row.id}${/\.[a-z]+$/i.exec(name)?.[0].toLowerCase()}`;
      const stamp = digest(rules, row.content_hash as string, about);
      files.push({
        file,
        stamp,
        open: async () => ({ hash: stamp, about, content: async () => ({ bytes: await loadContent(db, row.id) }) }),
      });
    }
  }
  return files.sort((a, b) => (a.file < b.file ? -1 : 1));
}
