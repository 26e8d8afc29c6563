import { Badge, Banner, BlockStack, Box, Button, Card, InlineStack, Page, SkeletonBodyText } from "@shopify/polaris";
import { explainShopResult } from "./check-copy.ts";
import type { ShopResult } from "../../diagnostics/findings.ts";
import { COPY as COMMON } from "../common/copy.ts";
import type { UnknownAnswerRow } from "../../diagnostics/unknown-answers.ts";
import { formatNumber } from "../common/format.ts";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { DateTime } from "../common/date-time.tsx";
import { useSupportUrl } from "../common/shop-context.tsx";
import { CardHeading, Note, SmallNote, Subheading } from "../common/text.tsx";
import { BADGES, COPY } from "./copy.ts";
import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { RequestFailed } from "../common/request-failed.ts";

/** What works and what does not, each with what it means and the button that fixes it. */
export function DiagnosticsView({ unknownAnswers }: { unknownAnswers: readonly UnknownAnswerRow[] }) {
  const { results, failed, running, run } = useChecks();
  return (
    <Page
      title={COPY.title}
      subtitle={COPY.subtitle}
      primaryAction={{ content: COPY.run, onAction: run, loading: running }}
      backAction={{ content: COMMON.home, url: "/app" }}
    >
      <BlockStack gap="400">
        {failed && <Banner tone="critical" title={COPY.failed} action={{ content: COMMON.tryAgain, onAction: run }} />}
        {running && !results && <Running />}
        {results && <Results results={results} running={running} onRun={run} />}
        {unknownAnswers.length > 0 && <UnknownAnswers rows={unknownAnswers} />}
      </BlockStack>
    </Page>
  );
}

/** As high as the window, as the results are: what is below them comes into sight with none. */
function Running() {
  return (
    <Box minHeight="100vh">
      <Card>
        <BlockStack gap="400">
          <div role="status">
            <Note>{COPY.running}</Note>
          </div>
          <SkeletonBodyText lines={10} />
        </BlockStack>
      </Card>
    </Box>
  );
}

/** Fields that the print service answered with and nobody knew: for the operator, who learns what its interface has. */
function UnknownAnswers({ rows }: { rows: readonly UnknownAnswerRow[] }) {
  const text = COPY.unknownAnswers;
  return (
    <Card padding="0">
      <Box padding="400">
        <BlockStack gap="100">
          <CardHeading>{text.heading}</CardHeading>
          <Note>{text.note}</Note>
        </BlockStack>
      </Box>
      <ResponsiveTable
        rows={rows}
        resource={text.resource}
        headings={[...text.columns]}
        idOf={keyOf}
        phonePadding="400"
        cells={({ operation, path, type, answers, lastSeenAt }) => [
          ...[operation, path, type, formatNumber(answers)],
          <DateTime key="at" at={lastSeenAt} />,
        ]}
        phone={({ operation, path, type, lastSeenAt }) => (
          <BlockStack gap="100">
            <Subheading breakWord>{path}</Subheading>
            <Note>
              {operation}, {type}, <DateTime at={lastSeenAt} />
            </Note>
          </BlockStack>
        )}
      />
    </Card>
  );
}

const keyOf = ({ operation, path, type }: UnknownAnswerRow): string => JSON.stringify([operation, path, type]);

interface Controls {
  running: boolean;
  onRun(): void;
}

function Results({ results, ...controls }: Controls & { results: readonly ShopResult[] }) {
  const countOf = (tone: ShopResult["finding"]["tone"]) =>
    results.filter(({ finding }) => finding.tone === tone).length;
  return (
    <Card padding="0">
      <Box padding="400">
        <BlockStack gap="100">
          <CardHeading>{COPY.heading}</CardHeading>
          <div role="status">
            <Note>{COPY.summary(countOf("failed"), countOf("warning"))}</Note>
          </div>
        </BlockStack>
      </Box>
      {results.map((result) => (
        <Check key={result.check} result={result} {...controls} />
      ))}
    </Card>
  );
}

function Check({ result, running, onRun }: Controls & { result: ShopResult }) {
  const { label, text, action } = explainShopResult(result, useSupportUrl());
  const { tone } = result.finding;
  const badge = BADGES[tone];
  const mayPassNow = tone === "failed" || tone === "unknown";
  return (
    <Box padding="400" borderBlockStartWidth="025" borderColor="border">
      <BlockStack gap="200">
        <InlineStack gap="200" align="space-between" blockAlign="center">
          <Subheading>{label}</Subheading>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </InlineStack>
        <Note>{text}</Note>
        {(action || mayPassNow) && (
          <InlineStack gap="400" blockAlign="center">
            {action && (
              <Button url={action.url} target={targetOf(action.url)}>
                {action.content}
              </Button>
            )}
            {mayPassNow && (
              <Button variant="plain" onClick={onRun} disabled={running} accessibilityLabel={`${COPY.again}: ${label}`}>
                {COPY.again}
              </Button>
            )}
          </InlineStack>
        )}
        <SmallNote>
          {COPY.checked} <DateTime at={result.at} />
        </SmallNote>
      </BlockStack>
    </Box>
  );
}

/** Pages of Shopify's admin replace the app; pages outside and emails open beside it. */
function targetOf(url: string): "_top" | "_blank" | undefined {
  if (url.startsWith("shopify://")) return "_top";
  return url.startsWith("/") ? undefined : "_blank";
}

type Answer = { outcome: "checked"; results: ShopResult[] } | RequestFailed;

/** The checks, run once the page is shown, and again on demand. */
function useChecks() {
  const { submit, data, state } = useFetcher<Answer>();
  const run = () => submit({}, { method: "POST", action: "/app/diagnostics/run", encType: "application/json" });
  useEffect(run, [submit]);
  return {
    results: data?.outcome === "checked" ? data.results : undefined,
    failed: state === "idle" && data?.outcome === "failed",
    // Before the first answer, too: the page from the server shows what it is about to do.
    running: state !== "idle" || !data,
    run,
  };
}
