import { BlockStack, Button, Card, InlineStack } from "@shopify/polaris";
import type { DryRunView } from "../../dry-run/read-dry-run.ts";
import { RunProgress } from "../common/run-progress.tsx";
import { CardHeading, Note } from "../common/text.tsx";
import { COPY } from "./copy.ts";

const text = COPY.progress;

/** How far a dry run is. */
export function ProgressCard({ run, busy, onCancel }: { run: DryRunView; busy: boolean; onCancel(): void }) {
  const { state, checked, total } = run;
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <div role="status">
            <CardHeading>{state === "listing" ? text.listing : text.checking(checked, total)}</CardHeading>
          </div>
          <Button loading={busy} onClick={onCancel}>
            {COPY.cancel}
          </Button>
        </InlineStack>
        <RunProgress done={checked} total={total} label={text.label} />
        <Note>{text.leave}</Note>
      </BlockStack>
    </Card>
  );
}
