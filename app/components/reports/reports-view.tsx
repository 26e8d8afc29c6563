import {
  Badge,
  BlockStack,
  Box,
  Button,
  Card,
  Divider,
  EmptyState,
  InlineGrid,
  InlineStack,
  Link,
  Page,
  Select,
  Tabs,
  Text,
} from "@shopify/polaris";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useNavigate, useNavigation } from "@remix-run/react";
import { useState, type ReactNode } from "react";
import {
  BREAKDOWN_SORTS,
  BREAKDOWNS,
  COUNT_FIGURES,
  DAY_PERIODS,
  isRunning,
  MAX_REPORT_DAYS,
  MAX_ROWS,
  MONEY_FIGURES,
  monthBefore,
  ROWS_STEP,
  writeReportQuery,
  type BreakdownSort,
  type ReportPeriod,
  type ReportQuery,
} from "../../reports/period.ts";
import type { ExportFormat, ExportOf } from "../../reports/export.ts";
import type { BreakdownRow, Compared, Report, SeriesPoint } from "../../reports/report.ts";
import { MessageBanner } from "../common/banners.tsx";
import emptyImage from "../common/empty-orders.svg";
import { formatMoney, formatNumber, pluralize } from "../common/format.ts";
import { RangeForm } from "../common/range-form.tsx";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { useShop } from "../common/shop-context.tsx";
import { CardHeading, Note, SmallNote, Strong, Subdued, Subheading, TitledCard } from "../common/text.tsx";
import { useDownload } from "../common/use-download.ts";
import {
  BREAKDOWN_LABELS,
  changeText,
  COPY,
  COUNT_LABELS,
  formatDay,
  formatFigure,
  formatMonth,
  METHOD_NAMES,
  MONEY_LABELS,
  RANGE_PROBLEMS,
  SORT_LABELS,
  STAGE_LABELS,
  type Unit,
} from "./copy.ts";
import { ReportChart } from "./report-chart.tsx";

interface ReportsViewProps {
  period: ReportPeriod;
  query: ReportQuery;
  /** null: nothing was ever counted, or the range is none. */
  report: Report | null;
  /** Of how many orders at most a median is. */
  medianOrders: number;
}

/** What came in, went out and was earned in a period, beside the period before. */
export function ReportsView({ period, query, report, medianOrders }: ReportsViewProps) {
  const open = useReportAddress(period, query);
  const header = { title: COPY.title, subtitle: COPY.subtitle };
  if (!report && !period.problem) {
    const { title, text, action } = COPY.none;
    return (
      <Page {...header}>
        <Card>
          <EmptyState heading={title} image={emptyImage} action={{ content: action, url: "/app" }}>
            <p>{text}</p>
          </EmptyState>
        </Card>
      </Page>
    );
  }
  return (
    <Page {...header}>
      <BlockStack gap="400">
        {report?.isCounting && <MessageBanner tone="info" {...COPY.counting} />}
        <PeriodCard key={`${period.range.from} ${period.range.to}`} period={period} report={report} open={open} />
        {report && (
          <>
            <OrdersCard report={report} medianOrders={medianOrders} />
            <MoneyCard report={report} />
            <BreakdownCard report={report} query={query} open={open} />
            <BillingCard report={report} />
            <ExportCard period={period} query={query} />
          </>
        )}
      </BlockStack>
    </Page>
  );
}

interface Address {
  (period: Partial<Pick<ReportPeriod, "choice" | "range">>, query?: Partial<ReportQuery>): void;
}

/** Opens the page with another period, or other rows. What is looked at stays where it is. */
function useReportAddress(period: ReportPeriod, query: ReportQuery): Address {
  const navigate = useNavigate();
  return (otherPeriod, other = {}) => {
    const params = writeReportQuery({ ...period, ...otherPeriod }, { ...query, rows: ROWS_STEP, ...other });
    navigate(`/app/reports?${params.toString()}`, { preventScrollReset: true });
  };
}

const useIsLoading = () => useNavigation().state === "loading";

interface PeriodCardProps {
  period: ReportPeriod;
  report: Report | null;
  open: Address;
}

const MONTHS_OFFERED = 13;

