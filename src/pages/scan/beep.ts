import { createStore } from '@/state/createStore';

/** What a scan answers, in three tones that nobody confuses: up, twice the same, down. */
export type Tone = 'ok' | 'attention' | 'refused';

interface Note {
  readonly hertz: number;
  readonly from: number;
  readonly seconds: number;
}
const notes: Readonly<Record<Tone, readonly Note[]>> = {
  ok: [
    { hertz: 880, from: 0, seconds: 0.09 },
    { hertz: 1320, from: 0.09, seconds: 0.13 },
  ],
  attention: [
    { hertz: 660, from: 0, seconds: 0.12 },
    { hertz: 660, from: 0.18, seconds: 0.12 },
  ],
  refused: [
    { hertz: 330, from: 0, seconds: 0.16 },
    { hertz: 196, from: 0.17, seconds: 0.3 },
  ],
};
/** Phones of people who work with ear protection shake instead. */
const shakes: Readonly<Record<Tone, readonly number[]>> = { ok: [60], attention: [60, 60, 60], refused: [250] };
const loud = 0.25,
  fadeSeconds = 0.02;

const storageKey = 'dorsal.scan.muted';
const saved = (): boolean => {
  try {
    return localStorage.getItem(storageKey) === 'yes';
  } catch {
    return false; // without storage there is still sound
  }
};
/** Whether the tones are off on this device. */
export const mutedStore = createStore(saved());
/** Turns the tones off or on, remembered on this device. */
export const mute = (isMuted: boolean): void => {
  mutedStore.set(isMuted);
  try {
    localStorage.setItem(storageKey, isMuted ? 'yes' : 'no');
  } catch {
    // the choice lasts as long as the page
  }
};

let player: AudioContext | undefined;
/** Browsers allow sound only after a press; a scan types keys, which count as one. */
const opened = (): AudioContext | undefined => {
  if (typeof AudioContext === 'undefined') return undefined;
  player ??= new AudioContext();
  if (player.state === 'suspended') void player.resume().catch(() => undefined);
  return player;
};
const play = (audio: AudioContext, { hertz, from, seconds }: Note): void => {
  const starts = audio.currentTime + from,
    ends = starts + seconds;
  const oscillator = audio.createOscillator(),
    gain = audio.createGain();
  oscillator.type = 'triangle';
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(0, starts);
  gain.gain.linearRampToValueAtTime(loud, starts + fadeSeconds);
  gain.gain.setValueAtTime(loud, ends - fadeSeconds);
  gain.gain.linearRampToValueAtTime(0, ends);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(starts);
  oscillator.stop(ends);
};

/** Plays the tone of an answer, unless tones are off. */
export const beep = (tone: Tone): void => {
  if (mutedStore.get()) return;
  globalThis.navigator?.vibrate?.([...shakes[tone]]);
  const audio = opened();
  if (audio) for (const note of notes[tone]) play(audio, note);
};
