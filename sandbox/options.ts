import { parseArgs } from "node:util";

export interface SandboxOptions {
  appPort: number;
  shopifyPort: number;
  printPort: number;
  /** Of the page that shows emails and webhook messages. */
  inboxPort: number;
  /** Addresses of other stand-ins (or a real print service) to use instead of ours. */
  shopifyUrl: string | null;
  printServiceUrl: string | null;
  prefix: string;
  tokenMethod: string;
  getParams: string;
  email: string;
  password: string;
  /** The print SKUs of the dev shop's shirt and mug. */
  shirtSku: string;
  mugSku: string;
  /** Variants of a large catalog that the dev shop sells besides its goods. */
  variants: number;
  /** Milliseconds from one step of our print service's production line to the next. */
  productionSpeed: number;
  /** Runs the app from source and reloads on changes. */
  dev: boolean;
}

const USAGE = `Options:
  --port N              port of the app (3000)
  --shopify-port N      port of the Shopify stand-in (4000)
  --print-port N        port of the print service stand-in (4100)
  --inbox-port N        port of the inbox for emails and webhook messages (4200)
  --print-service URL   use this print service instead of the stand-in
  --shopify URL         use this Shopify stand-in instead of ours
  --prefix svc          the print service's prefix
  --token-method post   or get
  --get-params query    or body
  --email, --password   the account at the print service
  --shirt-sku, --mug-sku  print SKUs of the dev shop's shirt and mug
  --variants N          variants of a large catalog beside the goods (0)
  --dev                 run the app from source and reload on changes (npm run dev)`;

/** Reads the command line. @throws Error with the usage for an unknown option */
export function readOptions(
  args: string[],
  defaults: Pick<SandboxOptions, "appPort" | "shopifyPort" | "printPort" | "productionSpeed"> & { inboxPort?: number },
): SandboxOptions {
  const text = { type: "string" } as const;
  const names = [
    "port",
    "shopify-port",
    "print-port",
    "inbox-port",
    "print-service",
    "shopify",
    "prefix",
    "token-method",
    "get-params",
    "email",
    "password",
    "shirt-sku",
    "mug-sku",
    "variants",
  ] as const;
  let values: Partial<Record<(typeof names)[number], string>> & { dev?: boolean };
  try {
    const options = { ...Object.fromEntries(names.map((name) => [name, text])), dev: { type: "boolean" } } as const;
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`, { cause: error });
  }
  const port = (given: string | undefined, otherwise: number) => {
    if (given === undefined) return otherwise;
    const number = Number(given);
    if (!Number.isInteger(number) || number < 0 || number > 65535)
      throw new Error(`Invalid port ${given}.\n\n${USAGE}`);
    return number;
  };
  const count = (given = "0") => {
    const number = Number(given);
    if (!Number.isInteger(number) || number < 0 || number > 100_000)
      throw new Error(`Invalid number of variants ${given}.\n\n${USAGE}`);
    return number;
  };
  return {
    appPort: port(values.port, defaults.appPort),
    shopifyPort: port(values["shopify-port"], defaults.shopifyPort),
    printPort: port(values["print-port"], defaults.printPort),
    inboxPort: port(values["inbox-port"], defaults.inboxPort ?? 0),
    productionSpeed: defaults.productionSpeed,
    shopifyUrl: values.shopify ?? null,
    printServiceUrl: values["print-service"] ?? null,
    prefix: values.prefix ?? "svc",
    tokenMethod: values["token-method"] ?? "post",
    getParams: values["get-params"] ?? "query",
    email: values.email ?? "press@example.com",
    password: values.password ?? "let-me-print",
    shirtSku: values["shirt-sku"] ?? "TEE-BLACK-M",
    mugSku: values["mug-sku"] ?? "MUG-11OZ",
    variants: count(values.variants),
    dev: values.dev ?? false,
  };
}
