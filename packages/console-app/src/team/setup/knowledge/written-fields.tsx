/** The fields of a source that people write: its title, and a text or pairs of question and answer. */
import { type Pair, Pairs } from './pairs.js';

export interface WrittenContent {
  readonly title: string;
  readonly text: string;
  readonly pairs: readonly Pair[];
}

interface WrittenFieldsProps {
  readonly kind: 'article' | 'faq';
  readonly written: WrittenContent;
  readonly write: (fields: Partial<WrittenContent>) => void;
}

export const WrittenFields = ({ kind, written: { title, text, pairs }, write }: WrittenFieldsProps) => (
  <>
    <label>
      Title
      <input
        name="title"
        required
        maxLength={200}
        value={title}
        onInput={({ currentTarget }) => write({ title: currentTarget.value })}
      />
    </label>
    {kind === 'faq' ? (
      <Pairs pairs={pairs} onChange={(changed) => write({ pairs: changed })} />
    ) : (
      <label>
        Text
        <textarea
          name="text"
          required
          rows={10}
          maxLength={200_000}
          value={text}
          onInput={({ currentTarget }) => write({ text: currentTarget.value })}
        />
      </label>
    )}
  </>
);