function PeriodCard({ period, report, open }: PeriodCardProps) {
  const { timezone } = useShop();
  const isLoading = useIsLoading();
  const text = COPY.period;
  const { range, before, today } = period;
  const [choice, setChoice] = useState(period.choice);
  const months = [today.slice(0, 7)];
  while (months.length < MONTHS_OFFERED) months.push(monthBefore(months.at(-1) ?? today));
  // An older month comes by its address.
  if (/^\d{4}-/.test(period.choice) && !months.includes(period.choice)) months.push(period.choice);
  const options = [
    ...Object.entries(DAY_PERIODS)
      .toSorted(([, one], [, other]) => one - other)
      .map(([value, days]) => ({ value, label: value === "today" ? text.today : text.days(days) })),
    ...months.map((value) => ({ value, label: formatMonth(value) })),
    { value: "own", label: text.own },
  ];
  const onChoice = (chosen: string) => {
    setChoice(chosen);
    if (chosen !== "own") open({ choice: chosen });
  };
  return (
    <Card>
      <BlockStack gap="300">
        <InlineGrid columns={{ xs: 1, sm: 2 }} gap="400">
          <Select label={text.label} options={options} value={choice} onChange={onChoice} />
          {report && report.currencies.length > 1 && (
            <Select
              label={text.currency}
              options={report.currencies}
              value={report.currency}
              onChange={(currency) => open({}, { currency })}
            />
          )}
        </InlineGrid>
        {choice === "own" && (
          <RangeForm
            {...{ range, today }}
            maxDays={MAX_REPORT_DAYS}
            labels={text}
            problems={RANGE_PROBLEMS}
            action={text.apply}
            loading={isLoading}
            onSubmit={(own) => open({ choice: "own", range: own })}
          />
        )}
        {!period.problem && (
          <BlockStack gap="100">
            <Text as="p" variant="headingSm">
              {text.range(range.from, range.to)}
            </Text>
            <Note>
              {text.comparedWith(text.range(before.from, before.to))} {isRunning(period) && `${text.running} `}
              {text.zone(timezone)}
            </Note>
            {report && before.from < report.firstDay && <Note>{text.firstDay(report.firstDay)}</Note>}
          </BlockStack>
        )}
      </BlockStack>
    </Card>
  );
}

function Figure({ label, value, unit }: { label: string; value: Compared; unit: Unit }) {
  const missing = unit === "days" ? COPY.figures.none : COPY.figures.unknown;
  return (
    <BlockStack gap="050">
      <Subheading>{label}</Subheading>
      <Text as="p" variant="headingLg" breakWord>
        {value.now === null ? missing : formatFigure(value.now, unit)}
      </Text>
      <SmallNote>{changeText(value, unit)}</SmallNote>
    </BlockStack>
  );
}

/** How the points of a chart are called. */
const pointLabel = ({ seriesOf }: Report, at: string): string =>
  seriesOf === "months" ? formatMonth(at) : formatDay(at);

function largest(series: readonly SeriesPoint[], of: (point: SeriesPoint) => number): SeriesPoint | null {
  return series.reduce<SeriesPoint | null>((most, one) => (of(one) > (most ? of(most) : 0) ? one : most), null);
}

function OrdersCard({ report, medianOrders }: { report: Report; medianOrders: number }) {
  const text = COPY.figures;
  const { counts, stages, series } = report;
  const most = largest(series, ({ orders }) => orders);
  const charts = COPY.charts;
  return (
    <TitledCard title={text.title}>
      <InlineGrid columns={{ xs: 2, md: 4 }} gap="400">
        {COUNT_FIGURES.map((key) => (
          <Figure key={key} label={COUNT_LABELS[key]} value={counts[key]} unit="count" />
        ))}
      </InlineGrid>
      <SmallNote>{`${COUNT_LABELS.problems}: ${text.problemsNote}`}</SmallNote>
      <ReportChart
        title={charts.orders}
        heading={report.seriesOf === "months" ? charts.month : charts.day}
        summary={
          most
            ? charts.summary(
                pluralize(Number(counts.orders.now), "order"),
                formatNumber(most.orders),
                pointLabel(report, most.at),
              )
            : charts.empty(COUNT_LABELS.orders)
        }
        points={series.map(({ at, orders, sent, shipped }) => ({
          at: pointLabel(report, at),
          values: { orders: String(orders), sent: String(sent), shipped: String(shipped) },
        }))}
        series={(["orders", "sent", "shipped"] as const).map((key) => ({ key, label: COUNT_LABELS[key] }))}
        format={formatCount}
      />
      <Divider />
      <BlockStack gap="200">
        <Subheading>{text.stages}</Subheading>
        <InlineGrid columns={{ xs: 1, sm: 3 }} gap="400">
          {(["waiting", "at_provider", "shipped"] as const).map((stage) => (
            <Figure key={stage} label={STAGE_LABELS[stage]} value={stages[stage]} unit="days" />
          ))}
        </InlineGrid>
        <SmallNote>{text.stagesNote(medianOrders)}</SmallNote>
      </BlockStack>
    </TitledCard>
  );
}

const formatCount = (value: string): string => formatNumber(Number(value));

