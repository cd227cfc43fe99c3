/** Pairs of question and answer that are written. */
export interface Pair {
  readonly question: string;
  readonly answer: string;
}

export const EMPTY_PAIR: Pair = { question: '', answer: '' };

interface PairsProps {
  readonly pairs: readonly Pair[];
  readonly onChange: (pairs: readonly Pair[]) => void;
}

export function Pairs({ pairs, onChange }: PairsProps) {
  const set = (at: number, change: Partial<Pair>): void =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...change } : pair)));
  return (
    <>
      {pairs.map(({ question, answer }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pair has no other name than its place
        <fieldset key={at}>
          <legend>Question {at + 1}</legend>
          <label>
            Question
            <input
              required
              maxLength={200}
              value={question}
              onInput={(event) => set(at, { question: event.currentTarget.value })}
            />
          </label>
          <label>
            Answer
            <textarea
              required
              rows={3}
              maxLength={5_000}
              value={answer}
              onInput={(event) => set(at, { answer: event.currentTarget.value })}
            />
          </label>
          {pairs.length > 1 && (
            <button
              type="button"
              class="secondary"
              aria-label={`Remove question ${at + 1}`}
              onClick={() => onChange(pairs.filter((_, index) => index !== at))}
            >
              Remove
            </button>
          )}
        </fieldset>
      ))}
      <button type="button" class="secondary" onClick={() => onChange([...pairs, EMPTY_PAIR])}>
        One more question
      </button>
    </>
  );
}
