import { RemoteError, UnauthorizedError } from "../ports/errors.ts";
import type { ConnectionCheck, ReadProblem, PrintServiceSetting } from "../ports/print-service.ts";
import type { Answer } from "./answer.ts";
import { detailCall, orderDetail, listPage } from "./read-orders.ts";
import { exchange, fieldPrefix, TIMEOUTS } from "./request.ts";
import type { PrintServiceConfig } from "./request.ts";
import type { Session } from "./session.ts";
import { callHarmlessly, NOT_FOUND_STATUSES, tokenCall } from "./token.ts";

/**
 * Asks in each way that the interface leaves open (print-service: getTokenByGet, listOrders, getOrder), to find a wrong
 * setting.
 */
export function createConnectionCheck(config: PrintServiceConfig): ConnectionCheck {
  return {
    // An access token is none of this version's: nothing was asked with it.
    diagnoseToken: async (credentials, failure) =>
      "accessToken" in credentials ? null : diagnoseToken(config, credentials, failure),
    diagnoseReading: (token, input) => diagnoseReading(config, token, input),
    isThere: () => interfaceIsThere(config),
    // An account of version 1 is known by its email.
    shows: () => Promise.resolve(false),
  };
}

/** Asks something harmless without a token: an address that the service does not have answers 404. null: no answer came. */
export async function interfaceIsThere(config: PrintServiceConfig): Promise<boolean | null> {
  const answer = await callHarmlessly(config);
  return httpStatusOf(answer) === null ? null : endpointExists(answer);
}

/** What is in the way of one read; null: nothing. */
export async function readProblemOf(
  config: PrintServiceConfig,
  token: string,
  call: "list" | "detail",
  read: (session: Session) => Promise<unknown>,
): Promise<ReadProblem | null> {
  const { answer, error } = await probe(config, token, read);
  return error && { kind: "unreadable", call, httpStatus: httpStatusOf(answer) };
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
  // Without credentials: a GET would put them into the address.
  if (endpointExists(await askToken(config, config.tokenMethod, {}))) return "credentials";
  const other = config.tokenMethod === "get" ? "post" : "get";
  return endpointExists(await askToken(config, other, {})) ? "PRINT_SERVICE_TOKEN_METHOD" : "PRINT_SERVICE_URL";
}

const askToken = (
  config: PrintServiceConfig,
  method: "post" | "get",
  fields: Record<string, string>,
): Promise<Answer> => exchange(config, { ...tokenCall(method), fields });

function endpointExists(answer: Answer): boolean {
  const status = httpStatusOf(answer);
  return status !== null && !NOT_FOUND_STATUSES.includes(status);
}

/** null: no answer came. */
const httpStatusOf = (answer: Answer): number | null => (answer.kind === "ok" ? 200 : (answer.httpStatus ?? null));

/** How the service answered one question, and the error that the client makes of the answer. */
interface ProbeResult {
  answer: Answer;
  error: RemoteError | null;
}

type ReadInput = Parameters<ConnectionCheck["diagnoseReading"]>[1];
type Probes = ReturnType<typeof createProbes>;

async function diagnoseReading(
  config: PrintServiceConfig,
  token: string,
  input: ReadInput,
): Promise<ReadProblem | null> {
  const probes = createProbes(config, token, input);
  const current = { list: await probes.list(), detail: await probes.detail() };
  const answered = httpStatusOf(current.list.answer) !== null && httpStatusOf(current.detail.answer) !== null;
  if (answered) {
    const rejected = isRejection(current.list) && isRejection(current.detail);
    if (rejected && isSame(current.list, await createProbes(config, undefined, input).list()))
      return { kind: "setting", setting: "PRINT_SERVICE_PREFIX" };
    const other = createProbes(withOtherParamPlacement(config), token, input);
    if (await readsParamsElsewhere(current, probes, other))
      return { kind: "setting", setting: "PRINT_SERVICE_GET_PARAMS" };
  }
  for (const call of ["list", "detail"] as const) {
    const { answer, error } = current[call];
    if (error) return { kind: "unreadable", call, httpStatus: httpStatusOf(answer) };
  }
  return null;
}

/** Whether the service reads parameters of a GET where this configuration does not put them. */
async function readsParamsElsewhere(
  current: { list: ProbeResult; detail: ProbeResult },
  probes: Probes,
  other: Probes,
): Promise<boolean> {
  if (current.list.error) return (await other.list()).error === null;
  if (current.detail.error) return (await other.detail()).error === null;
  // The list has a default for each parameter, so it may look right without them. The detail has none: an answer that
  // is the
  // same without parameters, and another one with the other placement, shows that the service has not seen the
  // parameters.
  const withoutParams = await probes.detailWithoutParams();
  if (!isSame(current.detail, withoutParams)) return false;
  const moved = await other.detail();
  return moved.error === null && !isSame(moved, withoutParams);
}

/** The questions about reading, asked with one configuration. */
function createProbes(config: PrintServiceConfig, token: string | undefined, input: ReadInput) {
  const { from, to, reference, date } = input;
  const ask = (read: (session: Session) => Promise<unknown>) => probe(config, token, read);
  return {
    list: () => ask((session) => listPage(session, { from, to, limit: 50, page: 1 })),
    detail: () => ask((session) => orderDetail(session, { reference, date })),
    detailWithoutParams: () => ask((session) => session.call(detailCall({}))),
  };
}

const isRejection = ({ answer }: ProbeResult): boolean => answer.kind === "rejected" || answer.kind === "unauthorized";

const isSame = (one: ProbeResult, other: ProbeResult): boolean => fingerprint(one.answer) === fingerprint(other.answer);

const fingerprint = (answer: Answer): string =>
  JSON.stringify(answer.kind === "ok" ? answer.body : [answer.kind, answer.httpStatus, answer.providerMessage]);

async function probe(
  config: PrintServiceConfig,
  token: string | undefined,
  read: (session: Session) => Promise<unknown>,
): Promise<ProbeResult> {
  let answer: Answer | undefined;
  const session: Session = {
    prefix: fieldPrefix(config),
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
