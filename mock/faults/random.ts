/** Each question that is asked of one seed and one index has its own sequence of answers. */
const QUESTIONS = { whether: 0, howLong: 1 } as const;

/**
 * A number from 0 up to but without 1 that follows from nothing but its arguments, and looks like chance (SplitMix32). No state
 * is kept, so one rule's sequence does not depend on what others have drawn.
 * @param index of the drawing, from 0
 */
export function draw(question: keyof typeof QUESTIONS, seed: number, index: number): number {
  const step = 2 * index + QUESTIONS[question] + 1;
  return mix((mix(seed) + Math.imul(step, 0x9e3779b9)) | 0) / 2 ** 32;
}

function mix(value: number): number {
  const first = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  const second = Math.imul(first ^ (first >>> 15), 0x735a2d97);
  return (second ^ (second >>> 15)) >>> 0;
}
