import { z } from "zod";
import type { SentLine } from "./sent-content.ts";
import { PRINT_SIDES } from "../../ports/order-model.ts";

const file = z.object({ side: z.enum(PRINT_SIDES), sha256: z.string(), bytes: z.number() });
const linesWithFiles = z.array(z.object({ position: z.number(), files: z.array(file).default([]) }));

/** The file that was at an artwork link just before sending. `position`: of the item in the payload. */
export type SentFile = z.infer<typeof file> & { position: number };

/** The lines of an attempt with their files: the proof of what was sent, whatever the links lead to later. */
export const withFiles = (lines: readonly SentLine[], files: readonly SentFile[]) =>
  lines.map((line) => ({
    ...line,
    files: files
      .filter(({ position }) => position === line.position)
      .map(({ side, sha256, bytes }) => ({ side, sha256, bytes })),
  }));

/** The files of an attempt's stored lines; none where the file was too large or too slow to be read to its end. */
export function sentFiles(lines: unknown): SentFile[] {
  const parsed = linesWithFiles.safeParse(lines);
  if (!parsed.success) return [];
  return parsed.data.flatMap(({ position, files }) => files.map((one) => ({ ...one, position })));
}
