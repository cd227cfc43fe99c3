export const CHECKPOINTS_AND_SPENDING = `
  ALTER TABLE runs ADD COLUMN kept TEXT;
  CREATE TRIGGER runs_forget AFTER UPDATE OF state ON runs WHEN new.state NOT IN ('pending', 'running') AND new.kept IS NOT NULL
  BEGIN
    UPDATE runs SET kept = NULL WHERE id = new.id;
  END;
  CREATE TABLE spending (
    day INTEGER NOT NULL,
    key TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    PRIMARY KEY (day, key)
  ) STRICT, WITHOUT ROWID;
  `;
