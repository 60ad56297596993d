const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34 } as const;

export type Paint = (style: keyof typeof CODES, text: string) => string;

export const plain: Paint = (_style, text) => text;

export const coloured: Paint = (style, text) => `\u001b[${CODES[style]}m${text}\u001b[0m`;

/** Colours for a terminal that shows them, unless NO_COLOR is set to anything (no-color.org). */
export function paintFor(stream: { isTTY?: boolean }, { NO_COLOR }: { NO_COLOR?: string | undefined }): Paint {
  return stream.isTTY && !NO_COLOR ? coloured : plain;
}
