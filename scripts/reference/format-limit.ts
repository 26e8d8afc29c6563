const SECOND = 1000;
const UNITS = [
  [24 * 60 * 60 * SECOND, "day"],
  [60 * 60 * SECOND, "h"],
  [60 * SECOND, "min"],
  [SECOND, "s"],
  [1, "ms"],
] as const;

/**
 * A bound for people, in the unit that its name ends with: `…_MS` and `…Ms`, `…_BYTES` and `…Bytes`, or a plain number.
 */
export function formatLimit(name: string, value: number): string {
  if (/(_MS|Ms)$/.test(name)) return formatTime(value);
  if (/(_BYTES|Bytes)$/.test(name)) return formatBytes(value);
  return value.toLocaleString("en-US");
}

function formatTime(ms: number): string {
  const [size, unit] = UNITS.find(([one]) => ms >= one && ms % one === 0) ?? [SECOND, "s"];
  const count = ms / size;
  return `${count.toLocaleString("en-US")} ${unit === "day" && count !== 1 ? "days" : unit}`;
}

function formatBytes(bytes: number): string {
  for (const [size, unit] of [
    [1_000_000, "MB"],
    [1024 * 1024, "MiB"],
    [1024, "KiB"],
  ] as const) {
    if (bytes >= size && bytes % size === 0) return `${bytes / size} ${unit}`;
  }
  return `${bytes} bytes`;
}
