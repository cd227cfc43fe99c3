/**
 * Holds a schema against the interface people read, at compile time: `true satisfies Same<z.infer<typeof s>, I>` fails to
 * compile when either says something the other doesn't. Which of the two is `readonly` makes no difference.
 */
export type Same<A, B> = [Writable<A>] extends [Writable<B>]
  ? [Writable<B>] extends [Writable<A>]
    ? true
    : never
  : never;

type Writable<T> = T extends readonly (infer Item)[]
  ? Writable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Writable<T[Key]> }
    : T;
