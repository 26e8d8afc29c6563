import type { RemoteError } from "./errors.ts";

/** Settings of the process that say how this print service wants to be asked, where its interface leaves that open. */
export type PrintServiceSetting =
  "PRINT_SERVICE_URL" | "PRINT_SERVICE_PREFIX" | "PRINT_SERVICE_TOKEN_METHOD" | "PRINT_SERVICE_GET_PARAMS";

/** What is in the way of an account whose credentials were accepted. */
export type ReadProblem =
  | { kind: "setting"; setting: PrintServiceSetting }
  /** The HTTP status is null where no answer came. */
  | { kind: "unreadable"; call: "list" | "detail"; httpStatus: number | null };

/** Tells apart why an account cannot be used, for a person who connects it. Asks more than the app needs otherwise. */
export interface ConnectionCheck {
  /** Why no token came: a setting, the credentials, or null where the service is merely away. */
  diagnoseToken(
    credentials: { email: string; password: string },
    failure: RemoteError,
  ): Promise<PrintServiceSetting | "credentials" | null>;
  /** Reads the list of a range and the detail of an order that nobody has. null: both can be read. */
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