function MoneyCard({ report }: { report: Report }) {
  const { currency, known, coverage, money, series } = report;
  const text = COPY.money;
  const charts = COPY.charts;
  const format = (amount: string) => formatMoney(amount, currency);
  const best = largest(series, ({ revenue }) => Number(revenue ?? 0));
  const unknown = [
    ...(known.unknownSales > 0 ? [text.unknownSales(known.unknownSales)] : []),
    ...(known.unknownCost > 0 ? [text.unknownCost(known.unknownCost)] : []),
  ];
  const estimated = known.estimated > 0 ? [text.estimated(known.estimated)] : [];
  return (
    <TitledCard title={`${text.title} (${currency})`}>
      <InlineGrid columns={{ xs: 2, md: 3 }} gap="400">
        {MONEY_FIGURES.map((key) => (
          <Figure
            key={key}
            label={MONEY_LABELS[key]}
            value={money[key]}
            unit={key === "margin" ? "percent" : { currency }}
          />
        ))}
      </InlineGrid>
      <BlockStack gap="100">
        <SmallNote>{text.note}</SmallNote>
        {unknown.length + estimated.length > 0 && (
          <InlineStack gap="200" blockAlign="center">
            {unknown.map((words) => (
              <Badge key={words} tone="attention">
                {words}
              </Badge>
            ))}
            {estimated.map((words) => (
              <Badge key={words} tone="info">
                {words}
              </Badge>
            ))}
          </InlineStack>
        )}
        {(unknown.length > 0 || coverage) && (
          <SmallNote>
            {unknown.length > 0 && `${text.notCounted} `}
            {coverage && text.coverage(format(coverage.counted), format(coverage.revenue))}
          </SmallNote>
        )}
      </BlockStack>
      <ReportChart
        title={`${charts.money} (${currency})`}
        heading={report.seriesOf === "months" ? charts.month : charts.day}
        summary={
          best
            ? charts.summary(
                `${charts.revenue}: ${format(report.revenue)}`,
                format(best.revenue ?? "0"),
                pointLabel(report, best.at),
              )
            : charts.empty(charts.revenue)
        }
        points={series.map(({ at, revenue, cost, profit }) => ({
          at: pointLabel(report, at),
          values: { revenue, cost, profit },
        }))}
        series={[
          { key: "revenue", label: charts.revenue },
          { key: "cost", label: MONEY_LABELS.cost },
          { key: "profit", label: MONEY_LABELS.profit },
        ]}
        format={format}
      />
    </TitledCard>
  );
}

function BillingCard({ report: { billing, currency } }: { report: Report }) {
  const text = COPY.billing;
  const { sent, unbilled, unknown } = billing;
  const amounts = [
    { label: text.quoted, amount: billing.quoted },
    { label: text.quotedOfBilled, amount: billing.quotedOfBilled },
    { label: text.billed, amount: billing.billed },
    { label: text.difference, amount: billing.difference },
  ];
  return (
    <TitledCard title={text.title}>
      {sent === 0 ? (
        <Note>{text.none}</Note>
      ) : (
        <>
          <InlineGrid columns={{ xs: 2, md: 4 }} gap="400">
            {amounts.map(({ label, amount }) => (
              <BlockStack key={label} gap="050">
                <Subheading>{label}</Subheading>
                <Text as="p" variant="headingMd" breakWord>
                  {formatMoney(amount, currency)}
                </Text>
              </BlockStack>
            ))}
          </InlineGrid>
          <Note>
            {text.unbilled(unbilled, sent)} {unknown > 0 && text.unknown(unknown)}
          </Note>
        </>
      )}
      <SmallNote>{text.note}</SmallNote>
      <InlineStack>
        <Button url="/app/reports/bill">{text.check}</Button>
      </InlineStack>
    </TitledCard>
  );
}

/** The period as files, in rows of print orders and of months. */
function ExportCard({ period, query }: Pick<ReportsViewProps, "period" | "query">) {
  const text = COPY.export;
  const appBridge = useAppBridge();
  const file = useDownload("report.csv", () => appBridge.toast.show(text.done));
  const [saving, setSaving] = useState("");
  const save = (of: ExportOf, format: ExportFormat) => {
    const params = writeReportQuery(period, query);
    params.set("of", of);
    params.set("format", format);
    setSaving(`${of} ${format}`);
    void file.save(`/app/reports/export?${params.toString()}`);
  };
  const rows = [
    { of: "print_orders", name: text.printOrders, note: text.printOrdersNote },
    { of: "months", name: text.months, note: text.monthsNote },
  ] as const;
  return (
    <TitledCard title={text.title}>
      {file.failed && <MessageBanner tone="critical" text={text.failed} onDismiss={file.dismiss} />}
      {rows.map(({ of, name, note }) => (
        <BlockStack key={of} gap="200">
          <Subheading>{name}</Subheading>
          <Note>{note}</Note>
          <InlineStack gap="200">
            {(["csv", "xlsx"] as const).map((format) => (
              <Button
                key={format}
                accessibilityLabel={text.label(name, format.toUpperCase())}
                disabled={file.busy}
                loading={file.busy && saving === `${of} ${format}`}
                onClick={() => save(of, format)}
              >
                {format.toUpperCase()}
              </Button>
            ))}
          </InlineStack>
        </BlockStack>
      ))}
    </TitledCard>
  );
}

