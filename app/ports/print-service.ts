import type { Deadline } from "./clock.ts";
import type { FurtherArtwork, PrintOrder } from "./order-model.ts";
import type { PrintAccountId } from "./ids.ts";
import { Decimal } from "decimal.js";
import { RejectedError, type RemoteError } from "./errors.ts";

/** The print service as the domain sees it. Every call may throw the errors of ./errors.ts. */
export interface PrintService {
  /** Binds the calls to one print account (row id of PrintAccount). */
  forAccount(printAccountId: PrintAccountId): PrintAccountCalls;
}

/** Version of the print service's interface, as an account is reached. */
export const INTERFACE_VERSIONS = ["v1", "v3"] as const;
export type InterfaceVersion = (typeof INTERFACE_VERSIONS)[number];

/** What the domain has to know of the interface behind an account. */
export interface Capabilities {
  /**
   * The same reference may be sent again: the service refuses it where it has the order (RejectedError.alreadyExists), which proves
   * that. Without it, only proof of absence allows a second create.
   */
  repeatableCreate: boolean;
  /** An order without a valid email, or a phone number of 8 to 15 digits, is refused. */
  enforcesContact: boolean;
  /** Detail shows an order only under its date. */
  detailNeedsDate: boolean;
  /** Detail can show one order of the service by its own id. */
  detailByServiceId: boolean;
  /** An item may have artwork on FURTHER_SIDES (ports/order-model.ts). */
  furtherSides: boolean;
  /** Which of the calls of FurtherCalls there are. */
  catalog: boolean;
  shippingServices: boolean;
  pay: boolean;
  cancel: boolean;
  /** An order shows what it is billed (SyncedOrder.billed), once it is paid. */
  billed: boolean;
}

const V1: Capabilities = {
  ...{ repeatableCreate: false, enforcesContact: false, detailNeedsDate: true, detailByServiceId: false },
  furtherSides: false,
  ...{ catalog: false, shippingServices: false, pay: false, cancel: false, billed: false },
};

/** A capability is a fact of the interface's version, so that what decides without a call can ask for it. */
export const CAPABILITIES: Readonly<Record<InterfaceVersion, Capabilities>> = {
  v1: V1,
  v3: {
    ...{ repeatableCreate: true, enforcesContact: true, detailNeedsDate: false, detailByServiceId: true },
    furtherSides: true,
    ...{ catalog: true, shippingServices: true, pay: true, cancel: true, billed: true },
  },
};

/** The versions of the interface that can do something. */
export const versionsWith = (capability: keyof Capabilities): InterfaceVersion[] =>
  INTERFACE_VERSIONS.filter((version) => CAPABILITIES[version][capability]);

/** Whether the interface of an account can be told to pay for an order, or to cancel one. null: there is no account. */
export const canWrite = (
  account: { kind: "live" | "practice"; interfaceVersion: InterfaceVersion } | null,
  kind: "pay" | "cancel",
): boolean => account?.kind === "live" && CAPABILITIES[account.interfaceVersion][kind];

export interface CreatedOrder {
  reference: string;
  /** YYYY-MM-DD HH:MM:SS as the service wrote it; its time zone is not shown. */
  updatedAt: string | null;
  items: { serviceItemId: string | null; itemSku: string; quantity: number }[];
}

export interface SyncedItem {
  productName: string;
  itemSku: string;
  quantity: number;
  artworkFront: string;
  artworkBack: string;
  mockup: string;
  orderStatus: string | null;
  paymentStatus: string | null;
  /** Where the service shows any. */
  artworkSides?: FurtherArtwork;
  /** The service shows no quantity here: `quantity` says nothing. */
  quantityShown?: false;
}

export interface SyncedTracking {
  trackingNumber: string;
  trackingUrl: string;
  /** As the service wrote it; its time zone is not shown. */
  updatedAt: string | null;
  /** The carrier's name, or its code; where the interface tells. */
  carrier?: string;
}

/**
 * What the service bills for one of its orders, decimal strings in its currency; null: not known yet, as before payment. `total`: with tax
 * and surcharge.
 */
export interface BilledAmounts {
  base: string | null;
  shipping: string | null;
  tax: string | null;
  surcharge: string | null;
  total: string | null;
}

