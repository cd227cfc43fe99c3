import type Database from 'libsql';
import type { Queries } from '../sql/bind.js';
import type { Statement, Steps } from '../sql/steps.js';

/** Queries as functions of one connection. */
export type Run = <T>(steps: Steps<T>) => T;

/** Runs the statements of a query one after the other, at once. Prepares each text only once. */
export function stepsOn(db: Database.Database): Run {
  const prepared = new Map<string, Database.Statement>();
  const statement = (text: string): Database.Statement => {
    const known = prepared.get(text);
    if (known) return known;
    const fresh = db.prepare(text);
    prepared.set(text, fresh);
    return fresh;
  };
  return (steps) => {
    let step = steps.next();
    while (!step.done) step = steps.next(execute(statement(step.value.text), step.value));
    return step.value;
  };
}

function execute(statement: Database.Statement, { values, returns }: Statement): unknown {
  // The values as one array: libsql makes one of any other arguments.
  if (returns === 'changes') return statement.run(values).changes;
  return returns === 'row' ? statement.get(values) : statement.all(values);
}

/** The queries as functions that return at once. */
export type Immediate<All extends Queries> = {
  readonly [Name in keyof All]: All[Name] extends (...input: infer I) => Steps<infer T> ? (...input: I) => T : never;
};

export function immediate<All extends Queries>(queries: All, run: Run): Immediate<All> {
  const bound = Object.entries(queries).map(([name, query]) => [name, (...input: never[]) => run(query(...input))]);
  return Object.fromEntries(bound) as Immediate<All>;
}
