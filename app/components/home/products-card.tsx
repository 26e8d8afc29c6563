import { BlockStack, InlineStack, Link, List, ProgressBar, Text } from "@shopify/polaris";
import { coveragePercent, unitsToPrint, type PrintCoverage } from "../../catalog/coverage-figures.ts";
import type { Home } from "../../home/home.ts";
import { gidNumber } from "../../ports/gid.ts";
import { SmallNote, Subheading } from "../common/text.tsx";
import { TitledCard } from "../common/titled-card.tsx";
import { COPY, GAP_COPY } from "./copy.ts";

const text = COPY.products;

/** How much of what is sold prints without a person; then one line with a link for each thing that staff can fix. */
export function ProductsCard({ products }: { products: Home["products"] }) {
  const steps = nextSteps(products);
  const percent = coveragePercent(products.coverage);
  if (percent === null && steps.length === 0) return null;
  return (
    <TitledCard title={text.title}>
      {percent !== null && <Coverage coverage={products.coverage} percent={percent} />}
      {steps.length > 0 && (
        <BlockStack gap="200">
          <Subheading>{text.steps}</Subheading>
          <List gap="extraTight">
            {steps.map(({ key, sentence, link, url }) => (
              <List.Item key={key}>
                {sentence}{" "}
                <Link url={url} accessibilityLabel={`${link}: ${sentence}`}>
                  {link}
                </Link>
              </List.Item>
            ))}
          </List>
        </BlockStack>
      )}
    </TitledCard>
  );
}

function Coverage({ coverage, percent }: { coverage: PrintCoverage; percent: number }) {
  const { automatic, notPrinted, limited } = coverage;
  return (
    <BlockStack gap="200">
      <InlineStack gap="200" blockAlign="baseline">
        <Text as="p" variant="headingLg" id="print-coverage">
          {text.percent(percent)}
        </Text>
        <Text as="p">{text.units(automatic, unitsToPrint(coverage))}</Text>
      </InlineStack>
      <ProgressBar progress={percent} size="small" tone="primary" animated={false} ariaLabelledBy="print-coverage" />
      <SmallNote>
        {text.period(limited)} {notPrinted > 0 && text.notPrinted(notPrinted)}
      </SmallNote>
    </BlockStack>
  );
}

interface Step {
  key: string;
  sentence: string;
  link: string;
  url: string;
}

/** What was sold comes first, then what changed in Shopify. */
function nextSteps({ copies, ...products }: Home["products"]): Step[] {
  const { coverage, changed, deleted, unmappedSiblings, fileReplaced, fileUnreadable } = products;
  const { gaps } = coverage;
  const sold = (Object.keys(GAP_COPY) as (keyof typeof GAP_COPY)[])
    .filter((gap) => gaps[gap] > 0)
    .map((gap) => ({ ...GAP_COPY[gap], key: gap, sentence: GAP_COPY[gap].sentence(gaps[gap]) }));
  const ofMappings = [
    {
      ...text.fileUnreadable,
      key: "fileUnreadable",
      count: fileUnreadable,
      sentence: text.fileUnreadable.sentence(fileUnreadable, gaps.file_unreadable),
    },
    {
      ...text.fileReplaced,
      key: "fileReplaced",
      count: fileReplaced,
      sentence: text.fileReplaced.sentence(fileReplaced, gaps.file_replaced),
    },
    { ...text.changed, key: "changed", count: changed, sentence: text.changed.sentence(changed, gaps.variant_changed) },
    { ...text.deleted, key: "deleted", count: deleted, sentence: text.deleted.sentence(deleted) },
    {
      ...text.unmappedSiblings,
      key: "unmappedSiblings",
      count: unmappedSiblings,
      sentence: text.unmappedSiblings.sentence(unmappedSiblings),
    },
  ].filter(({ count }) => count > 0);
  const shown = copies.slice(0, MAX_COPIES_SHOWN).map(({ gid, title, original }) => ({
    key: gid,
    sentence: text.copy.sentence(title, original.title),
    link: text.copy.link,
    url: `/app/products/${gidNumber(gid)}`,
  }));
  return [...sold, ...ofMappings, ...shown];
}

/** More appear once these are mapped or marked. */
const MAX_COPIES_SHOWN = 3;
