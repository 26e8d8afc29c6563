import { parseArgs } from "node:util";

export interface Options {
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
  --password PASSWORD       better in the environment, as PRINT_SERVICE_PASSWORD
  --prefix svc              the service's prefix of headers and id fields
  --token-method post       or get: whose token the other calls carry (both are tried)
  --get-params query        or body: where parameters of GET go
  --sku SKU                 asks a test price for one piece of it, to California

Reads only: tokens, a test price, the list and one order of it, what is registered. Nothing is created or changed.`;

/** Reads the command line. @throws Error with the usage for what is missing or not known */
export function readOptions(args: string[], passwordInEnvironment: string | undefined): Options {
  const text = { type: "string" } as const;
  const options = {
    url: text,
    email: text,
    password: text,
    prefix: text,
    "token-method": text,
    "get-params": text,
    sku: text,
  };
  const fail = (problem: string): never => {
    throw new Error(`${problem}\n\n${USAGE}`);
  };
  let values: Partial<Record<keyof typeof options, string>> = {};
  try {
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
  const one = <T extends string>(name: keyof typeof options, allowed: [T, ...T[]]): T =>
    allowed.find((word) => word === (values[name] ?? allowed[0])) ?? fail(`--${name} is ${allowed.join(" or ")}.`);
  const { url = "", email = "", password = passwordInEnvironment ?? "", prefix = "svc", sku = null } = values;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    fail("--url is the address of the print service, http or https.");
  if (email === "" || password === "") fail("An e-mail and a password are needed.");
  if (!/^[a-z0-9]+$/i.test(prefix)) fail("--prefix is letters and digits.");
  return {
    url: url.replace(/\/+$/, ""),
    email,
    password,
    prefix,
    tokenMethod: one("token-method", ["post", "get"]),
    getParams: one("get-params", ["query", "body"]),
    sku,
  };
}
