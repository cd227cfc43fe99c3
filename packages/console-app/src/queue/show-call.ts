/** A sound and a notification of the system for a person who looks at another window. */
import { cleanText, truncate } from '@service/protocol';
import { conversationAt, hashOf } from '../console/address.js';

export interface Call {
  readonly id: string;
  readonly isWaiting: boolean;
  /** Null: not known. */
  readonly visitorName: string | null;
  readonly words: string;
}

const WORDS_LENGTH = 120;

/** One notification for each conversation: a later one takes the place of the one before, also of another tab. */
export function showCall({ id, isWaiting, visitorName, words }: Call): void {
  playTone();
  const name = visitorName === null ? 'A visitor' : cleanText(visitorName);
  notify(isWaiting ? `${name} waits for a person` : `${name} wrote to you`, {
    body: truncate(cleanText(words), WORDS_LENGTH),
    tag: id,
    onClick: () => {
      location.hash = hashOf(conversationAt(id));
    },
  });
}

/** For the switch: so that the person knows how it is. */
export function showExample(): void {
  playTone();
  notify('This is how you are called', { body: 'When a visitor waits, or writes to you.', tag: 'example' });
}

/** Whether the system shows notifications of this page. Asks the person when they have not decided. */
export async function mayNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission().catch(() => 'denied')) === 'granted';
}

function notify(
  title: string,
  { onClick, ...options }: { readonly body: string; readonly tag: string; readonly onClick?: () => void },
): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      onClick?.();
      shown.close();
    };
  } catch {
    // A phone shows notifications of a service worker alone. The sound is heard.
  }
}

/** Hertz, one after the other. */
const TONES = [660, 880];
const TONE_S = 0.14;

/** Silent until the person has clicked something on this page: browsers allow no sound before. */
function playTone(): void {
  try {
    const context = new AudioContext();
    const volume = context.createGain();
    volume.connect(context.destination);
    volume.gain.setValueAtTime(0.12, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + TONES.length * TONE_S * 2);
    for (const [at, hertz] of TONES.entries()) {
      const tone = context.createOscillator();
      tone.frequency.value = hertz;
      tone.connect(volume);
      tone.start(context.currentTime + at * TONE_S);
      tone.stop(context.currentTime + (at + 1) * TONE_S);
      if (at === TONES.length - 1) tone.onended = () => void context.close();
    }
  } catch {
    // No sound here.
  }
}
