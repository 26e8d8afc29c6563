import type { Frame, Page } from "playwright-core";

/** What a person notices of a page: milliseconds until its largest text or picture is painted, and how far it shifts. */
export interface PageVitals {
  lcp: number;
  cls: number;
}

/** Of a page that has loaded, before anything is done on it. */
export async function vitalsOf(frame: Frame): Promise<PageVitals> {
  const [paints, shifts] = [await entries(frame, "largest-contentful-paint"), await entries(frame, "layout-shift")];
  const lcp = paints.at(-1)?.startTime;
  if (lcp === undefined) throw new Error(`the browser reports no largest paint of ${frame.url()}`);
  return { lcp, cls: shifts.reduce((sum, shift) => sum + (shift.hadRecentInput ? 0 : (shift.value ?? 0)), 0) };
}

/**
 * Uses the page as anybody might, by a click and by keys, in a field where there is one: the longest time from an input
 * until the next paint, in milliseconds.
 */
export async function interact(page: Page, frame: Frame): Promise<number> {
  // Before the first input: the browser keeps only slow ones (104 ms) for an observer that comes later.
  await frame.evaluate(() => {
    const inputs: number[] = [];
    Object.assign(window, { benchInputs: inputs });
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) inputs.push(duration);
    });
    for (const type of ["first-input", "event"])
      observer.observe({ type, durationThreshold: 16 } as PerformanceObserverInit);
  });
  await frame.locator("body").click({ position: { x: 2, y: 2 } });
  const field = frame.locator("input[type=text]:visible, input[type=search]:visible, textarea:visible").first();
  if ((await field.count()) > 0) {
    await field.focus();
    await page.keyboard.type("abc");
    for (let at = 0; at < 3; at += 1) await page.keyboard.press("Backspace");
  }
  for (let at = 0; at < 5; at += 1) await page.keyboard.press("Tab");
  // The entry of an input comes after the paint that follows it.
  await frame.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))));
  const inputs = await frame.evaluate(() => (window as unknown as { benchInputs: number[] }).benchInputs);
  if (inputs.length === 0) throw new Error(`the browser reports no input on ${frame.url()}`);
  return Math.max(...inputs);
}

interface Entry {
  startTime: number;
  value?: number;
  hadRecentInput?: boolean;
}

/** What the browser has recorded so far. */
function entries(frame: Frame, type: string): Promise<Entry[]> {
  return frame.evaluate(
    (observed) =>
      new Promise<Entry[]>((resolve) => {
        const seen: Entry[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const one of list.getEntries() as unknown as Entry[]) {
            const { startTime, value, hadRecentInput } = one;
            seen.push({ startTime, value, hadRecentInput });
          }
        });
        observer.observe({ type: observed, buffered: true });
        // Buffered entries come in a task of their own.
        setTimeout(() => {
          observer.disconnect();
          resolve(seen);
        }, 100);
      }),
    type,
  );
}
