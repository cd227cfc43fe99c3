export const CHECKPOINTS_AND_SPENDING = `
  ALTER TABLE runs ADD COLUMN kept text;
  CREATE FUNCTION forget_turn() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.kept := NULL;
    RETURN NEW;
  END
  $$;
  CREATE TRIGGER runs_forget BEFORE UPDATE OF state ON runs FOR EACH ROW
    WHEN (NEW.state NOT IN ('pending', 'running')) EXECUTE FUNCTION forget_turn();
  CREATE TABLE spending (
    day integer NOT NULL,
    key text NOT NULL,
    tokens bigint NOT NULL,
    PRIMARY KEY (day, key)
  );
  `;
