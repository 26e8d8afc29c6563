import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerAsset } from "../pages/assets.ts";
import { sendHtml, sendScript, seeOther } from "../pages/document.ts";
import { readForm } from "../pages/form.ts";
import { createFaults, HOOK_FAULTS, MAIL_FAULTS, type Faults, type HookFault, type MailFault } from "./faults.ts";
import { startMailServer, type Mail } from "./mail-server.ts";
import { inboxPage, LIVE_SCRIPT, mailPage, type HookPost } from "./page.ts";

/** A mail server and a webhook inbox, with a page that shows what came. Remembers in memory. */
export interface Inbox {
  /** Of the page and the webhook inbox. */
  url: string;
  smtpPort: number;
  /** The newest last. */
  mails(): readonly Mail[];
  posts(): readonly HookPost[];
  mailFaults: Faults<MailFault>;
  hookFaults: Faults<HookFault>;
  clear(): void;
  close(): Promise<void>;
}

export interface InboxOptions {
  port?: number;
  smtpPort?: number;
  /** The stand-in of Shopify: links into the admin lead there. */
  shopifyUrl?: string;
}

const MAX_BODY = 100_000;
const STATUS: Partial<Record<HookFault, number>> = {
  gone: 404,
  busy: 429,
  unavailable: 503,
  failing: 500,
  redirect: 302,
};

/** Starts both on 127.0.0.1. */
export async function createInbox(options: InboxOptions = {}): Promise<Inbox> {
  const mails: Mail[] = [];
  const posts: HookPost[] = [];
  const [mailFaults, hookFaults] = [createFaults<MailFault>(), createFaults<HookFault>()];
  let lastId = 0;
  const stamp = () => ({ id: (lastId += 1), at: new Date().toISOString() });
  const mailServer = await startMailServer(options.smtpPort ?? 0, mailFaults, (mail) =>
    mails.push({ ...stamp(), ...mail }),
  );

  async function takePost(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const body = await readBody(request);
    const fault = hookFaults.take(...(Object.keys(HOOK_FAULTS) as HookFault[]));
    if (fault === "time_out") return;
    const status = fault ? STATUS[fault] : undefined;
    if (status !== undefined) {
      response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end(fault);
      return;
    }
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    posts.push({ ...stamp(), path, headers, body });
    if (fault === "lose_answer") request.socket.destroy();
    // As Slack answers.
    else response.writeHead(200, { "content-type": "text/plain" }).end("ok");
  }

  const clear = () => {
    mails.length = 0;
    posts.length = 0;
    mailFaults.clear();
    hookFaults.clear();
  };

  function setFault(fields: ReadonlyMap<string, unknown>): boolean {
    const [fault, times] = [String(fields.get("fault")), Number(fields.get("times") ?? 1)];
    if (fault in MAIL_FAULTS && fields.get("channel") === "mail") mailFaults.set(fault as MailFault, times);
    else if (fault in HOOK_FAULTS && fields.get("channel") === "hook") hookFaults.set(fault as HookFault, times);
    else return false;
    return true;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const state = { mails, posts, mailFaults: mailFaults.pending(), hookFaults: hookFaults.pending() };
    // What the app posts comes with the name that it was meant for.
    if (request.headers["x-forwarded-host"] !== undefined || pathname.startsWith("/hooks/"))
      return takePost(request, response, pathname);
    if (pathname === "/_sandbox/state") return json(response, 200, state);
    if (request.method === "POST") {
      // Forms of other sites are refused: browsers name the origin of a request.
      if (!["same-origin", "none", undefined].includes(request.headers["sec-fetch-site"] as string | undefined))
        return json(response, 403, { message: "this form belongs to another page" });
      if (pathname === "/_sandbox/fault") {
        const fields = JSON.parse(await readBody(request)) as Record<string, unknown>;
        return json(response, setFault(new Map(Object.entries(fields))) ? 200 : 400, {});
      }
      const fields = await readForm(request);
      if (pathname === "/do/fault") setFault(fields);
      else if (pathname === "/do/clear") clear();
      else return json(response, 404, { message: "no such form" });
      return seeOther(response, "/");
    }
    if (await answerAsset(pathname, response)) return;
    if (pathname === "/inbox.js") return sendScript(response, LIVE_SCRIPT);
    if (pathname === "/") return sendHtml(response, 200, inboxPage(state, mailServer.port));
    const mail = mails.find(({ id }) => pathname === `/mails/${id}`);
    return sendHtml(response, mail ? 200 : 404, mailPage(mail, options.shopifyUrl));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => json(response, 500, { message: String(error) }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port ?? 0, "127.0.0.1", () => resolve());
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    smtpPort: mailServer.port,
    mails: () => mails,
    posts: () => posts,
    mailFaults,
    hookFaults,
    clear,
    async close() {
      server.closeAllConnections();
      await Promise.all([mailServer.close(), new Promise<void>((resolve) => server.close(() => resolve()))]);
    },
  };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent) return;
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error("The body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