/** Where the service sends an order, as it wrote it; "" for what it does not show. It never shows the postal code. */
export type SyncedRecipient = Omit<PrintOrder, "reference" | "method" | "items" | "zip">;

export interface SyncedOrder {
  serviceOrderId: string | null;
  reference: string;
  /** YYYY-MM-DD HH:MM:SS of the service's clock; list only. */
  enteredAt: string | null;
  storeName: string | null;
  recipient: SyncedRecipient;
  items: SyncedItem[];
  trackings: SyncedTracking[];
  /** Left out: the interface does not tell. */
  billed?: BilledAmounts;
  /** Every order of the service that is part of this one, where there are several. */
  serviceOrderIds?: string[];
}

/** The list of a range, read to its end. */
export interface OrderListing {
  rows: SyncedOrder[];
  /**
   * The list ended with a page without rows. False: the service repeats its last page for every later page number, so
   * whether more rows follow is unknown.
   */
  complete: boolean;
}

export interface Quote {
  /** Decimal strings; the interface names no currency. */
  totalPrice: string;
  lines: {
    itemSku: string;
    quantity: number;
    baseCost: string;
    shippingFee: string;
    taxFee: string;
    totalPrice: string;
  }[];
}

export interface Registration {
  endpoint: string | null;
  accessKey: string | null;
  active: boolean | null;
}

export interface RegistrationInput {
  endpoint: string;
  active: boolean;
  accessKey: string;
  accessToken: string;
}

export type RegistrationKind = "tracking" | "order_status";

export interface PrintAccountCalls {
  capabilities(): Promise<Capabilities>;
  /** The calls of the capabilities that the interface has. */
  further(): Promise<FurtherCalls>;
  /**
   * Reads what the next `create` of this object needs of the account: between its claim and its call, that one waits for
   * nothing. It throws what is thrown here, too.
   */
  prepareCreate(): Promise<void>;
  /** One request, never repeated here: the caller resolves its outcome. Nothing is sent after `deadline`. */
  create(order: PrintOrder, deadline: Deadline): Promise<CreatedOrder>;
  /** `service`: code of a shipping service, where the interface names any; without it, of Standard. */
  testPrice(input: {
    countryCode: string;
    provinceCode: string;
    items: { itemSku: string; quantity: number }[];
    service?: string;
  }): Promise<Quote>;
  /** One page of the list, limit 50–200 (print-service: listOrders). Times are YYYY-MM-DD HH:MM:SS as sent. */
  list(input: { from: string; to: string; limit: number; page: number }): Promise<SyncedOrder[]>;
  /** All pages of a range, each order once, or an error: never a part of them. */
  listAll(input: { from: string; to: string }): Promise<OrderListing>;
  /**
   * null when the service clearly answers that it shows none under that date. `serviceOrderId`: one of several orders of the service
   * under the reference, where the interface can show it (detailByServiceId).
   */
  detail(input: { reference: string; date: string; serviceOrderId?: string }): Promise<SyncedOrder | null>;
  listRegistrations(kind: RegistrationKind, endpoint: string): Promise<Registration[]>;
  createRegistration(kind: RegistrationKind, input: RegistrationInput): Promise<Registration>;
  updateRegistration(kind: RegistrationKind, input: RegistrationInput): Promise<Registration>;
}

/** One print area of a product as its maker describes it; null: not told. Sizes are in pixels, very likely. */
export interface PrintArea {
  key: string;
  name: string;
  width: number | null;
  height: number | null;
  fileFormat: string | null;
  resolution: number | null;
}

export interface CatalogVariant {
  title: string;
  itemSku: string;
  /** SKUs that it had before. */
  oldSkus: string[];
  variantId: string | null;
  /** As the service wrote it; null: not told. */
  availability: string | null;
  attributes: { name: string; value: string; hexColor: string | null }[];
  /** Where it is made. A base cost of null is not known. */
  locations: { name: string; code: string; madeIn: string; baseCost: string | null; printAreas: PrintArea[] }[];
}

export interface CatalogProduct {
  code: string;
  name: string;
  pictureUrl: string;
  templateUrl: string;
  variants: CatalogVariant[];
}

