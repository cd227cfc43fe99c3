/** An object URL of a picture that is still on this device; null for other files, and without the file. */
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
