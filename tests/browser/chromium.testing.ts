import { chromium, type Browser } from "playwright-core";
import { findBrowser } from "../../scripts/launcher/find-browser.ts";

// Chromium says "HeadlessChrome" of itself, which the Shopify SDK takes for a robot.
export const AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";

// Playwright switches off ThirdPartyStoragePartitioning, and with it the sessionStorage of the app's frame. The last
// list counts: this one leaves that feature as people have it.
const FEATURES_OFF = ["HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "OptimizationHints", "PaintHolding"];

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${FEATURES_OFF.join(",")}`,
];

/** Opens a Chromium without a window. @throws Error that says how to get one */
export async function openChromium(): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error("There is no Chromium. Run `npm run setup`, or set CHROME_PATH.");
  return chromium.launch({ executablePath, args: FLAGS });
}
