import { BlockStack, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { useState } from "react";
import type { TriedOrders } from "../../settings-page/past-orders.ts";
import { formatNumber, pluralize } from "../common/format.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { SmallNote } from "../common/text.tsx";

const COPY = {
  try: "Try on the last 30 days",
  help: "Nothing is saved or sent.",
  none: "No orders to print were placed in the last 30 days.",
  examples: "For example:",
};

interface TriedWords {
  /** What would have become of the decided orders, e.g. `would have been held`. */
  would: string;
  /** A sentence of its own. */
  also?: string | null;
  /** Why orders can't be judged, e.g. `because …`. */
  unknown: string;
}

/** `12 of 340 orders of the last 30 days would have been held.` */
export function triedTexts({ orders, isCut, decided, unknown }: TriedOrders, words: TriedWords): string[] {
  const of = `${isCut ? "the newest " : ""}${pluralize(orders, "order")}`;
  return [
    orders === 0 ? COPY.none : `${formatNumber(decided)} of ${of} of the last 30 days ${words.would}.`,
    ...(words.also ? [words.also] : []),
    ...(unknown > 0 ? [`${pluralize(unknown, "order")} can't be judged, ${words.unknown}.`] : []),
  ];
}

interface Props<Answer extends { outcome: string }, Result extends TriedOrders> {
  /** What is tried, as one text: what was found for another one says nothing any longer. */
  typed: string;
  ask(): Promise<Answer | RequestFailed>;
  /** null: a field is wrong. */
  resultOf(answer: Answer): Result | null;
  texts(result: Result): string[];
  invalid: string;
  failed: string;
}

/** Tries a setting on past orders before it is saved: how many it would have concerned, and some of them. */
export function TryOnPastOrders<Answer extends { outcome: string }, Result extends TriedOrders = TriedOrders>(
  props: Props<Answer, Result>,
) {
  const { typed, ask, resultOf, texts, invalid, failed } = props;
  const [state, setState] = useState<"idle" | "busy" | Answer | RequestFailed>("idle");
  const [tried, setTried] = useState("");
  async function run(): Promise<void> {
    setState("busy");
    setTried(typed);
    setState(await ask());
  }
  const answer = typeof state === "object" && tried === typed ? state : null;
  const hasFailed = answer?.outcome === "failed";
  const result = answer && !hasFailed ? resultOf(answer as Answer) : null;
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Button onClick={() => void run()} loading={state === "busy"}>
        {COPY.try}
      </Button>
      <div aria-live="polite">
        {result ? (
          <BlockStack gap="100">
            {texts(result).map((text) => (
              <Text as="p" key={text}>
                {text}
              </Text>
            ))}
            {result.examples.length > 0 && (
              <InlineStack gap="200">
                <Text as="span">{COPY.examples}</Text>
                {result.examples.map(({ name, number }) => (
                  <Link key={number} url={`/app/orders/${number}`}>
                    {name}
                  </Link>
                ))}
              </InlineStack>
            )}
          </BlockStack>
        ) : (
          <SmallNote>{answer === null ? COPY.help : hasFailed ? failed : invalid}</SmallNote>
        )}
      </div>
    </BlockStack>
  );
}
