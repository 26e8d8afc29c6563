import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { csvBytes } from "../csv/write-csv.ts";

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
