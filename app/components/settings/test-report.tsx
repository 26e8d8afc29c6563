import { Badge, BlockStack, Box, InlineStack, Text } from "@shopify/polaris";
import type { AccountTest, TestResult } from "../../settings/edit/test-account.ts";
import { wrongSettingMessage, unreadableMessage } from "./connection-copy.ts";
import { DateTime } from "../common/date-time.tsx";

const STEP_LABELS = { token: "Sign in with e-mail and password", orders: "Read orders" } as const;
const RESULTS = {
  fine: { tone: "success", label: "Works" },
  rejected: { tone: "critical", label: "Refused" },
  unavailable: { tone: "warning", label: "Unavailable" },
} as const satisfies Record<TestResult, unknown>;

/** What a test of the print account tried, and how the print service answered. */
export function TestReport({ test }: { test: AccountTest }) {
  return (
    <Box background="bg-surface-secondary" padding="300" borderRadius="200" role="status">
      <BlockStack gap="200">
        {test.steps.map(({ what, result, tookMs }) => (
          <InlineStack key={what} gap="200" align="space-between" blockAlign="center">
            <Text as="span">{STEP_LABELS[what]}</Text>
            <InlineStack gap="200" blockAlign="center">
              <Text as="span" tone="subdued">
                {Math.round(tookMs)} ms
              </Text>
              <Badge tone={RESULTS[result].tone}>{RESULTS[result].label}</Badge>
            </InlineStack>
          </InlineStack>
        ))}
        {test.problem && (
          <Text as="p">
            {test.problem.kind === "setting"
              ? wrongSettingMessage(test.problem.setting)
              : unreadableMessage(test.problem)}
          </Text>
        )}
        <Text as="p" tone="subdued" variant="bodySm">
          Tested <DateTime at={test.at} />
        </Text>
      </BlockStack>
    </Box>
  );
}
