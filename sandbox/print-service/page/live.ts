/** In the browser: updates the page while it is open, and submits forms without leaving it. */
import { morph } from "./morph.ts";

const EVERY_MS = 2_000;
const NOTICE_MS = 8_000;
const main = document.getElementById("main");
// A form's answer is newer than a refresh that was requested before it.
let version = 0;
// A second click before the answer must not send a second parcel.
const submitting = new WeakSet<HTMLFormElement>();

/** The part of a page that changes. */
function show(text: string, keepNotice: boolean): void {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("main");
  const notice = document.getElementById("notice");
  if (!main || !fresh) return;
  if (keepNotice && notice) fresh.querySelector("#notice")?.replaceChildren(...notice.cloneNode(true).childNodes);
  morph(main, fresh);
}

/** null, with a message on top of the page, when no page came. */
async function pageOf(response: Promise<Response>): Promise<string | null> {
  const answer = await response.catch(() => null);
  const text = answer?.headers.get("content-type")?.startsWith("text/html") ? await answer.text() : null;
  document.body.classList.toggle("away", text === null);
  return text;
}

async function refresh(): Promise<void> {
  if (document.visibilityState !== "visible") return;
  const startVersion = version;
  const text = await pageOf(fetch(location.href));
  if (text !== null && startVersion === version) show(text, true);
}

async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  version += 1;
  const pairs = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]);
  const text = await pageOf(fetch(form.action, { method: "POST", body: new URLSearchParams(pairs) }));
  version += 1;
  if (text === null) return;
  show(text, false);
  const worked = !document.querySelector("#notice .notice-bad");
  if (worked) form.reset();
  hideNoticeLater();
}

/** A success message closes automatically; an error message stays. */
function hideNoticeLater(): void {
  const successNotice = document.querySelector("#notice .notice-good");
  const startVersion = version;
  if (successNotice) setTimeout(() => startVersion === version && successNotice.remove(), NOTICE_MS);
}

addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement)) return;
  event.preventDefault();
  const form = event.target;
  if (submitting.has(form)) return;
  submitting.add(form);
  void send(form, event.submitter).finally(() => submitting.delete(form));
});

async function poll(): Promise<void> {
  await refresh();
  setTimeout(() => void poll(), EVERY_MS);
}

const clean = new URL(location.href);
clean.searchParams.delete("notice");
history.replaceState(null, "", clean);
hideNoticeLater();
addEventListener("visibilitychange", () => void refresh());
setTimeout(() => void poll(), EVERY_MS);
