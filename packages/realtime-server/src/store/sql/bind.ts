import type { Steps } from './steps.js';

type Query = (...input: never[]) => Steps<unknown>;
export type Queries = Readonly<Record<string, Query>>;

export type Input<Q> = Q extends (...input: infer I) => Steps<unknown> ? I : never;
export type Output<Q> = Q extends (...input: never[]) => Steps<infer T> ? T : never;

/** The queries as methods of a port. */
export type Bound<All extends Queries> = {
  readonly [Name in keyof All]: (...input: Input<All[Name]>) => Promise<Output<All[Name]>>;
};

/** `run` gets the query's name and input, and the query itself as often as it wants to start it. */
export function bind<All extends Queries>(
  queries: All,
  run: (name: string, input: readonly unknown[], start: () => Steps<unknown>) => Promise<unknown>,
): Bound<All> {
  const bound = Object.entries(queries).map(([name, query]) => [
    name,
    (...input: never[]) => run(name, input, () => query(...input)),
  ]);
  return Object.fromEntries(bound) as Bound<All>;
}
