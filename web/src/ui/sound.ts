/** Small wooden clicks, made on the spot; nothing is downloaded. */
import { isOn, sound } from "./settings";

let audio: AudioContext | undefined;
const PITCH = { move: 320, step: 420, refuse: 140, win: 520 } as const;

function knock(context: AudioContext, pitch: number, at: number): void {
  const tone = context.createOscillator();
  const loudness = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2.2, at + 0.07);
  loudness.gain.setValueAtTime(0.22, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.11);
  tone.connect(loudness).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.12);
}

export function click(kind: keyof typeof PITCH): void {
  if (!isOn(sound) || !("AudioContext" in window) || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  const now = audio.currentTime;
  knock(audio, PITCH[kind], now);
  if (kind === "win") [1.25, 1.5, 2].forEach((ratio, i) => knock(audio!, 520 * ratio, now + 0.12 * (i + 1)));
}
