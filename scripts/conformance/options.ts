import { parseArgs } from "node:util";

export interface Options {
  version: "v1" | "v3";
  /** Version 3: null without one, which e-mail and password make up for. */
  token: string | null;
  /** Version 3: more requests at once than it allows. */
  tryLimit: boolean;
  /** `{base_url}` of the interface, without a trailing slash. */
  url: string;
  email: string;
  password: string;
  prefix: string;
  /** Whose token the other calls carry; both methods are tried. */
  tokenMethod: "post" | "get";
  getParams: "query" | "body";
  /** null: no price is asked. */
  sku: string | null;
}

const USAGE = `npm run conformance -- --url URL --email E-MAIL [--password PASSWORD] [options]
npm run conformance -- --interface v3 --url URL [--token TOKEN] [--email E-MAIL] [options]
  --password PASSWORD       better in the environment, as PRINT_SERVICE_PASSWORD
  --token TOKEN             an access token of version 3; better as PRINT_SERVICE_ACCESS_TOKEN
  --try-limit               version 3: sends 60 requests at once
  --prefix svc              the service's prefix of headers and id fields
  --token-method post       or get: whose token the other calls carry (both are tried)
  --get-params query        or body: where parameters of GET go
  --sku SKU                 asks a test price for one piece of it, to California

Reads only: tokens, prices, the catalog, the list and orders of it, what is registered. Nothing is created or changed.`;

/** Reads the command line. @throws Error with the usage for what is missing or not known */
export function readOptions(
  args: string[],
  environment: { password?: string | undefined; accessToken?: string | undefined },
): Options {
  const text = { type: "string" } as const;
  const options = {
    url: text,
    email: text,
    password: text,
    prefix: text,
    "token-method": text,
    "get-params": text,
    sku: text,
    interface: text,
    token: text,
    "try-limit": { type: "boolean" },
  } as const;
  const fail = (problem: string): never => {
    throw new Error(`${problem}\n\n${USAGE}`);
  };
  type Name = Exclude<keyof typeof options, "try-limit">;
  let values: Partial<Record<Name, string>> & { "try-limit"?: boolean } = {};
  try {
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
  const one = <T extends string>(name: Name, allowed: [T, ...T[]]): T =>
    allowed.find((word) => word === (values[name] ?? allowed[0])) ?? fail(`--${name} is ${allowed.join(" or ")}.`);
  const { url = "", email = "", password = environment.password ?? "", prefix = "svc", sku = null } = values;
  const version = one("interface", ["v1", "v3"]);
  const token = values.token ?? environment.accessToken ?? null;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    fail("--url is the address of the print service, http or https.");
  const hasPassword = email !== "" && password !== "";
  if (version === "v1" && !hasPassword) fail("An e-mail and a password are needed.");
  if (version === "v3" && !hasPassword && token === null)
    fail("An access token, or an e-mail and a password, are needed.");
  if (!/^[a-z0-9]+$/i.test(prefix)) fail("--prefix is letters and digits.");
  return {
    version,
    token,
    tryLimit: values["try-limit"] ?? false,
    url: url.replace(/\/+$/, ""),
    email,
    password,
    prefix,
    tokenMethod: one("token-method", ["post", "get"]),
    getParams: one("get-params", ["query", "body"]),
    sku,
  };
}
