import { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Email, Notifier, NotifyProblem, NotifyResult } from "../ports/notify.ts";
import type { ObserveCall } from "../ports/observe.ts";
import { connectionFailureOf } from "../ports/transport.ts";

/** The mail server of the installation. */
export interface SmtpConfig {
  host: string;
  port: number;
  /** null: the server asks for no login. */
  login: { user: string; password: string } | null;
  /** starttls: a connection that stays unencrypted is not used. none: for a server on the same machine. */
  tls: "starttls" | "implicit" | "none";
  /** `Inkbridge <notifications@example.com>` */
  from: string;
}

interface Options {
  /** Of the whole exchange. */
  timeoutMs: number;
  observe?: ObserveCall;
}

/** An error of nodemailer, as far as it tells what became of a message. */
interface SmtpError extends NodeJS.ErrnoException {
  command?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
  originalCode?: string | undefined;
}

/** Characters of an answer that are shown. */
const ANSWER_LENGTH = 300;

/** Sends emails through the installation's mail server; without one, none is processed. Each has a connection of its own. */
export function createSendEmail(
  smtp: SmtpConfig | null,
  { timeoutMs, observe }: Options,
): Pick<Notifier, "email" | "checkEmail"> {
  return {
    async email(message) {
      if (!smtp) return { outcome: "not_processed", problem: "no_smtp" };
      const startedAt = performance.now();
      const result = await send(smtp, message, timeoutMs);
      const ms = performance.now() - startedAt;
      observe?.({ system: "email", operation: "send", isWrite: true, result: resultName(result), ms });
      return result;
    },
    async checkEmail() {
      if (!smtp) return "no_smtp";
      const result = await converse(
        smtp,
        timeoutMs,
        (connection, done) => done(null, { response: "" }),
        () => false,
      );
      return result.outcome === "sent" ? null : result.problem;
    },
  };
}

export const resultName = (result: NotifyResult): string => (result.outcome === "sent" ? "ok" : result.problem);

async function send(
  smtp: SmtpConfig,
  { id, to, subject, text, stopUrl }: Email,
  timeoutMs: number,
): Promise<NotifyResult> {
  const mail = new MailComposer({
    from: smtp.from,
    to: { name: "", address: to },
    subject,
    text,
    messageId: `<${id}@inkbridge>`,
    headers: {
      // Nobody's absence assistant answers it (RFC 3834).
      "Auto-Submitted": "auto-generated",
      // One click in the mail program stops the messages (RFC 8058).
      "List-Unsubscribe": `<${stopUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  }).compile();
  const { from } = mail.getEnvelope();
  const content = await mail.build();
  let hasBegun = false;
  // Read once the server has asked for it: before that, nothing of the message has left.
  const body = new Readable({
    read() {
      hasBegun = true;
      this.push(content);
      this.push(null);
    },
  });
  const post: Conversation = (connection, done) => connection.send({ from: from || "", to: [to] }, body, done);
  return converse(smtp, timeoutMs, post, () => hasBegun);
}

type Conversation = (
  connection: SMTPConnection,
  done: (error: SmtpError | null | undefined, sent?: { response: string }) => void,
) => void;

/** Connects, logs in and does the work. Ends in time, whatever the server does. */
function converse(
  smtp: SmtpConfig,
  timeoutMs: number,
  work: Conversation,
  hasBegun: () => boolean,
): Promise<NotifyResult> {
  const connection = new SMTPConnection({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.tls === "implicit",
    requireTLS: smtp.tls === "starttls",
    ignoreTLS: smtp.tls === "none",
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
  return new Promise<NotifyResult>((resolve) => {
    const end = (error: SmtpError | null | undefined, sent?: { response: string }) => {
      clearTimeout(timer);
      if (error || !sent) {
        connection.close();
        return resolve(failureOf(error ?? new Error("no answer"), hasBegun()));
      }
      connection.quit();
      resolve({ outcome: "sent", status: 250, answer: wordsOf(sent.response) });
    };
    const timer = setTimeout(() => end(Object.assign(new Error("too late"), { code: "ETIMEDOUT" })), timeoutMs);
    connection.on("error", end);
    connection.connect((error) => {
      if (error) return end(error);
      if (!smtp.login) return work(connection, end);
      const { user, password: pass } = smtp.login;
      connection.login({ user, pass }, (refused) => (refused ? end(refused) : work(connection, end)));
    });
  });
}

/** Without the status, which stands beside it. */
const wordsOf = (response: string): string => response.replace(/^\d{3}[ -]/, "").slice(0, ANSWER_LENGTH);

/** `hasBegun`: some of the message has left. */
function failureOf(error: SmtpError, hasBegun: boolean): NotifyResult {
  const { responseCode: status, response, command } = error;
  if (status !== undefined && status >= 400) {
    const answer = { status, ...(response === undefined ? {} : { answer: wordsOf(response) }) };
    // 503 is about the order of commands, not about the message (RFC 5321).
    const isFinal = status >= 500 && status !== 503;
    if (isFinal && (command === "RCPT TO" || command === "DATA"))
      return { outcome: "rejected", problem: "answer", ...answer };
    return { outcome: "not_processed", problem: isFinal ? "smtp_setup" : "answer", ...answer };
  }
  if (hasBegun) return { outcome: "uncertain", problem: "no_answer" };
  return { outcome: "not_processed", problem: problemOf(error) };
}

function problemOf(error: SmtpError): NotifyProblem {
  if (error.code === "EDNS") return "host_not_found";
  const original = Object.assign(new Error("smtp"), { code: error.originalCode ?? error.code });
  const failure = connectionFailureOf(original);
  if (failure) return failure;
  return ["EAUTH", "ENOAUTH", "ETLS", "EENVELOPE", "EPROTOCOL"].includes(error.code ?? "") ? "smtp_setup" : "no_answer";
}
