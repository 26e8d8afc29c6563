import { Readable } from "node:stream";
import { createReadableStreamFromReadable, json } from "@remix-run/node";
import type { ActionResult } from "../orders/core/order-rows.ts";
import { csvBytes, type RowBatches } from "../csv/write-csv.ts";
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

/** A file to save, sent while it is made. */
export function fileResponse(
  fileName: string,
  type: string,
  body: AsyncIterable<Uint8Array | string> | ReadableStream,
): Response {
  const stream =
    body instanceof ReadableStream
      ? body
      : createReadableStreamFromReadable(Readable.from(body, { objectMode: false }));
  return new Response(stream, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}

/** A CSV file to save, sent while its rows are read. Their cells are guarded already. */
export const csvResponse = (fileName: string, batches: RowBatches): Response =>
  fileResponse(fileName, "text/csv; charset=utf-8", csvBytes(batches));

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A table to save as CSV or XLSX, sent while its rows are read. `name`: of the file, without its ending. */
export function tableResponse(name: string, format: "csv" | "xlsx", table: FileTable): Response {
  if (format === "csv") return csvResponse(`${name}.csv`, guardedRows(table));
  return fileResponse(`${name}.xlsx`, XLSX, xlsxBytes(table));
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
