/**
 * Calls between two threads over a message port. Each side offers functions with plain data and calls those of the other. Calls may
 * overlap in both directions. An error of the called function rejects the call with the same name and message.
 */

/** The part of `Worker` and `MessagePort` that is used. */
export interface Port {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

export interface RemoteCalls<Theirs> {
  call<Name extends Callable<Theirs>>(
    name: Name,
    ...input: Parameters<Extract<Theirs[Name], AnyFunction>>
  ): Promise<Awaited<ReturnType<Extract<Theirs[Name], AnyFunction>>>>;
  /** Rejects all open calls and all later ones. */
  end(why: Error): void;
}

type AnyFunction = (...input: never[]) => unknown;
type Callable<Of> = { [Name in keyof Of]: Of[Name] extends AnyFunction ? Name : never }[keyof Of] & string;

type Message =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly input: readonly unknown[] }
  | ({ readonly kind: 'answer'; readonly id: number } & CallAnswer);

type CallAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: string; readonly message: string };

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
}

/** `offered`: the functions that the other side may call. */
export function createRemoteCalls<Theirs>(port: Port, offered: object): RemoteCalls<Theirs> {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let ended: Error | null = null;

  const answer = (id: number, answer: CallAnswer): void => port.postMessage({ kind: 'answer', id, ...answer });
  const run = async (id: number, name: string, input: readonly unknown[]): Promise<void> => {
    try {
      answer(id, { ok: true, value: await (offered as Record<string, AnyFunction>)[name]?.(...(input as never[])) });
    } catch (error) {
      const { name: kind, message } = error as Error;
      answer(id, { ok: false, error: kind, message });
    }
  };
  port.on('message', (message) => {
    if (message.kind === 'call') return void run(message.id, message.name, message.input);
    const open = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.ok) open?.resolve(message.value as never);
    else open?.reject(Object.assign(new Error(message.message), { name: message.error }));
  });

  return {
    call: (name, ...input) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        last += 1;
        port.postMessage({ kind: 'call', id: last, name, input } satisfies Message);
        waiting.set(last, { resolve, reject });
      }),
    end(why) {
      ended = why;
      for (const { reject } of waiting.values()) reject(why);
      waiting.clear();
    },
  };
}
