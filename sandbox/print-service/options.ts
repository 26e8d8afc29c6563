import { DEFAULT_CATALOG } from "./catalog.ts";
import type { Catalog } from "./catalog.ts";
import { INTERFACE_DIALECT } from "./dialect.ts";
import type { Dialect } from "./dialect.ts";
import { DEFAULT_LISTING } from "./listing.ts";
import type { Listing } from "./listing.ts";
import { createCatalog } from "./v3/catalog.ts";
import type { Product } from "./v3/catalog.ts";
import { DEFAULT_VERSION_3 } from "./v3/options.ts";
import type { Version3 } from "./v3/options.ts";

export interface Credentials {
  email: string;
  password: string;
}

/** How the stand-in behaves where the interface leaves it open, and where it listens. */
export interface StandInOptions {
  /** 0: any free port. */
  port?: number;
  /** Names the token header (`SVC-ACCESS-TOKEN`) and the id fields (`svc_id`, `svc_order_id`). */
  prefix?: string;
  accounts?: Credentials[];
  catalog?: Catalog;
  clock?: { now(): Date };
  /** An order appears in list and detail only so long after its creation. */
  listDelayMs?: number;
  /** How the list is put into pages, and what it keeps back; may be changed later. */
  listing?: Partial<Listing>;
  /** Where parameters of GET endpoints are read from (not shown by the interface). */
  getParams?: "query" | "body" | "both";
  /** print-service: NewOrder shows both spellings; a strict service may know only one. */
  requireProvinceSpelling?: "shipping_province" | "shipping_povince" | "either";
  /** null: tokens never expire. */
  tokenTtlMs?: number | null;
  /** A new token ends the account's older ones. */
  oneToken?: boolean;
  /** Milliseconds from one step of the production line to the next; 0: only by hand. */
  productionSpeed?: number;
  /** The service's clock strings carry no zone: this is the zone they are written in. */
  zoneOffsetMinutes?: number;
  /** The interface shows no idempotency: by default a repeated order_id is printed twice. */
  duplicates?: "accept" | "refuse";
  /** What a `limit` outside 50–200 leads to. */
  limitOutside?: "refuse" | "clamp";
  /** Some services reject with HTTP 200 and the real status in the body. */
  refuseWithHttp200?: boolean;
  /** Field that carries `Active` or `Inactive` in registration answers; the interface does not name it. */
  statusTextField?: string;
  /** Further tries of an event that was not answered with 2xx. */
  eventRetries?: number;
  eventRetryDelayMs?: number;
  /** `by_order`: new orders are unpaid until somebody pays for them, as `Unpaid` in the interface has it. */
  billing?: "prepaid" | "by_order";
  /** Requests that an account may make in a time; null: any number, since the interface shows no limit. */
  rateLimit?: { requests: number; perMs: number } | null;
  /** What it does otherwise than the interface shows. */
  dialect?: Partial<Dialect>;
  /** Versions of the interface that it serves, over the same orders. */
  interfaces?: ("v1" | "v3")[];
  /** What version 3 leaves open. */
  version3?: Partial<Version3>;
  /** What version 3 sells. */
  products?: Product[];
  /** Access tokens of version 3 that exist from the beginning, each with the account's e-mail. */
  accessTokens?: Record<string, string>;
  /** Linked in the header of the pages. */
  neighbours?: { title: string; url: string }[];
  /** Address of the Shopify stand-in, which keeps the artwork of the sandbox; null: the pages show no artwork. */
  artworkFrom?: string | null;
  /** Address under which the pictures of products are shown; null: the one that a request named. */
  picturesAt?: string | null;
}

export type Settings = Required<Omit<StandInOptions, "listing" | "dialect" | "version3">> & {
  listing: Listing;
  dialect: Dialect;
  version3: Version3;
};

/** The account that exists when none is given. */
export const DEFAULT_ACCOUNT: Credentials = { email: "press@example.com", password: "let-me-print" };

/** Its access token of version 3. */
export const DEFAULT_ACCESS_TOKEN = "sandbox-access-token";

export function withDefaults(options: StandInOptions): Settings {
  return {
    port: 0,
    prefix: "svc",
    accounts: [DEFAULT_ACCOUNT],
    catalog: DEFAULT_CATALOG,
    clock: { now: () => new Date() },
    listDelayMs: 0,
    getParams: "query",
    requireProvinceSpelling: "either",
    tokenTtlMs: null,
    oneToken: false,
    productionSpeed: 0,
    zoneOffsetMinutes: 0,
    duplicates: "accept",
    limitOutside: "refuse",
    refuseWithHttp200: false,
    statusTextField: "status_text",
    eventRetries: 0,
    eventRetryDelayMs: 1000,
    billing: "prepaid",
    rateLimit: null,
    interfaces: ["v1"],
    products: createCatalog(),
    accessTokens: { [DEFAULT_ACCESS_TOKEN]: (options.accounts?.[0] ?? DEFAULT_ACCOUNT).email },
    neighbours: [],
    artworkFrom: null,
    picturesAt: null,
    ...options,
    listing: { ...DEFAULT_LISTING, ...options.listing },
    dialect: { ...INTERFACE_DIALECT, ...options.dialect },
    version3: { ...DEFAULT_VERSION_3, ...options.version3 },
  };
}
