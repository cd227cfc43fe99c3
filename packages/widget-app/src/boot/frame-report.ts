/** The state of this frame, for the page's diagnosis. Reads and writes nothing that needs consent. */
import type { BootDocument, FrameReport } from '@service/protocol';
import { readAcceptedConsent } from '../panel/consent/consent-marker.js';
import { withWordings } from '../panel/consent/with-wordings.js';
import type { PanelHandle } from '../panel/model.js';

/** `gated`: the visitor has to agree first. `panel`: null until it was asked for. */
export async function frameReport(
  boot: BootDocument,
  gated: boolean,
  panel: Promise<PanelHandle> | null,
): Promise<FrameReport> {
  return {
    version: boot.version,
    storage: storage(),
    consent: gated ? await consentOf(boot) : 'not-needed',
    connection: 'idle',
    ...(await panel?.catch(() => null))?.report(),
  };
}

async function consentOf(boot: BootDocument): Promise<FrameReport['consent']> {
  const { inbox } = await withWordings(boot);
  return readAcceptedConsent(inbox) ? 'given' : 'needed';
}

/** In a browser that blocks third-party storage, already reading `localStorage` throws. */
function storage(): FrameReport['storage'] {
  try {
    return window.localStorage ? 'kept' : 'refused';
  } catch {
    return 'refused';
  }
}
