import type { ConnectionFailure } from "./transport.ts";
import type { FailedWriteOutcome } from "./errors.ts";

/** Why a message outside the app was not sent, or may not have been. */
export type NotifyProblem =
  | ConnectionFailure
  /** The installation has no mail server. */
  | "no_smtp"
  /** The mail server refuses the installation itself: its login, its sender or its encryption. */
  | "smtp_setup"
  /** The other side answered with a status that refuses the message, or asks for patience. */
  | "answer"
  /** The address leads to another one. */
  | "redirect"
  | "bad_link"
  | "private_address"
  /** The connection ended before the answer. */
  | "no_answer";

/** What became of a message, and what the other side said. Its words are for whoever pressed a button: never stored or logged. */
export type NotifyResult =
  | { outcome: "sent"; status: number; answer: string }
  | { outcome: FailedWriteOutcome; problem: NotifyProblem; status?: number; answer?: string; retryAfterMs?: number };

export interface Email {
  /** Of the row, so that a mail server can recognize a repetition. */
  id: string;
  to: string;
  subject: string;
  text: string;
  /** A POST there stops the messages (RFC 8058). */
  stopUrl: string;
}

export interface WebhookMessage {
  id: string;
  url: string;
  secret: string;
  at: Date;
  text: string;
}

/** The ways out of the app. Both never throw, and end within a minute. */
export interface Notifier {
  /** Whether the installation has a mail server. */
  sendsEmail: boolean;
  email(message: Email): Promise<NotifyResult>;
  /** Connects to the mail server and logs in; null: it would take a message. */
  checkEmail(): Promise<NotifyProblem | null>;
  webhook(message: WebhookMessage): Promise<NotifyResult>;
}
