/** Below the button for a person: whether people answer now, and until or from when. */
import type { BusinessHours as Hours } from '@service/protocol';
import { useTexts } from '../ui/use-texts.js';
import { businessHoursText } from './business-hours-text.js';
import { useBusinessHours } from './use-business-hours.js';

export function BusinessHours({ opening }: { readonly opening: Hours }) {
  const texts = useTexts();
  const now = useBusinessHours(opening);
  return (
    now && <p class={`business-hours ${now.isOpen ? 'open' : 'closed'}`}>{businessHoursText(now, Date.now(), texts)}</p>
  );
}