export interface ShippingService {
  itemSku: string;
  madeIn: string;
  /** The destination, as the service wrote it. */
  destination: string;
  name: string;
  code: string;
  /** null: not known. */
  fee: string | null;
  extraFee: string | null;
  taxFee: string | null;
}

/** A shipping service that an account's SKUs are shipped with, and where to. */
export interface ShippingServiceSummary {
  code: string;
  name: string;
  /** As the service wrote them. */
  destinations: string[];
}

/** A payment, as the service lists it. */
export interface Transaction {
  id: string | null;
  reference: string | null;
  serviceOrderId: string | null;
  amount: string | null;
  at: string | null;
}

/**
 * Calls that not every interface has; which, its capabilities say. The writes answer nothing: what became of them is read.
 * Each may throw the errors of ./errors.ts: RejectedError where there is no such call.
 */
export interface FurtherCalls {
  products(input: {
    page: number;
    limit: number;
    search?: string;
  }): Promise<{ products: CatalogProduct[]; last: boolean }>;
  product(code: string): Promise<CatalogProduct | null>;
  skus(): Promise<
    { productName: string; code: string; variants: { sku: string; title: string; variantId: string | null }[] }[]
  >;
  shippingServices(skus: readonly string[]): Promise<ShippingService[]>;
  /** Production begins with it. Nothing is sent after `deadline`. @throws UncertainError: read the order, then decide */
  pay(serviceOrderId: string, deadline: Deadline): Promise<void>;
  /** Before production. Nothing is sent after `deadline`. @throws UncertainError */
  cancel(serviceOrderId: string, deadline: Deadline): Promise<void>;
  /** While nobody has paid. @throws UncertainError */
  remove(serviceOrderId: string): Promise<void>;
  transactions(input: { from: string; to: string; page: number }): Promise<Transaction[]>;
  paidOrders(input: { from: string; to: string; page: number }): Promise<Transaction[]>;
  removeRegistration(kind: RegistrationKind, input: RegistrationInput): Promise<void>;
}

const unsupported = (): Promise<never> =>
  Promise.reject(new RejectedError("the interface of this account has no such call"));

/** Of an interface that has none. Its capabilities say so. */
export const NO_FURTHER_CALLS: FurtherCalls = {
  products: unsupported,
  product: unsupported,
  skus: unsupported,
  shippingServices: unsupported,
  pay: unsupported,
  cancel: unsupported,
  remove: unsupported,
  transactions: unsupported,
  paidOrders: unsupported,
  removeRegistration: unsupported,
};

/** What a call is for: the more urgent has more of the account's requests to itself. */
export type RequestUse = "send" | "read" | "catalog";

/** The requests that a print service allows an account, counted across processes. Neither function throws. */
export interface RequestBudget {
  /** Takes one. Returns 0, or how long to wait before the next try, in milliseconds. */
  take(accountId: PrintAccountId, use: RequestUse): Promise<number>;
  /** The service asked to slow down: nothing is taken for so long. */
  pause(accountId: PrintAccountId, waitMs: number): Promise<void>;
}

/** A field of an answer that the adapter does not know: where it stands, and of what type it is. Never its value. */
export interface UnknownField {
  path: string;
  type: string;
}
/** Returns at once and never throws. */
export type ObserveUnknown = (accountId: PrintAccountId, operation: string, fields: readonly UnknownField[]) => void;

/** The client's tokens. Renewal is one at a time per account, across processes. */
export interface TokenSource {
  /** The token in use, fetched when there is none yet. */
  current(printAccountId: PrintAccountId): Promise<string>;
  /** A newer token than `rejected`; returns at once when another caller has renewed it already. */
  renew(printAccountId: PrintAccountId, rejected: string): Promise<string>;
  /**
   * The service rejects a token that is new: nothing is sent until a recheck succeeds
   * (print-accounts/recheck-refused.ts).
   */
  markRejected(printAccountId: PrintAccountId, token: string): Promise<void>;
}

/** A time in UTC as the service writes its own: YYYY-MM-DD HH:MM:SS (print-service: listOrders). */
export const serviceTime = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

/** Settings of the process for what the print service's interface leaves open. */
export type PrintServiceSetting =
  "PRINT_SERVICE_URL" | "PRINT_SERVICE_PREFIX" | "PRINT_SERVICE_TOKEN_METHOD" | "PRINT_SERVICE_GET_PARAMS";

