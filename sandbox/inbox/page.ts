import { documentOf } from "../pages/document.ts";
import { html, type Html } from "../pages/html.ts";
import { HOOK_FAULTS, MAIL_FAULTS } from "./faults.ts";
import type { Mail } from "./mail-server.ts";

/** A message that came to the webhook inbox. */
export interface HookPost {
  id: number;
  /** ISO 8601, UTC. */
  at: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

interface State {
  mails: readonly Mail[];
  posts: readonly HookPost[];
  mailFaults: { fault: string; times: number }[];
  hookFaults: { fault: string; times: number }[];
}

const page = (title: string, content: Html): Html =>
  documentOf({
    title: `${title} · Inbox`,
    scripts: ["/inbox.js"],
    body: html`<main class="stack" style="max-width:960px;margin:0 auto;padding:16px">${content}</main>`,
  });

const time = (at: string): string => `${at.slice(11, 19)} UTC`;

/** Mails and webhook messages, the newest first, and what can be made to go wrong. */
export function inboxPage(state: State, smtpPort: number): Html {
  const mails = [...state.mails].reverse();
  const posts = [...state.posts].reverse();
  return page(
    "Messages",
    html`<h1>Inbox</h1>
      <p class="subdued">
        Emails of the app come here (SMTP 127.0.0.1:${smtpPort}), and what it posts to https://hooks.example/… Nothing
        is delivered to anybody.
      </p>
      <section class="card stack">
        <h2>Emails</h2>
        ${
          mails.length === 0
            ? html`<p class="subdued">No emails yet.</p>`
            : html`<ul class="stack close">
                ${mails.map(
                  (mail) =>
                    html`<li>
                      <a href="/mails/${mail.id}">${mail.subject}</a>
                      <p class="subdued">To ${mail.to} · ${time(mail.at)}</p>
                    </li>`,
                )}
              </ul>`
        }
        ${faultForm("mail", MAIL_FAULTS, state.mailFaults)}
      </section>
      <section class="card stack">
        <h2>Webhook messages</h2>
        ${
          posts.length === 0
            ? html`<p class="subdued">No messages yet.</p>`
            : html`<ul class="stack close">
                ${posts.map(
                  (post) =>
                    html`<li>
                      <pre style="white-space:pre-wrap;overflow-wrap:anywhere;margin:0">${textOf(post)}</pre>
                      <p class="subdued">
                        ${post.headers["x-forwarded-host"] ?? ""}${post.path} · ${time(post.at)} ·
                        ${post.headers["webhook-signature"] ? "signed" : "not signed"}
                      </p>
                    </li>`,
                )}
              </ul>`
        }
        ${faultForm("hook", HOOK_FAULTS, state.hookFaults)}
      </section>
      <form method="post" action="/do/clear"><button class="button">Empty the inbox</button></form>`,
  );
}

function faultForm(channel: string, faults: Record<string, string>, pending: State["mailFaults"]): Html {
  return html`<form method="post" action="/do/fault" class="row" style="align-items:end">
    <input type="hidden" name="channel" value="${channel}" />
    <label class="row"
      >The next message:
      <select name="fault">
        ${Object.entries(faults).map(([fault, label]) => html`<option value="${fault}">${label}</option>`)}
      </select></label
    >
    <button class="button">Set</button>
    ${pending.map(({ fault, times }) => html`<span class="subdued">${faults[fault]} (${times} left)</span>`)}
  </form>`;
}

function textOf({ body }: HookPost): string {
  try {
    const { text } = JSON.parse(body) as { text?: unknown };
    return typeof text === "string" ? text : body;
  } catch {
    return body;
  }
}

/** One mail. Its links can be pressed; those into Shopify's admin lead to the stand-in. */
export function mailPage(mail: Mail | undefined, shopifyUrl: string | undefined): Html {
  if (!mail)
    return page(
      "Not found",
      html`<h1>No such email</h1>
        <a href="/">Inbox</a>`,
    );
  const rows = [
    ["From", mail.from],
    ["To", mail.to],
    ["List-Unsubscribe", mail.headers["list-unsubscribe"] ?? "–"],
  ];
  return page(
    mail.subject,
    html`<p><a href="/">Inbox</a></p>
      <h1>${mail.subject}</h1>
      <section class="card stack">
        ${rows.map(
          ([name, value]) => html`<p style="overflow-wrap:anywhere"><span class="subdued">${name}:</span> ${value}</p>`,
        )}
        <pre style="white-space:pre-wrap;overflow-wrap:anywhere;margin:0;font:inherit">
${withLinks(mail.text, shopifyUrl)}</pre>
      </section>`,
  );
}

const LINK = /(https?:\/\/[^\s>]+)/;

const withLinks = (text: string, shopifyUrl: string | undefined): (Html | string)[] =>
  text.split(LINK).map((part) => (LINK.test(part) ? html`<a href="${inSandbox(part, shopifyUrl)}">${part}</a>` : part));

/** `https://admin.shopify.com/store/x/apps/<client id>/app` → the stand-in's page with the app. */
const inSandbox = (url: string, shopifyUrl: string | undefined): string =>
  shopifyUrl
    ? url.replace(/^https:\/\/admin\.shopify\.com(\/store\/[^/]+\/apps\/)[^/]+/, `${shopifyUrl}$1inkbridge`)
    : url;

/** Shows what came since the page was loaded. */
export const LIVE_SCRIPT = `
setInterval(async () => {
  if (document.visibilityState !== "visible" || document.activeElement?.closest("form")) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  const main = document.querySelector("main");
  if (main && fresh && main.innerHTML !== fresh.innerHTML) main.replaceWith(fresh);
}, 2000);
`;
