/** Two soft notes, synthesised, so that no file has to be loaded. Loaded with the first new message. */

/** Plays once. Does nothing if the browser has no audio or still requires a user gesture. */
export function playNotificationSound(): void {
  if (typeof AudioContext === 'undefined') return;
  const audio = new AudioContext();
  const notes = [
    { hertz: 659.25, from: 0 },
    { hertz: 880, from: 0.12 },
  ];
  for (const { hertz, from } of notes) {
    const start = audio.currentTime + from;
    const note = audio.createOscillator();
    const loudness = audio.createGain();
    note.frequency.value = hertz;
    // A short attack and a slow release: a tone that stops abruptly clicks.
    loudness.gain.setValueAtTime(0.0001, start);
    loudness.gain.exponentialRampToValueAtTime(0.07, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
    note.connect(loudness).connect(audio.destination);
    note.start(start);
    note.stop(start + 0.55);
    if (hertz === 880) note.onended = () => void audio.close();
  }
}
