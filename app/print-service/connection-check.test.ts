import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import {
  createPrintServiceStandIn,
  DEFAULT_ACCOUNT,
  type PrintServiceStandIn,
  type StandInOptions,
} from "../../sandbox/print-service/index.ts";
import type { Fault } from "../../sandbox/print-service/faults.ts";
import { RemoteError } from "../ports/errors.ts";
import { createConnectionCheck, fetchToken, type PrintServiceConfig } from "./index.ts";

const READ_INPUT = {
  from: "2026-11-21 00:00:00",
  to: "2026-11-22 00:00:00",
  reference: "CHECK-NOBODY",
  date: "2026-11-22",
};
let printService: PrintServiceStandIn | undefined;
afterEach(async () => {
  await printService?.close();
  printService = undefined;
});

/** What comes of connecting to a service that is as `service`, with the settings of `app`. */
async function diagnose(
  service: StandInOptions & { faults?: Fault[] },
  app: Partial<PrintServiceConfig> = {},
  credentials = DEFAULT_ACCOUNT,
) {
  const { faults = [], ...options } = service;
  printService = await createPrintServiceStandIn(options);
  for (const fault of faults) printService.addFault({ times: 100, ...fault });
  const fits = { prefix: options.prefix ?? "svc", getParams: options.getParams === "body" ? "body" : "query" } as const;
  const config: PrintServiceConfig = { baseUrl: printService.url, tokenMethod: "post", ...fits, ...app };
  const check = createConnectionCheck(config);
  try {
    return await check.diagnoseReading(await fetchToken(config, credentials), READ_INPUT);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return check.diagnoseToken(credentials, error);
  }
}
const setting = (name: string) => ({ kind: "setting", setting: name });

test.each([
  ["query", "post"],
  ["query", "get"],
  ["body", "post"],
  ["body", "get"],
] as const)(
  "nothing is in the way where all fits: parameters in the %s, token by %s",
  async (getParams, tokenMethod) => {
    expect(await diagnose({ getParams, oneToken: true }, { tokenMethod })).toBeNull();
    expect(await diagnose({ getParams: "both", refuseWithHttp200: true }, { tokenMethod })).toBeNull();
  },
);

test("a wrong prefix is named", async () => {
  expect(await diagnose({ prefix: "zq" }, { prefix: "svc" })).toEqual(setting("PRINT_SERVICE_PREFIX"));
});

test.each([
  ["query", "body"],
  ["body", "query"],
] as const)(
  "parameters that the service reads in the %s are missed in the %s, also where the list looks right",
  async (getParams, ours) => {
    const wrong = { getParams: ours };
    expect(await diagnose({ getParams }, wrong)).toEqual(setting("PRINT_SERVICE_GET_PARAMS"));
    expect(await diagnose({ getParams }, { ...wrong, tokenMethod: "get" })).toBe("PRINT_SERVICE_GET_PARAMS");
  },
);

/** A service with a token endpoint of its own, which answers each method with a status, and with another one for no fields. */
async function tokenEndpoint(answers: { POST: [number, number]; GET: [number, number] }, words: boolean) {
  const server = createServer((request, response) => {
    const asked = request.url?.includes("?") || Number(request.headers["content-length"] ?? 0) > 2;
    const status = answers[request.method as "POST" | "GET"][asked ? 0 : 1];
    const body = words ? JSON.stringify({ status, message: "no" }) : "<h1>no</h1>";
    response.writeHead(status, { "content-type": words ? "application/json" : "text/html" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = { baseUrl, prefix: "svc", tokenMethod: "post", getParams: "query" } as const;
  const failure: unknown = await fetchToken(config, DEFAULT_ACCOUNT).catch((error: unknown) => error);
  const why = await createConnectionCheck(config).diagnoseToken(DEFAULT_ACCOUNT, failure as RemoteError);
  await new Promise((resolve) => server.close(resolve));
  return why;
}

test.each([
  ["it has no such method", "PRINT_SERVICE_TOKEN_METHOD", { POST: [405, 405], GET: [401, 400] }],
  [
    "it knows the address for the other method only",
    "PRINT_SERVICE_TOKEN_METHOD",
    { POST: [404, 404], GET: [401, 400] },
  ],
  ["it knows the address for neither", "PRINT_SERVICE_URL", { POST: [404, 404], GET: [404, 404] }],
  ["it knows no such e-mail", "credentials", { POST: [404, 400], GET: [404, 400] }],
] as const)("a token that is refused because %s: %s", async (_why, what, answers) => {
  const { POST, GET } = answers;
  expect(await tokenEndpoint({ POST: [...POST], GET: [...GET] }, true)).toBe(what);
  expect(await tokenEndpoint({ POST: [...POST], GET: [...GET] }, false)).toBe(what);
});

test("wrong credentials are wrong credentials", async () => {
  const wrong = { ...DEFAULT_ACCOUNT, password: "wrong" };
  expect(await diagnose({}, {}, wrong)).toBe("credentials");
  expect(await diagnose({}, { tokenMethod: "get" }, wrong)).toBe("credentials");
});

test.each([
  ["list", { effect: "server_error", endpoint: "list", status: 500 }, 500],
  ["list", { effect: "reset", endpoint: "list" }, null],
  ["list", { effect: "html", endpoint: "list" }, 200],
  ["detail", { effect: "server_error", endpoint: "detail", status: 502 }, 502],
  ["detail", { effect: "reset", endpoint: "detail" }, null],
] as const)("a %s that cannot be read is reported: %o", async (call, fault, httpStatus) => {
  expect(await diagnose({ faults: [fault] })).toEqual({ kind: "unreadable", call, httpStatus });
});

test.each(["text", "html"] as const)(
  "a service that says in %s that it has no such order can be read",
  async (notFound) => {
    expect(await diagnose({ dialect: { notFound } })).toBeNull();
  },
);

test("a service that is away is just away", async () => {
  expect(await diagnose({ faults: [{ effect: "server_error", endpoint: "token" }] })).toBeNull();
});
