import type { Deadline } from "./clock.ts";
import type { PrintOrder } from "./order-model.ts";
import type { PrintAccountId } from "./ids.ts";
import type { RemoteError } from "./errors.ts";

/** The print service as the domain sees it. Every call may throw the errors of ./errors.ts. */
export interface PrintService {
  /** Binds the calls to one print account (row id of PrintAccount). */
  forAccount(printAccountId: PrintAccountId): PrintAccountCalls;
}

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
}

export interface SyncedTracking {
  trackingNumber: string;
  trackingUrl: string;
  /** As the service wrote it; its time zone is not shown. */
  updatedAt: string | null;
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
  /** What the service billed, as decimal strings in its currency. Left out: the interface does not tell, or not yet. */
  billed?: BilledAmounts;
}

/** total: with tax and surcharge. */
export interface BilledAmounts {
  base: string;
  shipping: string;
  tax: string;
  surcharge: string;
  total: string;
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
  /**
   * Reads what the next `create` of this object needs of the account: between its claim and its call, that one waits for
   * nothing. It throws what is thrown here, too.
   */
  prepareCreate(): Promise<void>;
  /** One request, never repeated here: the caller resolves its outcome. Nothing is sent after `deadline`. */
  create(order: PrintOrder, deadline: Deadline): Promise<CreatedOrder>;
  testPrice(input: {
    countryCode: string;
    provinceCode: string;
    items: { itemSku: string; quantity: number }[];
  }): Promise<Quote>;
  /** One page of the list, limit 50–200 (print-service: listOrders). Times are YYYY-MM-DD HH:MM:SS as sent. */
  list(input: { from: string; to: string; limit: number; page: number }): Promise<SyncedOrder[]>;
  /** All pages of a range, each order once, or an error: never a part of them. */
  listAll(input: { from: string; to: string }): Promise<OrderListing>;
  /** null when the service clearly answers that it shows none under that date. */
  detail(input: { reference: string; date: string }): Promise<SyncedOrder | null>;
  listRegistrations(kind: RegistrationKind, endpoint: string): Promise<Registration[]>;
  createRegistration(kind: RegistrationKind, input: RegistrationInput): Promise<Registration>;
  updateRegistration(kind: RegistrationKind, input: RegistrationInput): Promise<Registration>;
}

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
  diagnoseToken(
    credentials: { email: string; password: string },
    failure: RemoteError,
  ): Promise<PrintServiceSetting | "credentials" | null>;
  /** Reads the list of a range and the detail of an order that does not exist. null: both can be read. */
  diagnoseReading(
    token: string,
    input: { from: string; to: string; reference: string; date: string },
  ): Promise<ReadProblem | null>;
}

/** print-service: getToken */
export interface Credentials {
  email: string;
  password: string;
}
