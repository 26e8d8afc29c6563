import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { openSandbox, type Sandbox } from "../../sandbox/open.ts";
import { readOptions } from "../../sandbox/options.ts";
import { separateProfiles, type Profiles } from "./chromium.testing.ts";
import { newVisitor, type Visitor } from "./visitor.testing.ts";

export const WIDTHS = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;
export type Width = keyof typeof WIDTHS;

export interface BrowserHarnessOptions {
  /** false: the app is not installed yet, no print account is connected and nothing is mapped; the items are there. */
  setUp?: boolean;
  /** The app runs from its sources. */
  dev?: boolean;
  /** Versions of the print service's interface that are served. */
  interfaces?: Sandbox["interfaces"];
  /** Settings of the app, over those of the sandbox. */
  env?: Readonly<Record<string, string>>;
  /** DATABASE_URL is among them, and that database has the newest schema already. */
  isMigrated?: boolean;
  /**
   * Visitors have one tab, one after the other, and open pages from where the one before them was: a tab that loads the app anew
   * takes five times the CPU time.
   */
  keepTab?: boolean;
  /** Profiles that outlive the harness; without them, each visitor has their own, in a browser of the harness. */
  profiles?: Profiles;
  /** Output of the app, line by line. */
  onLine?(line: string): void;
}

/** A sandbox of its own on free ports, whose production line moves on request only, and visitors. */
export interface BrowserHarness {
  sandbox: Sandbox;
  newPage(width: Width): Promise<Visitor>;
  /** Address of a page of the app inside the admin, e.g. `/app/orders`. */
  appAddress(path: string): string;
  close(): Promise<void>;
}

export async function openBrowserHarness(options: BrowserHarnessOptions = {}): Promise<BrowserHarness> {
  const dataFolder = await mkdtemp(join(tmpdir(), "inkbridge-harness-"));
  const plain = readOptions([], { appPort: 0, shopifyPort: 0, printPort: 0, productionSpeed: 0 });
  const [sandbox, profiles] = await Promise.all([
    openSandbox({ ...plain, ...options, dataFolder, onStep: () => undefined }),
    options.profiles ?? separateProfiles(),
  ]);
  let kept: Visitor | null = null;
  const close = async (): Promise<void> => {
    // A page of a browser that stays would go on asking for news.
    await kept?.page.close();
    if (profiles !== options.profiles) await profiles.close();
    await sandbox.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  const appAddress = (path: string) => `${sandbox.shopifyUrl}/store/${DEV_SHOP.split(".")[0]}/apps/inkbridge${path}`;
  const newPage = async (width: Width): Promise<Visitor> => {
    if (kept && !kept.page.isClosed()) {
      await kept.page.setViewportSize(WIDTHS[width]);
      return kept;
    }
    const visitor = await newVisitor(await profiles.next(), WIDTHS[width], appAddress);
    if (options.keepTab) kept = visitor;
    return visitor;
  };
  return { sandbox, newPage, appAddress, close };
}
