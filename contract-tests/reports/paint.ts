const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34 } as const;

/** Gives a text one of the styles of a terminal, or leaves it as it is. */
export type Paint = (style: keyof typeof CODES, text: string) => string;

/** For files, pipes, and whoever wants no colours. */
export const plain: Paint = (_style, text) => text;

/** By Select Graphic Rendition (ECMA-48, section 8.3.117); every style ends with the text, so none goes into another. */
export const coloured: Paint = (style, text) => `\u001b[${CODES[style]}m${text}\u001b[0m`;

/** Colours for a terminal that shows them, unless NO_COLOR is set to anything (no-color.org). */
export function paintFor(stream: { isTTY?: boolean }, { NO_COLOR }: { NO_COLOR?: string | undefined }): Paint {
  return stream.isTTY && !NO_COLOR ? coloured : plain;
}
