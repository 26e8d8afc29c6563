import { Badge, BlockStack, Box, InlineStack, Text } from "@shopify/polaris";
import type { AccountTest, TestResult } from "../../settings/edit/test-account.ts";
import { misfitWords, unreadableWords } from "./connection-copy.ts";
import { When } from "../common/date-time.tsx";

const TRIED = { token: "Sign in with e-mail and password", orders: "Read orders" } as const;
const RESULTS = {
  fine: { tone: "success", says: "Works" },
  refused: { tone: "critical", says: "Refused" },
  unavailable: { tone: "warning", says: "Unavailable" },
} as const satisfies Record<TestResult, unknown>;

/** What a test of the print account tried, and how the print service answered. */
export function TestReport({ test }: { test: AccountTest }) {
  return (
    <Box background="bg-surface-secondary" padding="300" borderRadius="200" role="status">
      <BlockStack gap="200">
        {test.steps.map(({ what, result, tookMs }) => (
          <InlineStack key={what} gap="200" align="space-between" blockAlign="center">
            <Text as="span">{TRIED[what]}</Text>
            <InlineStack gap="200" blockAlign="center">
              <Text as="span" tone="subdued">
                {Math.round(tookMs)} ms
              </Text>
              <Badge tone={RESULTS[result].tone}>{RESULTS[result].says}</Badge>
            </InlineStack>
          </InlineStack>
        ))}
        {test.trouble && (
          <Text as="p">
            {test.trouble.kind === "setting" ? misfitWords(test.trouble.setting) : unreadableWords(test.trouble)}
          </Text>
        )}
        <Text as="p" tone="subdued" variant="bodySm">
          Tested <When at={test.at} />
        </Text>
      </BlockStack>
    </Box>
  );
}
