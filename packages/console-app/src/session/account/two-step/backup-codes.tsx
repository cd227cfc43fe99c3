/** Backup codes, shown once. */
import { useRef } from 'preact/hooks';
import { useFocus } from '../../../forms/use-focus.js';
import { CopyButton } from './copy-button.js';

interface BackupCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

export function BackupCodes({ codes, onClose }: BackupCodesProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useFocus(() => title.current);
  return (
    <div class="once-shown">
      <h3 ref={title} tabIndex={-1}>
        Your backup codes
      </h3>
      <p>
        Each signs you in once, in place of a code of your app. Store them where you find them without your phone: they
        are not shown again.
      </p>
      <ul class="backup-codes" dir="ltr" ref={list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div class="row">
        <CopyButton text={codes.join('\n')} what="the backup codes" onRefused={() => select(list.current)} />
        <button type="button" class="secondary" onClick={() => download(codes)}>
          Download
        </button>
        <button type="button" class="primary" onClick={onClose}>
          I have stored them
        </button>
      </div>
    </div>
  );
}

/** For copying by hand. */
function select(element: Element | null): void {
  if (element) getSelection()?.selectAllChildren(element);
}

function download(codes: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'backup-codes.txt';
  link.click();
  // The browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address));
}
