import { RemoteError, UnauthorizedError } from "../ports/errors.ts";
import type { ConnectionCheck, ReadProblem, PrintServiceSetting } from "../ports/connection-check.ts";
import type { Answer } from "./answer.ts";
import { orderDetail } from "./detail.ts";
import { listPage } from "./list.ts";
import { exchange, TIMEOUTS } from "./request.ts";
import type { PrintServiceConfig } from "./request.ts";
import type { Session } from "./session.ts";
import { NOT_FOUND_STATUSES, TOKEN_PATH } from "./token.ts";

/**
 * Asks a print service in the ways that the interface leaves open (print-service: getTokenByGet, listOrders, getOrder:
 * where parameters go is not shown), until it is clear which setting does not fit.
 */
export function createConnectionCheck(config: PrintServiceConfig): ConnectionCheck {
  return {
    diagnoseToken: (credentials, failure) => diagnoseToken(config, credentials, failure),
    diagnoseReading: (token, input) => diagnoseReading(config, token, input),
  };
}

const withOtherParamPlacement = (config: PrintServiceConfig): PrintServiceConfig => ({
  ...config,
  getParams: config.getParams === "query" ? "body" : "query",
});

async function diagnoseToken(
  config: PrintServiceConfig,
  credentials: { email: string; password: string },
  failure: RemoteError,
): Promise<PrintServiceSetting | "credentials" | null> {
  if (failure.httpStatus === undefined) return null;
  if (config.tokenMethod === "get") {
    const alternative = await askToken(withOtherParamPlacement(config), "get", credentials);
    if (alternative.kind === "ok") return "PRINT_SERVICE_GET_PARAMS";
  }
  if (!NOT_FOUND_STATUSES.includes(failure.httpStatus))
    return failure instanceof UnauthorizedError ? "credentials" : null;
  // Without credentials: where another method is not known to be right, they are not put into its address.
  if (endpointExists(await askToken(config, config.tokenMethod, {}))) return "credentials";
  const other = config.tokenMethod === "get" ? "post" : "get";
  return endpointExists(await askToken(config, other, {})) ? "PRINT_SERVICE_TOKEN_METHOD" : "PRINT_SERVICE_URL";
}

const askToken = (
  config: PrintServiceConfig,
  method: "post" | "get",
  fields: Record<string, string>,
): Promise<Answer> =>
  exchange(config, { method: method === "get" ? "GET" : "POST", path: TOKEN_PATH, fields, timeout: "token" });

function endpointExists(answer: Answer): boolean {
  const status = httpStatusOf(answer);
  return status !== null && !NOT_FOUND_STATUSES.includes(status);
}

/** null: no answer came. */
const httpStatusOf = (answer: Answer): number | null => (answer.kind === "ok" ? 200 : (answer.httpStatus ?? null));

/** What one question came to: how the service answered, and the error that it is to whoever needs the answer. */
interface ProbeResult {
  answer: Answer;
  error: RemoteError | null;
}

type ReadInput = Parameters<ConnectionCheck["diagnoseReading"]>[1];

async function diagnoseReading(
  config: PrintServiceConfig,
  token: string,
  input: ReadInput,
): Promise<ReadProblem | null> {
  const list = (probeConfig: PrintServiceConfig, probeToken: string | undefined = token) =>
    probeList(probeConfig, probeToken, input);
  const detail = (probeConfig: PrintServiceConfig) => probeDetail(probeConfig, token, input);
  const current = { list: await list(config), detail: await detail(config) };
  // Where nothing answers there is nothing to tell apart.
  if (httpStatusOf(current.list.answer) !== null && httpStatusOf(current.detail.answer) !== null) {
    if (
      isRejection(current.list) &&
      isRejection(current.detail) &&
      isSame(current.list, await probeList(config, undefined, input))
    )
      return { kind: "setting", setting: "PRINT_SERVICE_PREFIX" };
    if (
      await acceptsOtherParamPlacement(
        current,
        { list, detail, withoutParams: () => probeDetailWithoutParams(config, token) },
        withOtherParamPlacement(config),
      )
    )
      return { kind: "setting", setting: "PRINT_SERVICE_GET_PARAMS" };
  }
  for (const call of ["list", "detail"] as const) {
    const { answer, error } = current[call];
    if (error) return { kind: "unreadable", call, httpStatus: httpStatusOf(answer) };
  }
  return null;
}

/** Whether the service reads parameters of a GET where this app does not put them. */
async function acceptsOtherParamPlacement(
  current: { list: ProbeResult; detail: ProbeResult },
  ask: Record<"list" | "detail", (config: PrintServiceConfig) => Promise<ProbeResult>> & {
    withoutParams(): Promise<ProbeResult>;
  },
  alternative: PrintServiceConfig,
): Promise<boolean> {
  if (current.list.error) return (await ask.list(alternative)).error === null;
  if (current.detail.error) return (await ask.detail(alternative)).error === null;
  // The list has a default for each parameter, so it may look right. The detail has none: where it answers as if
  // nothing
  // had been asked for, and otherwise at the other place, it has not seen the parameters here.
  const withoutParams = await ask.withoutParams();
  if (!isSame(current.detail, withoutParams)) return false;
  const other = await ask.detail(alternative);
  return other.error === null && !isSame(other, withoutParams);
}

const isRejection = ({ answer }: ProbeResult): boolean => answer.kind === "rejected" || answer.kind === "unauthorized";

const isSame = (one: ProbeResult, other: ProbeResult): boolean => fingerprint(one.answer) === fingerprint(other.answer);

const fingerprint = (answer: Answer): string =>
  JSON.stringify(answer.kind === "ok" ? answer.body : [answer.kind, answer.httpStatus, answer.providerMessage]);

const probeList = (
  config: PrintServiceConfig,
  token: string | undefined,
  { from, to }: ReadInput,
): Promise<ProbeResult> => probe(config, token, (session) => listPage(session, { from, to, limit: 50, page: 1 }));

const probeDetail = (config: PrintServiceConfig, token: string, { reference, date }: ReadInput): Promise<ProbeResult> =>
  probe(config, token, (session) => orderDetail(session, { reference, date }));

/** Without its parameters, which it has to have. */
const probeDetailWithoutParams = (config: PrintServiceConfig, token: string): Promise<ProbeResult> =>
  probe(config, token, (session) => session.call({ method: "GET", path: DETAIL_PATH, fields: {}, timeout: "read" }));

const DETAIL_PATH = "orders/v1/detail";

async function probe(
  config: PrintServiceConfig,
  token: string | undefined,
  read: (session: Session) => Promise<unknown>,
): Promise<ProbeResult> {
  let answer: Answer | undefined;
  const session: Session = {
    prefix: config.prefix,
    listScanMs: TIMEOUTS.listScan,
    call: async (call) => (answer = await exchange(config, token === undefined ? call : { ...call, token })),
  };
  const error = await read(session).then(
    () => null,
    (failed: unknown) => failed,
  );
  if (!answer || (error !== null && !(error instanceof RemoteError))) throw error;
  return { answer, error };
}
