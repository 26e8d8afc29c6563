import { afterAll, beforeEach, expect, test } from "vitest";
import { freePort } from "../../scripts/launcher/free-port.ts";
import { createInbox } from "../../sandbox/inbox/inbox.ts";
import { slowness } from "../../tests/support/slowness.ts";
import { createSendEmail, type SmtpConfig } from "./send-email.server.ts";

const inbox = await createInbox();
afterAll(() => inbox.close());
beforeEach(() => inbox.clear());

const SMTP: SmtpConfig = {
  host: "127.0.0.1",
  port: inbox.smtpPort,
  login: null,
  tls: "none",
  from: "A <a@ink.example>",
};
const message = {
  ...{ id: "1", to: "kim@shop.example", subject: "Zwölf Aufträge\r\nBcc: all@shop.example", text: "Grüße" },
  stopUrl: "https://app.ink.example/notifications/stop/x",
};
const withSmtp = (over: Partial<SmtpConfig>) => createSendEmail({ ...SMTP, ...over }, { timeoutMs: 1_500 * slowness });

test("an email arrives as it was written, at its recipient alone", async () => {
  expect(await withSmtp({}).email(message)).toMatchObject({ outcome: "sent", status: 250 });
  expect(inbox.mails()).toMatchObject([{ from: "a@ink.example", to: "kim@shop.example", text: "Grüße\n" }]);
  expect(inbox.mails()[0]?.headers).not.toHaveProperty("bcc");
  expect(inbox.mails()[0]?.headers).toMatchObject({
    "list-unsubscribe": "<https://app.ink.example/notifications/stop/x>",
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    "auto-submitted": "auto-generated",
  });
});

test.each<[string, Partial<SmtpConfig>]>([
  ["offers no encryption, where it is required", { tls: "starttls" }],
  ["takes no login, where one is set", { login: { user: "ink", password: "secret" } }],
])("nothing is sent to a mail server that %s", async (_, over) => {
  const { email, checkEmail } = withSmtp(over);
  expect(await email(message)).toMatchObject({ outcome: "not_processed", problem: "smtp_setup" });
  expect(await checkEmail()).toBe("smtp_setup");
  expect(inbox.mails()).toEqual([]);
});

test("a mail server that is away, or speaks no SMTP, gets the email later", async () => {
  const refused = withSmtp({ port: await freePort() });
  expect(await refused.email(message)).toMatchObject({ outcome: "not_processed", problem: "connection_refused" });
  expect(await refused.checkEmail()).toBe("connection_refused");
  const web = withSmtp({ port: Number(new URL(inbox.url).port) });
  expect(await web.email(message)).toMatchObject({ outcome: "not_processed" });
  expect(await withSmtp({}).checkEmail()).toBeNull();
});

test("a server that says nothing once it has the message may have it, and one that says nothing before has not", async () => {
  inbox.mailFaults.set("time_out", 1);
  expect(await withSmtp({}).email(message)).toEqual({ outcome: "uncertain", problem: "no_answer" });
  inbox.mailFaults.set("lose_answer", 1);
  expect(await withSmtp({}).email(message)).toEqual({ outcome: "uncertain", problem: "no_answer" });
  expect(inbox.mails()).toHaveLength(1);
});
