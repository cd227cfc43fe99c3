/** The person as visitors see them. Null: not known yet, or visitors see nothing of them. */
import { useEffect, useState } from 'preact/hooks';
import { type Operator, ownOperator } from '../api/operator-api.js';

const RETRY_MS = 2_000;

export function useOperator() {
  const [operator, setOperator] = useState<Operator | null>(null);
  useEffect(() => {
    let isOver = false;
    let timer = 0;
    const ask = async (): Promise<void> => {
      const result = await ownOperator();
      if (isOver) return;
      if (result.ok) setOperator(result.value.operator);
      else if (result.reason === 'unreachable') timer = window.setTimeout(ask, RETRY_MS);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return { operator, setOperator };
}
