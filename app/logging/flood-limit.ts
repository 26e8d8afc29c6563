/** Lines of one message in one window; further ones are left out. */
const DEFAULT_LIMIT = { maxLines: 300, windowMs: 60_000 };

/**
 * Bounds the lines of each message, so that requests from outside cannot fill the log. Returns extra fields of a line:
 * null when the line is left out, `suppressed` with the number of lines left out before it. The last line before a gap
 * announces it.
 */
export function createFloodLimit({ maxLines, windowMs } = DEFAULT_LIMIT, now: () => number = () => performance.now()) {
  const seen = new Map<string, { since: number; lines: number }>();
  return (message: string): Record<string, unknown> | null => {
    const before = seen.get(message);
    if (before && now() - before.since < windowMs) {
      before.lines += 1;
      if (before.lines > maxLines) return null;
      return before.lines === maxLines ? { suppressed: `more of these until ${windowMs / 1000} s have passed` } : {};
    }
    seen.set(message, { since: now(), lines: 1 });
    const suppressed = (before?.lines ?? 0) - maxLines;
    return suppressed > 0 ? { suppressed } : {};
  };
}