interface BreakdownCardProps {
  report: Report;
  query: ReportQuery;
  open: Address;
}

/** The figures of each product, variant, country or shipping method. */
function BreakdownCard({ report, query, open }: BreakdownCardProps) {
  const text = COPY.breakdown;
  const { breakdown, breakdownTotal, currency } = report;
  const { by, sort, rows } = query;
  const isLoading = useIsLoading();
  const counts = by === "product" || by === "variant" ? "items" : "orders";
  const format = (amount: string | null) => (amount === null ? COPY.figures.unknown : formatMoney(amount, currency));
  const name = ({ name: title, key, url }: BreakdownRow): ReactNode => {
    const shown = title === "" ? text.noName[by] : by === "method" ? (METHOD_NAMES[title] ?? title) : title;
    return url ? (
      <Link url={url} removeUnderline key={key}>
        {shown}
      </Link>
    ) : (
      shown
    );
  };
  const profit = (row: BreakdownRow): ReactNode => (
    <InlineStack gap="100" align="end" blockAlign="center" wrap={false}>
      {row.profit?.startsWith("-") && <Badge tone="critical">{text.loss}</Badge>}
      {row.profit === null ? <Subdued>{COPY.figures.unknown}</Subdued> : <Strong>{format(row.profit)}</Strong>}
    </InlineStack>
  );
  const margin = (row: BreakdownRow) => (row.margin === null ? "–" : `${row.margin}%`);
  const remarks = (row: BreakdownRow) => [
    ...(row.unknown > 0 ? [text.without(row.unknown)] : []),
    ...(row.estimated > 0 ? [COPY.money.estimated(row.estimated)] : []),
  ];
  return (
    <Card padding="0">
      <Box padding="400" paddingBlockEnd="0">
        <CardHeading>{text.title}</CardHeading>
      </Box>
      <Tabs
        tabs={BREAKDOWNS.map((one) => ({ id: `by-${one}`, panelID: "breakdown", content: BREAKDOWN_LABELS[one] }))}
        selected={BREAKDOWNS.indexOf(by)}
        onSelect={(index) => open({}, { by: BREAKDOWNS[index] ?? by })}
      >
        <Box paddingInline="300" paddingBlock="200">
          <Select
            label={text.sort}
            labelInline
            options={BREAKDOWN_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
            value={sort}
            onChange={(chosen: BreakdownSort) => open({}, { sort: chosen })}
          />
        </Box>
        <ResponsiveTable
          rows={breakdown}
          resource={text.resource}
          headings={[
            BREAKDOWN_LABELS[by],
            ...[text[counts], text.revenue, text.cost, text.fees, text.profit, text.margin].map((title) => ({
              ...{ title, alignment: "end" as const },
            })),
          ]}
          idOf={({ key }) => `${by} ${key}`}
          empty={text.empty}
          emptyPadding="800"
          cells={(row) => [
            <BlockStack key="name">
              {name(row)}
              {remarks(row).length > 0 && <SmallNote>{remarks(row).join(", ")}</SmallNote>}
            </BlockStack>,
            ...[formatNumber(row[counts]), format(row.revenue), format(row.cost), format(row.fees)].map((cell, at) => (
              <Text key={at} as="span" alignment="end" numeric>
                {cell}
              </Text>
            )),
            profit(row),
            <Text key="margin" as="span" alignment="end" numeric>
              {margin(row)}
            </Text>,
          ]}
          phone={(row) => (
            <BlockStack gap="100">
              <InlineStack gap="200" align="space-between" blockAlign="start">
                {name(row)}
                {profit(row)}
              </InlineStack>
              <SmallNote>
                {[
                  `${text[counts]}: ${formatNumber(row[counts])}`,
                  `${text.revenue}: ${format(row.revenue)}`,
                  `${text.cost}: ${format(row.cost)}`,
                  `${text.fees}: ${format(row.fees)}`,
                  `${text.margin}: ${margin(row)}`,
                  ...remarks(row),
                ].join(" · ")}
              </SmallNote>
            </BlockStack>
          )}
        />
        {breakdownTotal > breakdown.length && (
          <Box padding="300">
            <InlineStack gap="300" align="center" blockAlign="center">
              <Subdued>{text.shown(breakdown.length, breakdownTotal)}</Subdued>
              {rows < MAX_ROWS && (
                <Button loading={isLoading} onClick={() => open({}, { rows: rows + ROWS_STEP })}>
                  {text.more}
                </Button>
              )}
            </InlineStack>
          </Box>
        )}
      </Tabs>
    </Card>
  );
}
