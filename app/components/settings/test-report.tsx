import { Badge, BlockStack, Box, InlineStack, Text } from "@shopify/polaris";
import type { AccountTest } from "../../settings-page/test-account.ts";
import { COPY, unreadableMessage, wrongSettingMessage } from "./copy.ts";
import { DateTime } from "../common/date-time.tsx";
import { SmallNote, Subdued } from "../common/text.tsx";

const { steps: STEP_LABELS, results: RESULTS, connectionFailures: CONNECTION_FAILURES, duration, tested } = COPY.test;

/** The steps of a connection test, with the print service's answers. */
export function TestReport({ test }: { test: AccountTest }) {
  return (
    <Box background="bg-surface-secondary" padding="300" borderRadius="200" role="status">
      <BlockStack gap="200">
        {test.steps.map(({ what, result, tookMs }) => (
          <InlineStack key={what} gap="200" align="space-between" blockAlign="center">
            <Text as="span">{STEP_LABELS[what]}</Text>
            <InlineStack gap="200" blockAlign="center">
              <Subdued>{duration(tookMs)}</Subdued>
              <Badge tone={RESULTS[result].tone}>{RESULTS[result].label}</Badge>
            </InlineStack>
          </InlineStack>
        ))}
        {test.connectionFailure && <Text as="p">{CONNECTION_FAILURES[test.connectionFailure]}</Text>}
        {test.problem && (
          <Text as="p">
            {test.problem.kind === "setting"
              ? wrongSettingMessage(test.problem.setting)
              : unreadableMessage(test.problem)}
          </Text>
        )}
        <SmallNote>
          {tested} <DateTime at={test.at} />
        </SmallNote>
      </BlockStack>
    </Box>
  );
}
