import { Banner, List } from "@shopify/polaris";
import type { RepairResult } from "../../orders/reconciliation/repair.ts";
import { leftWords } from "./repair-copy.ts";

/** What came of a repair that did not just go well; nothing when all did. */
export function RepairOutcome({ results, onDismiss }: { results: readonly RepairResult[]; onDismiss(): void }) {
  const left = leftWords(results);
  const [first, ...further] = left;
  if (!first) return null;
  return (
    <Banner tone="info" onDismiss={onDismiss}>
      {further.length === 0 ? (
        <p>{first.says}</p>
      ) : (
        <List>
          {left.map(({ id, says }) => (
            <List.Item key={id}>{says}</List.Item>
          ))}
        </List>
      )}
    </Banner>
  );
}
