import { parseArgs } from "node:util";
import { DEFAULT_ACCESS_TOKEN, SMALL_CATALOG } from "./print-service/index.ts";

export interface SandboxOptions {
  appPort: number;
  shopifyPort: number;
  printPort: number;
  /** Of the page that shows emails and webhook messages. */
  inboxPort: number;
  /** Addresses of other stand-ins (or a real print service) to use instead of ours. */
  shopifyUrl: string | null;
  printServiceUrl: string | null;
  /** Versions of the print service's interface that our stand-in serves. */
  interfaces: ("v1" | "v3")[];
  /** The account at the print service where it serves version 3 alone. */
  accessToken: string;
  /** Products in the catalog of version 3. */
  catalogSize: number;
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
  --interface v1        version of the print service's interface: v1, v3, or both (connected by v1)
  --access-token TOKEN  the account at a print service of version 3
  --catalog-size N      products that the stand-in sells by version 3 (12)
  --prefix svc          the print service's prefix
  --token-method post   or get
  --get-params query    or body
  --email, --password   the account at the print service
  --shirt-sku, --mug-sku  print SKUs of the dev shop's shirt and mug
  --variants N          variants of a large catalog beside the goods (0)
  --dev                 run the app from source and reload on changes (npm run dev)`;

const INTERFACES: Record<string, ("v1" | "v3")[]> = { v1: ["v1"], v3: ["v3"], both: ["v1", "v3"] };

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
    "interface",
    "access-token",
    "catalog-size",
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
  const count = (what: string, given: string, most: number) => {
    const number = Number(given);
    if (!Number.isInteger(number) || number < 0 || number > most)
      throw new Error(`Invalid number of ${what} ${given}.\n\n${USAGE}`);
    return number;
  };
  const interfaces = INTERFACES[values.interface ?? "v1"];
  if (!interfaces) throw new Error(`Invalid interface ${values.interface}.\n\n${USAGE}`);
  const skus = interfaces.includes("v1") ? ["TEE-BLACK-M", "MUG-11OZ"] : ["CT17-BLACK-M", "MG.11-WHITE-11 OZ"];
  return {
    appPort: port(values.port, defaults.appPort),
    shopifyPort: port(values["shopify-port"], defaults.shopifyPort),
    printPort: port(values["print-port"], defaults.printPort),
    inboxPort: port(values["inbox-port"], defaults.inboxPort ?? 0),
    productionSpeed: defaults.productionSpeed,
    shopifyUrl: values.shopify ?? null,
    printServiceUrl: values["print-service"] ?? null,
    interfaces,
    accessToken: values["access-token"] ?? DEFAULT_ACCESS_TOKEN,
    catalogSize: count("products", values["catalog-size"] ?? String(SMALL_CATALOG), 5_000),
    prefix: values.prefix ?? "svc",
    tokenMethod: values["token-method"] ?? "post",
    getParams: values["get-params"] ?? "query",
    email: values.email ?? "press@example.com",
    password: values.password ?? "let-me-print",
    shirtSku: values["shirt-sku"] ?? skus[0] ?? "",
    mugSku: values["mug-sku"] ?? skus[1] ?? "",
    variants: count("variants", values.variants ?? "0", 100_000),
    dev: values.dev ?? false,
  };
}
