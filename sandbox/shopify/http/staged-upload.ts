import type { IncomingMessage, ServerResponse } from "node:http";
import type { Core } from "../core.ts";
import { receiveUpload } from "../staged-uploads.ts";
import { readBytes } from "./reply.ts";

/** Any page may send files, as Google Cloud Storage allows for Shopify's place for uploads. */
const CORS = { "access-control-allow-origin": "*", "access-control-allow-methods": "POST" };
/** What scripted faults call a file on its way. */
const OPERATION = "stagedUpload";

/** The place for uploads: `POST` of a form, with a preflight from a page that shows progress. */
export async function answerStagedUpload(
  { store, faults }: Core,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === "OPTIONS") return void response.writeHead(204, CORS).end();
  const headers = { "content-type": String(request.headers["content-type"] ?? "") };
  const form = await new Response(await readBytes(request), { headers }).formData();
  const fault = faults.take([OPERATION]);
  if (fault === "500-before") return sendXml(response, 503, "<Error><Code>ServiceUnavailable</Code></Error>");
  if (fault === "unauthorized") return sendXml(response, 403, "<Error><Code>ExpiredToken</Code></Error>");
  const answer = await receiveUpload(store.uploads, form);
  if (fault === "reset-after") return void response.socket?.resetAndDestroy();
  if (answer.status === 201) return sendXml(response, 201, "<PostResponse></PostResponse>");
  return sendXml(response, answer.status, `<Error><Code>${answer.code}</Code></Error>`);
}

function sendXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { ...CORS, "content-type": "application/xml; charset=UTF-8" }).end(xml);
}
