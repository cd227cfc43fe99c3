/** A picture that is still on this machine, as an address to show it by; null for what is no picture or not at hand. */
import { isImage } from '@service/protocol';
import { useEffect, useState } from 'preact/hooks';

export function useLocalPicture(file: Blob | null | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file || !isImage(file.type)) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
