/**
 * One step of the schema. It runs once, in the order of its database's list, and is never changed after a release. The place in the
 * list is the version that the database remembers.
 */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SQLite: the whole file is written anew afterwards, so that nothing remains of what was deleted before. */
  readonly rewrites?: true;
}

/** @throws when a later version wrote the data. */
export function checkVersion(version: number, migrations: readonly Migration[]): void {
  if (version > migrations.length)
    throw new Error(
      `The data was written by a newer version (schema ${version}). Start that version, or restore a backup.`,
    );
}
