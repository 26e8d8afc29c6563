import { Banner, List } from "@shopify/polaris";
import type { RepairResult } from "../../orders/reconciliation/repair.ts";
import { remainingMessages } from "./repair-copy.ts";

/** What came of a repair that did not just go well; nothing when all did. */
export function RepairOutcomeBanner({ results, onDismiss }: { results: readonly RepairResult[]; onDismiss(): void }) {
  const remaining = remainingMessages(results);
  const [first, ...others] = remaining;
  if (!first) return null;
  return (
    <Banner tone="info" onDismiss={onDismiss}>
      {others.length === 0 ? (
        <p>{first.message}</p>
      ) : (
        <List>
          {remaining.map(({ id, message }) => (
            <List.Item key={id}>{message}</List.Item>
          ))}
        </List>
      )}
    </Banner>
  );
}