/** Why an account cannot be read although its credentials were accepted. */
export type ReadProblem =
  | { kind: "setting"; setting: PrintServiceSetting }
  /** The HTTP status is null where no answer came. */
  | { kind: "unreadable"; call: "list" | "detail"; httpStatus: number | null };

/** Finds out why an account cannot be used, for the merchant who connects it, with requests made for nothing else. */
export interface ConnectionCheck {
  /** Why no token came: a setting, the credentials, or null where the service is unavailable. */
  diagnoseToken(login: Login, failure: RemoteError): Promise<PrintServiceSetting | "credentials" | null>;
  /** Reads the list of a range and the detail of an order that does not exist. null: both can be read. */
  diagnoseReading(
    token: string,
    input: { from: string; to: string; reference: string; date: string },
  ): Promise<ReadProblem | null>;
  /**
   * Whether there is such an interface at the address, by what a harmless call without a token is answered. null: no answer came.
   */
  isThere(): Promise<boolean | null>;
  /** Whether the account of a token has an order: the same account under a new token shows what was sent. @throws UnavailableError */
  shows(token: string, reference: string): Promise<boolean>;
}

/** print-service: getToken */
export interface Credentials {
  email: string;
  password: string;
}

/** What signs in to an account: email and password, or the access token itself. */
export type Login = Credentials | { accessToken: string };

/** What is asked with credentials before an account has a row, by version of the interface. */
export interface SignIn {
  /** @throws UnauthorizedError when the service refuses the credentials, else UnavailableError */
  fetchToken(login: Login): Promise<string>;
  /** A newer access token for one that ends soon; null where the service gives none. */
  refreshToken(accessToken: string): Promise<string | null>;
  check: ConnectionCheck;
  /** Asks something harmless with a token. */
  checkToken(token: string): Promise<"accepted" | "rejected" | "unknown">;
}

/** Digits of a phone number that an account which enforces it takes, whatever stands between them. */
export function isSendablePhone(phone: string): boolean {
  const digits = phone.replace(/\D/g, "").length;
  return digits >= 8 && digits <= 15;
}

export const isSendableEmail = (email: string): boolean => /^[^\s@,;]+@[^\s@,;.]+(\.[^\s@,;.]+)+$/.test(email.trim());

/**
 * Several orders of the service under one reference: with the items and parcels of all, in the sequence of the service's ids, whatever
 * that of the answer is. At least one.
 */
export function joinOrders<
  Row extends { serviceOrderId: string | null; serviceOrderIds?: string[]; billed?: BilledAmounts },
  Item,
  Tracking,
>(orders: readonly (Row & { items: Item[]; trackings: Tracking[] })[]): Row & { items: Item[]; trackings: Tracking[] } {
  const sorted = orders.toSorted((a, b) => ((a.serviceOrderId ?? "") < (b.serviceOrderId ?? "") ? -1 : 1));
  const [first, ...others] = sorted;
  if (!first) throw new Error("a reference without a row");
  if (others.length === 0) return first;
  const ids = [...new Set(sorted.flatMap(({ serviceOrderIds = [] }) => serviceOrderIds))].sort();
  return {
    ...first,
    items: sorted.flatMap(({ items }) => items),
    trackings: sorted.flatMap(({ trackings }) => trackings),
    ...(ids.length === 0 ? {} : { serviceOrderIds: ids }),
    ...(first.billed ? { billed: sumBilled(sorted.map(({ billed }) => billed)) } : {}),
  };
}

/** What orders of the service cost together; null until all of them are paid for. */
function sumBilled(all: readonly (BilledAmounts | undefined)[]): BilledAmounts {
  const sum = (of: keyof BilledAmounts): string | null => {
    const isPaid = all.every((one) => one?.total);
    const amounts = all.flatMap((one) => one?.[of] ?? []);
    return isPaid && amounts.length > 0 ? Decimal.sum(...amounts).toFixed() : null;
  };
  return {
    ...{ base: sum("base"), shipping: sum("shipping"), tax: sum("tax") },
    ...{ surcharge: sum("surcharge"), total: sum("total") },
  };
}
