/** Shows a problem only when it lasts, so that a short interruption goes unnoticed. */
import { useEffect, useState } from 'preact/hooks';

const PATIENCE_MS = 1_500;

/** `text`: null while all is well. */
export function Banner({ text }: { readonly text: string | null }) {
  const [patient, setPatient] = useState(true);
  const inTrouble = text !== null;
  useEffect(() => {
    setPatient(true);
    if (!inTrouble) return;
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [inTrouble]);
  return (
    <div role="status" class={text && !patient ? 'banner' : 'visually-hidden'}>
      {patient ? null : text}
    </div>
  );
}
