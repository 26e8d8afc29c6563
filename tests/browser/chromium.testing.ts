import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext } from "playwright-core";
import { findBrowser } from "../../scripts/launcher/find-browser.ts";
import { until } from "../support/until.ts";

// Chromium says "HeadlessChrome" of itself, which the Shopify SDK takes for a robot.
const AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";

// Playwright switches off ThirdPartyStoragePartitioning, and with it the sessionStorage of the app's frame. The last
// list counts: this one leaves that feature as people have it.
const FEATURES_OFF = ["HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "OptimizationHints", "PaintHolding"];

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${FEATURES_OFF.join(",")}`,
];

/** Animations are frames that nobody looks at, and each takes CPU time. */
const VISITOR = { userAgent: AGENT, reducedMotion: "reduce" } as const;

interface Chromium {
  browser: Browser;
  close(): Promise<void>;
}

/** Opens a Chromium without a window. @throws Error that says how to get one */
async function openChromium(): Promise<Chromium> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error("There is no Chromium. Run `npm run setup`, or set CHROME_PATH.");
  const artifactsDir = await mkdtemp(join(tmpdir(), "inkbridge-browser-"));
  const browser = await chromium.launch({ executablePath, args: FLAGS, artifactsDir });
  const folder = await profileFolder(browser);
  const close = async (): Promise<void> => {
    await browser.close();
    // Playwright removes the folder after that, as it would its own for artifacts: a worker that ends meanwhile would leave them behind.
    await until("the folder of Chromium's profile is removed", () => !existsSync(folder));
    await rm(artifactsDir, { recursive: true, force: true });
  };
  return { browser, close };
}

async function profileFolder(browser: Browser): Promise<string> {
  const session = await browser.newBrowserCDPSession();
  const { commandLine } = await session.send("SystemInfo.getInfo");
  await session.detach();
  const [, folder] = /--user-data-dir=(.*?)(?: --|$)/.exec(commandLine) ?? [];
  if (!folder) throw new Error(`Chromium has no folder for its profile: ${commandLine}`);
  return folder;
}

/** Where visitors get their profile. */
export interface Profiles {
  next(): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** A new profile for each visitor, in a Chromium of its own. */
export async function separateProfiles(): Promise<Profiles> {
  const { browser, close } = await openChromium();
  return { next: () => browser.newContext(VISITOR), close };
}

let shared: Promise<Profiles> | null = null;

/**
 * One profile in one Chromium, for all that ask for it in this process: what the pages load is cached and compiled once. A page
 * stores nothing but in the sessionStorage of its tab.
 */
export const sharedProfile = (): Promise<Profiles> =>
  (shared ??= separateProfiles().then(({ next, close }) => {
    const profile = next();
    return { next: () => profile, close };
  }));
