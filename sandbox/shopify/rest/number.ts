/** JSON cannot hold an id above 2^53 as a JavaScript number; this text is written as it is. */
class RawNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toJSON(): unknown {
    return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(this.digits);
  }
}

/** A REST id: the digits as a JSON number. */
export const restId = (id: string): RawNumber => new RawNumber(id);

/** JSON.parse that keeps whole numbers above 2^53 as strings of their digits. @throws SyntaxError */
export function parseLossless(text: string): unknown {
  const keep = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "")
      ? context?.source
      : value;
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown);
}
