import type { BrowserContext, Frame, FrameLocator, Page, ViewportSize } from "playwright-core";
import { slowness } from "../support/slowness.ts";

/** How long a visitor waits for what a page shows in the end. Playwright takes it wherever a test names no other limit. */
export const shown = { timeout: 30_000 * slowness };

/** A person at a browser. */
export interface Visitor {
  page: Page;
  /** The app, inside the admin. */
  app: FrameLocator;
  /** What the browser had to say: errors and warnings of the console, uncaught errors, failed requests. */
  browserErrors: string[];
  /**
   * Opens a page of the app inside the admin (`/app/orders`), or any full address, and waits until it can be used. From another
   * page of the app, it navigates as the admin's menu does.
   */
  visit(pathOrAddress: string): Promise<void>;
  /** Opens such a page, unless it is the open one. */
  ensureOpen(pathOrAddress: string): Promise<void>;
  /** Waits until the page has what it asked for. */
  settle(): Promise<void>;
  /** The app's frame, for what has to run in it; null on a page that is not the admin's. */
  appFrame(): Promise<Frame | null>;
}

const IDLE_LIMIT_MS = 5_000 * slowness;
/** Shorter than Playwright's half a second of silence: what a page asks for, it asks for in the frames after it is hydrated. */
const QUIET_MS = 150 * slowness;
/** After so long, a page that was asked to navigate is asked again. */
const NAVIGATION_MS = 2_000 * slowness;
/** Less often than with each frame, as Playwright would ask. */
const POLLING_MS = 50;
const FRAME = 'iframe[title="Inkbridge"]';

/** @param appAddress where a page of the app is inside the admin */
export async function newVisitor(
  profile: BrowserContext,
  viewport: ViewportSize,
  appAddress: (path: string) => string,
): Promise<Visitor> {
  const page = await profile.newPage();
  page.setDefaultTimeout(shown.timeout);
  await page.setViewportSize(viewport);
  const waitUntilQuiet = watchRequests(page);
  const appFrame = async (): Promise<Frame | null> => (await page.$(FRAME))?.contentFrame() ?? null;
  const addressOf = (where: string) => (where.startsWith("http") ? where : appAddress(where));
  const load = async (where: string): Promise<void> => {
    await page.goto(addressOf(where), { waitUntil: "load" });
    await (await appFrame())?.waitForFunction(isHydrated, undefined, { polling: POLLING_MS });
    // What the page asks for automatically shall be there, too; a page that looks for news never rests.
    await waitUntilQuiet();
  };
  const visit = async (where: string): Promise<void> => {
    const frame = opensOtherPage(page.url(), where) ? await appFrame() : null;
    if (!frame) return load(where);
    // A page that is not hydrated yet hears nothing of it.
    do await frame.evaluate(navigate, where);
    while (!(await arrives(page, addressOf(where))));
    await waitUntilQuiet();
  };
  return {
    page,
    app: page.frameLocator(FRAME),
    browserErrors: browserErrorsOf(page),
    appFrame,
    visit,
    settle: waitUntilQuiet,
    async ensureOpen(where) {
      if (page.url() !== addressOf(where)) await visit(where);
    },
  };
}

/** Whether this is another page of the app, not the open one with other parameters or another address. */
const opensOtherPage = (address: string, where: string): boolean =>
  where.startsWith("/") && !new URL(address).pathname.endsWith(where.replace(/\?.*$/, ""));

const arrives = (page: Page, address: string): Promise<boolean> =>
  page.waitForURL(address, { timeout: NAVIGATION_MS }).then(
    () => true,
    () => false,
  );

/** Navigates in the app's frame as the admin's menu does: without loading again. */
function navigate(href: string): void {
  const link = document.createElement("a");
  link.setAttribute("href", href);
  document.body.append(link);
  link.dispatchEvent(new CustomEvent("shopify:navigate", { bubbles: true }));
  link.remove();
}

/** Whether React has taken over the page: what is clicked before that may be lost. */
function isHydrated(): boolean {
  return document.body !== null && Object.keys(document.body).some((key) => key.startsWith("__reactFiber$"));
}

/** The returned function waits until no request has been under way for a moment, or gives up. */
function watchRequests(page: Page): () => Promise<void> {
  let underWay = 0;
  let changed = (): void => undefined;
  const count = (by: number) => () => {
    underWay = Math.max(0, underWay + by);
    changed();
  };
  page.on("request", count(1)).on("requestfinished", count(-1)).on("requestfailed", count(-1));
  return () =>
    new Promise((resolve) => {
      let quiet: NodeJS.Timeout | undefined;
      const end = () => {
        changed = () => undefined;
        clearTimeout(quiet);
        clearTimeout(limit);
        resolve();
      };
      const limit = setTimeout(end, IDLE_LIMIT_MS);
      changed = () => {
        clearTimeout(quiet);
        quiet = underWay === 0 ? setTimeout(end, QUIET_MS) : undefined;
      };
      changed();
    });
}

/** What Remix logs, or leaves uncaught, of an answer that it drops itself because the next navigation came. */
const DROPPED_ANSWER = "AbortError: BodyStreamBuffer was aborted";

function browserErrorsOf(page: Page): string[] {
  const browserErrors: string[] = [];
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (message.text().startsWith(DROPPED_ANSWER)) return;
    browserErrors.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => {
    const text = error.stack ?? error.message;
    if (!text.startsWith(DROPPED_ANSWER)) browserErrors.push(`not caught: ${text}`);
  });
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "failed";
    // A page that is left breaks off what it still asked for.
    if (why !== "net::ERR_ABORTED") browserErrors.push(`${why}: ${request.method()} ${request.url()}`);
  });
  return browserErrors;
}
