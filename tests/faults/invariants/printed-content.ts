import { combine as combinePeriods, periodsBetween, type Timeline } from "../content/timeline.ts";
import type { NeededWord, ProviderOrderFacts, ShopifyLine, ShopifyOrderFacts } from "../facts/facts.ts";
import { combine, checkEach, type Invariant } from "./invariant.ts";

/**
 * How long the app may take from its last read of an order until the service has the order: a process may freeze on the way,
 * and answers are slow. What changes meanwhile, the app cannot know. Milliseconds.
 */
const READ_UNTIL_PRINTED_MS = 20_000;

/** What is wrong with an order at the print service, against what the merchant saw last before it was sent; empty: nothing. */
export function contentErrors(order: ShopifyOrderFacts, made: ProviderOrderFacts): string[] {
  const window = { from: new Date(made.at.getTime() - READ_UNTIL_PRINTED_MS), to: made.at };
  const recipients = periodsBetween(order.recipients, window.from, window.to);
  const errors: string[] = [];
  if (!recipients.some(({ value }) => sameFields(value, made.recipient))) errors.push("another recipient or address");
  if (!periodsBetween(order.methods, window.from, window.to).some(({ value }) => value === made.method))
    errors.push(`another shipping method: ${made.method}`);
  errors.push(...missingWords(order.words, order, window));
  const units = new Map<string, number>();
  for (const { quantity, ...content } of made.items) {
    const text = JSON.stringify(content);
    const lines = order.lines.filter(({ contents }) =>
      periodsBetween(contents, window.from, window.to).some(({ value }) => value && sameFields({ ...value }, content)),
    );
    const count = (units.get(text) ?? 0) + quantity;
    units.set(text, count);
    errors.push(...itemErrors(order, lines, { text, count, window }));
  }
  return errors.map((error) => `${made.reference}: ${error}`);
}

interface Printed {
  text: string;
  /** Of this content, in this order at the print service, up to here. */
  count: number;
  window: Window;
}

interface Window {
  from: Date;
  to: Date;
}

function itemErrors(
  order: ShopifyOrderFacts,
  lines: readonly ShopifyLine[],
  { text, count, window }: Printed,
): string[] {
  if (lines.length === 0) return [`no line is to be printed as ${text}; ${contentsAround(order, window)}`];
  const wanted = lines.reduce((sum, line) => sum + mostWanted(line, window), 0);
  if (count > wanted) return [`${count} of ${text}, ${wanted} wanted at most`];
  const perLine = lines.map((line) => missingWords(line.words, order, window));
  return perLine.some((missing) => missing.length === 0) ? [] : (perLine[0] ?? []);
}

/** What the lines were to be printed as, and when: tells a late answer of staff from a wrong print. */
const contentsAround = ({ lines }: ShopifyOrderFacts, { to }: Window): string =>
  `sent ${to.toISOString()}, wanted ` +
  lines
    .flatMap(({ contents }) => contents)
    .map(
      ({ value, from, until }) =>
        `from ${from.toISOString()} until ${until?.toISOString() ?? "now"} ${JSON.stringify(value)}`,
    )
    .join(", ");

/** What was ordered, without what another app's service had, or as many of it as staff wanted printed then. */
const mostWanted = ({ maxWanted, limits, atService }: ShopifyLine, { from, to }: Window): number =>
  Math.max(
    ...periodsBetween(
      combinePeriods(limits, atService, (limit, others) => Math.min(maxWanted - others, limit ?? maxWanted)),
      from,
      to,
    ).map(({ value }) => value),
  );

/** What somebody had to say, and nobody did. */
function missingWords(
  words: readonly Timeline<NeededWord | null>[],
  { given }: ShopifyOrderFacts,
  { from, to }: Window,
): string[] {
  return words.flatMap((timeline) => {
    const inForce = periodsBetween(timeline, from, to);
    const needed = inForce.flatMap(({ value }) => value ?? []);
    // For a moment nothing was needed: the order may have been read then.
    if (needed.length < inForce.length) return [];
    const isGiven = needed.some(({ basis, approvals }) =>
      timeline.some(
        (period) =>
          period.value?.basis === basis &&
          given.some(
            ({ value, from: clicked, until }) =>
              approvals.includes(value) &&
              clicked <= to &&
              periodsBetween([period], clicked, until && until < to ? until : to).length > 0,
          ),
      ),
    );
    if (isGiven) return [];
    return needed.slice(0, 1).map(({ approvals: [approval], basis }) => `without ${approval ?? `an end of: ${basis}`}`);
  });
}

const sameFields = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

export const printedAsSeen: Invariant = {
  number: 14,
  statement: "SKU, artwork, note, address and method at the service are those that the merchant saw last.",
  check(facts) {
    const orders = new Map(facts.shopifyOrders.map((order) => [order.key, order]));
    return combine(
      ...facts.providerOrders.map((made) => {
        const order = orders.get(made.orderKey ?? "");
        return order
          ? { ...checkEach(contentErrors(order, made), (error) => error), count: made.items.length + 1 }
          : { count: 0, violations: [] };
      }),
    );
  },
};
