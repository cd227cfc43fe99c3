/** How this frame is, for a page that looks for a fault. Reads and writes nothing that consent stands before. */
import type { BootDocument, FrameReport } from '@service/protocol';
import { readAcceptedConsent } from '../panel/consent/consent-marker.js';
import type { PanelHandle } from '../panel/model.js';

/** `gated`: the visitor has to agree first. `panel`: null until somebody has come near the chat. */
export async function frameReport(
  boot: BootDocument,
  gated: boolean,
  panel: Promise<PanelHandle> | null,
): Promise<FrameReport> {
  const agreed = readAcceptedConsent(boot.inbox) ? 'given' : 'needed';
  return {
    version: boot.version,
    storage: storage(),
    consent: gated ? agreed : 'not-needed',
    connection: 'idle',
    ...(await panel?.catch(() => null))?.report(),
  };
}

/** Where third parties may keep nothing, naming the storage is refused already. */
function storage(): FrameReport['storage'] {
  try {
    return window.localStorage ? 'kept' : 'refused';
  } catch {
    return 'refused';
  }
}
