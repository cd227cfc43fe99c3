/**
 * Calls between two threads over the port that joins them: each side offers functions of plain data and calls those of the
 * other. Any number may be under way both ways, and what fails there fails here, with the same words.
 */

/** As much of a `Worker` or a `MessagePort` as is needed. */
export interface Port {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

export interface Calls<Theirs> {
  call<Name extends Callable<Theirs>>(
    name: Name,
    ...input: Parameters<Extract<Theirs[Name], AnyFunction>>
  ): Promise<Awaited<ReturnType<Extract<Theirs[Name], AnyFunction>>>>;
  /** Rejects what is under way and whatever is called after it. */
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

/** `offered`: what the other side may call. */
export function callsOver<Theirs>(port: Port, offered: object): Calls<Theirs> {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let ended: Error | null = null;

  const answer = (id: number, answer: CallAnswer): void => port.postMessage({ kind: 'answer', id, ...answer });
  const carryOut = async (id: number, name: string, input: readonly unknown[]): Promise<void> => {
    try {
      answer(id, { ok: true, value: await (offered as Record<string, AnyFunction>)[name]?.(...(input as never[])) });
    } catch (error) {
      const { name: kind, message } = error as Error;
      answer(id, { ok: false, error: kind, message });
    }
  };
  port.on('message', (message) => {
    if (message.kind === 'call') return void carryOut(message.id, message.name, message.input);
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.ok) asked?.resolve(message.value as never);
    else asked?.reject(Object.assign(new Error(message.message), { name: message.error }));
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
