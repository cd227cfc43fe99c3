/** Suggested questions. They are removed with the first message. */
import { useTexts } from '../../ui/use-texts.js';

interface SuggestionsProps {
  readonly questions: readonly string[];
  readonly onAsk: (question: string) => void;
}

export function Suggestions({ questions, onAsk }: SuggestionsProps) {
  const texts = useTexts();
  if (questions.length === 0) return null;
  return (
    <ul class="suggestions" aria-label={texts.suggested}>
      {questions.map((question) => (
        <li key={question}>
          <button type="button" class="outlined" dir="auto" onClick={() => onAsk(question)}>
            {question}
          </button>
        </li>
      ))}
    </ul>
  );
}
