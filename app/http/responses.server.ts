import { Readable } from "node:stream";
import { createReadableStreamFromReadable, json } from "@remix-run/node";
import type { ActionResult } from "../orders/actions/submission-actions.ts";
import { csvBytes } from "../csv/write-csv.ts";
import { guardedRows, xlsxBytes, type FileTable } from "../csv/write-xlsx.ts";
import type { ArtworkPreview } from "../ports/artwork.ts";

/** The HTTP status that says what became of an action. */
export const ACTION_STATUS: Readonly<Record<ActionResult, number>> = {
  done: 200,
  unchanged: 200,
  not_found: 404,
  invalid_state: 409,
  changed: 409,
};

/** A CSV file to save, sent while its rows are read. Their cells are guarded already. */
export function csvResponse(fileName: string, batches: AsyncIterable<readonly (readonly string[])[]>): Response {
  return new Response(createReadableStreamFromReadable(Readable.from(csvBytes(batches), { objectMode: false })), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}

/** A table to save as CSV or XLSX, sent while its rows are read. `name`: of the file, without its ending. */
export function tableResponse(name: string, format: "csv" | "xlsx", table: FileTable): Response {
  if (format === "csv") return csvResponse(`${name}.csv`, guardedRows(table));
  return new Response(xlsxBytes(table), {
    headers: {
      "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "Content-Disposition": `attachment; filename="${name}.xlsx"`,
      "Cache-Control": "no-store",
    },
  });
}

/** A picture of an artwork, which the browser keeps for so long, or JSON with the reason why there is none. */
export function pictureResponse(preview: ArtworkPreview, maxAgeMs: number): Response {
  if (!preview.ok) return json({ reason: preview.reason });
  return new Response(Uint8Array.from(preview.bytes), {
    headers: {
      "Content-Type": preview.type,
      "Cache-Control": `private, max-age=${Math.floor(maxAgeMs / 1_000)}`,
      "Cross-Origin-Resource-Policy": "same-origin",
    },
  });
}
