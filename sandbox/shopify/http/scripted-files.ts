import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** A file as its server sends it. */
interface ScriptedFile {
  body: Uint8Array;
  status?: number;
  /** With one of the content, as large file servers have it; `none`, or `weak`. */
  etag?: "none" | "weak";
}

/** A request for a scripted file. `unlessTagged`: the ETag that the asker knows. */
export interface FileRequest {
  link: string;
  unlessTagged: string | null;
  status: number;
}

type Script = ScriptedFile | (() => ScriptedFile | Promise<ScriptedFile>);

/** Files at links of `*.example` and `cdn.shopify.com` that a test writes, replaces and breaks. */
export class ScriptedFiles {
  readonly requests: FileRequest[] = [];
  #scripts = new Map<string, Script>();

  /** From now on this is at the link. A function is asked for each request. */
  put(link: string, file: Script): void {
    this.#scripts.set(link, file);
  }

  /** false: nothing is scripted for the link. */
  async answer(link: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const script = this.#scripts.get(link);
    if (!script) return false;
    const { body, status = 200, etag: kind } = typeof script === "function" ? await script() : script;
    const tag = `${kind === "weak" ? "W/" : ""}"${createHash("sha256").update(body).digest("hex")}"`;
    const unlessTagged = request.headers["if-none-match"] ?? null;
    const isKnown = status === 200 && kind !== "none" && unlessTagged === tag;
    const sent = isKnown ? 304 : status;
    this.requests.push({ link, unlessTagged, status: sent });
    response.writeHead(sent, kind === "none" ? {} : { etag: tag }).end(isKnown ? undefined : body);
    return true;
  }
}
