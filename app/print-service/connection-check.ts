import { ForeignError, Unauthorized } from "../ports/errors.ts";
import type { ConnectionCheck, ReadingTrouble, ServiceSetting } from "../ports/connection-check.ts";
import type { Answer } from "./answer.ts";
import { orderDetail } from "./detail.ts";
import { listPage } from "./list.ts";
import { exchange, TIMEOUTS } from "./request.ts";
import type { PrintServiceConfig } from "./request.ts";
import type { Session } from "./session.ts";
import { NOT_THERE, TOKEN_PATH } from "./token.ts";

/**
 * Asks a print service in the ways that the interface leaves open (service-interface 4.2, 4.5, 4.6: where parameters go is
 * not shown), until it is clear which setting does not fit.
 */
export function createConnectionCheck(config: PrintServiceConfig): ConnectionCheck {
  return {
    token: (credentials, failure) => tokenTrouble(config, credentials, failure),
    reading: (token, asked) => readingTrouble(config, token, asked),
  };
}

const otherPlace = (config: PrintServiceConfig): PrintServiceConfig => ({
  ...config,
  getParams: config.getParams === "query" ? "body" : "query",
});

async function tokenTrouble(
  config: PrintServiceConfig,
  credentials: { email: string; password: string },
  failure: ForeignError,
): Promise<ServiceSetting | "credentials" | null> {
  if (failure.httpStatus === undefined) return null;
  if (config.tokenMethod === "get") {
    const there = await askToken(otherPlace(config), "get", credentials);
    if (there.kind === "ok") return "PRINT_SERVICE_GET_PARAMS";
  }
  if (!NOT_THERE.includes(failure.httpStatus)) return failure instanceof Unauthorized ? "credentials" : null;
  // Without credentials: where another method is not known to be right, they are not put into its address.
  if (isThere(await askToken(config, config.tokenMethod, {}))) return "credentials";
  const other = config.tokenMethod === "get" ? "post" : "get";
  return isThere(await askToken(config, other, {})) ? "PRINT_SERVICE_TOKEN_METHOD" : "PRINT_SERVICE_URL";
}

const askToken = (
  config: PrintServiceConfig,
  method: "post" | "get",
  fields: Record<string, string>,
): Promise<Answer> =>
  exchange(config, { method: method === "get" ? "GET" : "POST", path: TOKEN_PATH, fields, timeout: "token" });

function isThere(answer: Answer): boolean {
  const status = httpStatusOf(answer);
  return status !== null && !NOT_THERE.includes(status);
}

/** null: no answer came. */
const httpStatusOf = (answer: Answer): number | null => (answer.kind === "ok" ? 200 : (answer.httpStatus ?? null));

/** What one question came to: how the service answered, and the error that it is to whoever needs the answer. */
interface Tried {
  answer: Answer;
  error: ForeignError | null;
}

type Asked = Parameters<ConnectionCheck["reading"]>[1];

async function readingTrouble(config: PrintServiceConfig, token: string, asked: Asked): Promise<ReadingTrouble | null> {
  const list = (it: PrintServiceConfig, by: string | undefined = token) => tryList(it, by, asked);
  const detail = (it: PrintServiceConfig) => tryDetail(it, token, asked);
  const here = { list: await list(config), detail: await detail(config) };
  // Where nothing answers there is nothing to tell apart.
  if (httpStatusOf(here.list.answer) !== null && httpStatusOf(here.detail.answer) !== null) {
    if (saidNo(here.list) && saidNo(here.detail) && isSame(here.list, await tryList(config, undefined, asked)))
      return { kind: "setting", setting: "PRINT_SERVICE_PREFIX" };
    if (await isOtherPlace(here, { list, detail, bare: () => tryBareDetail(config, token) }, otherPlace(config)))
      return { kind: "setting", setting: "PRINT_SERVICE_GET_PARAMS" };
  }
  for (const call of ["list", "detail"] as const) {
    const { answer, error } = here[call];
    if (error) return { kind: "unreadable", call, httpStatus: httpStatusOf(answer) };
  }
  return null;
}

/** Whether the service reads parameters of a GET where this app does not put them. */
async function isOtherPlace(
  here: { list: Tried; detail: Tried },
  ask: Record<"list" | "detail", (config: PrintServiceConfig) => Promise<Tried>> & { bare(): Promise<Tried> },
  there: PrintServiceConfig,
): Promise<boolean> {
  if (here.list.error) return (await ask.list(there)).error === null;
  if (here.detail.error) return (await ask.detail(there)).error === null;
  // The list has a default for each parameter, so it may look right. The detail has none: where it answers as if nothing
  // had been asked for, and otherwise at the other place, it has not seen the parameters here.
  const bare = await ask.bare();
  if (!isSame(here.detail, bare)) return false;
  const other = await ask.detail(there);
  return other.error === null && !isSame(other, bare);
}

const saidNo = ({ answer }: Tried): boolean => answer.kind === "refused" || answer.kind === "unauthorized";

const isSame = (one: Tried, other: Tried): boolean => fingerprint(one.answer) === fingerprint(other.answer);

const fingerprint = (answer: Answer): string =>
  JSON.stringify(answer.kind === "ok" ? answer.body : [answer.kind, answer.httpStatus, answer.words]);

const tryList = (config: PrintServiceConfig, token: string | undefined, { from, to }: Asked): Promise<Tried> =>
  trying(config, token, (session) => listPage(session, { from, to, limit: 50, page: 1 }));

const tryDetail = (config: PrintServiceConfig, token: string, { reference, date }: Asked): Promise<Tried> =>
  trying(config, token, (session) => orderDetail(session, { reference, date }));

/** Without its parameters, which it has to have. */
const tryBareDetail = (config: PrintServiceConfig, token: string): Promise<Tried> =>
  trying(config, token, (session) => session.call({ method: "GET", path: DETAIL_PATH, fields: {}, timeout: "read" }));

const DETAIL_PATH = "orders/v1/detail";

async function trying(
  config: PrintServiceConfig,
  token: string | undefined,
  read: (session: Session) => Promise<unknown>,
): Promise<Tried> {
  let answer: Answer | undefined;
  const session: Session = {
    prefix: config.prefix,
    walkMs: TIMEOUTS.walk,
    call: async (call) => (answer = await exchange(config, token === undefined ? call : { ...call, token })),
  };
  const error = await read(session).then(
    () => null,
    (failed: unknown) => failed,
  );
  if (!answer || (error !== null && !(error instanceof ForeignError))) throw error;
  return { answer, error };
}
