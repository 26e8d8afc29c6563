import { findAccessibilityViolations } from "./axe.testing.ts";
import { WIDTHS } from "./harness.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

/**
 * What axe finds on these pages, in the app and around it, and frames that are wider than their window. The admin around the
 * app is the same on each of the app's pages: the first one shows what is wrong with it.
 */
export async function findFaults(visitor: Visitor, pages: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [at, path] of pages.entries()) {
    await visitor.ensureOpen(path);
    const frames = visitor.page.frames();
    for (const frame of at > 0 && frames.length > 1 ? frames.filter((one) => one.parentFrame()) : frames) {
      const found = await findAccessibilityViolations(frame);
      faults.push(...found.map((fault) => `${path} ${frame.parentFrame() ? "(app)" : ""}: ${fault}`));
    }
    faults.push(...(await findOverflow(visitor, path)), ...(await findOverflowOnPhone(visitor, path)));
  }
  return faults;
}

async function findOverflow({ page }: Visitor, path: string): Promise<string[]> {
  const faults: string[] = [];
  for (const frame of page.frames()) {
    const [wide = 0, window = 0] = await frame.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    if (wide > window)
      faults.push(`${path} ${frame.parentFrame() ? "(app)" : ""}: is ${wide} px wide in a window of ${window} px`);
  }
  return faults;
}

/** The open page in a window as narrow as a phone's; the window has its own width again afterwards. */
async function findOverflowOnPhone(visitor: Visitor, path: string): Promise<string[]> {
  const before = visitor.page.viewportSize() ?? WIDTHS.desktop;
  if (before.width <= WIDTHS.phone.width) return [];
  await visitor.page.setViewportSize(WIDTHS.phone);
  for (const frame of [visitor.page.mainFrame(), await visitor.appFrame()]) await frame?.evaluate(nextFrames);
  const faults = await findOverflow(visitor, path);
  await visitor.page.setViewportSize(before);
  return faults;
}

/** React follows a change of the width in the next frames. A frame out of sight draws none, and would never answer. */
const nextFrames = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
  });
