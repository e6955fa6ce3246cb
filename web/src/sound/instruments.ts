/**
 * Wood, stone, slate and card, struck and rubbed. A knock is a short burst of noise that sets a few
 * resonances ringing; how high they are and how fast they fade is what one hears as the material.
 */
import type { Sound } from "./sound";

export type Material = "wood" | "stone" | "slate" | "card";

export interface Note {
  kind: Sound;
  material: Material;
  /** How many things lie on top of each other. */
  weight: number;
  /** From 0 to 1. */
  loudness: number;
}

interface Body {
  /** The lowest resonance in hertz. */
  pitch: number;
  /** Each resonance: its ratio to the lowest, its strength, and how long it rings in seconds. */
  rings: [number, number, number][];
  /** The noise of the knock itself: around which frequency, how strong, how long. */
  knock: [number, number, number];
}

const BODIES: Record<Material, Body> = {
  wood: { pitch: 395, rings: [[1, 0.9, 0.11], [2.58, 0.45, 0.06], [4.74, 0.22, 0.035]], knock: [1500, 0.7, 0.022] },
  stone: { pitch: 1180, rings: [[1, 0.42, 0.06], [1.68, 0.34, 0.05], [2.71, 0.26, 0.035], [3.92, 0.16, 0.02]], knock: [4200, 0.6, 0.014] },
  slate: { pitch: 760, rings: [[1, 0.5, 0.13], [2.27, 0.3, 0.09], [3.83, 0.18, 0.05]], knock: [3000, 0.5, 0.016] },
  card: { pitch: 170, rings: [[1, 0.5, 0.05], [1.9, 0.2, 0.03]], knock: [850, 0.8, 0.05] },
};
/** A bar of rosewood over a tube, for how a game ends. */
const BAR: Body = { pitch: 1, rings: [[1, 0.5, 0.55], [3.93, 0.16, 0.16], [9.2, 0.05, 0.06]], knock: [2200, 0.12, 0.012] };

const TUNES: Partial<Record<Sound, [number, number][]>> = {
  win: [[523, 0], [659, 0.13], [784, 0.26], [1047, 0.39], [1319, 0.41]],
  loss: [[392, 0], [330, 0.22]],
  draw: [[440, 0], [440, 0.2]],
};

let context: AudioContext | undefined;
let out: GainNode | undefined;
let hiss: AudioBuffer | undefined;

/** One second of noise, made once. */
function noise(audio: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = hiss.getChannelData(0);
  samples.forEach((_, i) => (samples[i] = 2 * Math.random() - 1));
  return hiss;
}

/** The way out: everything together is kept from clipping. */
function opened(): { audio: AudioContext; to: GainNode } {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  if (!out) {
    out = context.createGain();
    out.connect(context.createDynamicsCompressor()).connect(context.destination);
  }
  return { audio: context, to: out };
}

function fading(audio: AudioContext, to: AudioNode, [strength, at, length]: [number, number, number]): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, strength), at + 0.002);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.002 + length);
  gain.connect(to);
  return gain;
}

function rub(audio: AudioContext, to: AudioNode, at: number, [frequency, strength, length]: [number, number, number], narrow = 0.9): void {
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  source.buffer = noise(audio);
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(frequency, at);
  filter.Q.value = narrow;
  source.connect(filter).connect(fading(audio, to, [strength, at, length]));
  source.start(at, Math.random() * 0.5);
  source.stop(at + length + 0.05);
}

/** A blow; no two are quite alike. */
function strike(audio: AudioContext, to: AudioNode, at: number, body: Body, force = 1, pitch = body.pitch): void {
  const chance = 0.97 + 0.06 * Math.random();
  for (const [ratio, strength, length] of body.rings) {
    const tone = audio.createOscillator();
    tone.frequency.value = pitch * ratio * (body === BAR ? 1 : chance);
    tone.connect(fading(audio, to, [0.4 * force * strength, at, length]));
    tone.start(at);
    tone.stop(at + length + 0.05);
  }
  const [frequency, strength, length] = body.knock;
  rub(audio, to, at, [frequency, force * strength, length]);
}

/** Something that slides starts softly, and is loudest on the way. */
function slide(audio: AudioContext, to: AudioNode, at: number, { knock }: Body): void {
  for (const late of [0, 0.06, 0.12]) rub(audio, to, at + late, [knock[0] * 0.6, 0.12, 0.16], 1.6);
}

const BLOWS: Partial<Record<Sound, { force: number; tone: number }>> = {
  move: { force: 0.9, tone: 1 },
  place: { force: 1, tone: 1 },
  step: { force: 0.4, tone: 1.25 },
  lift: { force: 0.3, tone: 1.4 },
  drop: { force: 0.85, tone: 1.1 },
};

export function perform({ kind, material, weight, loudness }: Note): void {
  const { audio, to } = opened();
  const body = BODIES[material];
  const at = audio.currentTime + 0.004;
  to.gain.setValueAtTime(loudness ** 1.5, at);
  const blow = BLOWS[kind];
  if (blow) strike(audio, to, at, body, blow.force, body.pitch * blow.tone * 0.94 ** weight);
  if (kind === "slide") slide(audio, to, at, body);
  if (kind === "push") [0, 0.028].forEach((late) => strike(audio, to, at + late, body, late ? 0.5 : 1, body.pitch * (late ? 1.3 : 1)));
  if (kind === "refuse") [0, 0.09].forEach((late) => strike(audio, to, at + late, BODIES.card, 0.6));
  TUNES[kind]?.forEach(([pitch, late]) => strike(audio, to, at + late, BAR, kind === "win" ? 0.9 : 0.6, pitch));
}
