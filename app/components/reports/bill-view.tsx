import {
  Badge,
  BlockStack,
  Box,
  Button,
  Card,
  InlineError,
  InlineGrid,
  InlineStack,
  Link,
  Page,
  Select,
  Text,
} from "@shopify/polaris";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useState, type ReactNode } from "react";
import {
  BILL_COLUMNS,
  BILL_RESULTS,
  type BillColumn,
  type BillColumns,
  type BillProblem,
  type BillResult,
  type ComparedRow,
} from "../../reports/bill/bill.ts";
import type { DateRange } from "../../settings/date-range.ts";
import type { BillAnswer, CheckedBill, UseAnswer } from "../../reports/bill/check-bill.ts";
import { MAX_REPORT_DAYS } from "../../reports/period.ts";
import { MessageBanner } from "../common/banners.tsx";
import { Form } from "../common/form.tsx";
import { CsvFileZone, fileRequest } from "../common/csv-file.tsx";
import { formatNumber } from "../common/format.ts";
import { showDenial } from "../common/request-failed.ts";
import { RangeForm } from "../common/range-form.tsx";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { useDenial, useShop } from "../common/shop-context.tsx";
import { CardHeading, Note, SmallNote, Strong, TitledCard } from "../common/text.tsx";
import { useDownload } from "../common/use-download.ts";
import { BILL, billProblemText, COLUMN_LABELS, money, RESULT_LABELS, RESULT_NOTES, rowNote } from "./bill-copy.ts";
import { COPY, RANGE_PROBLEMS } from "./copy.ts";

interface BillViewProps {
  /** What the print service bills in. */
  currency: string;
  /** YYYY-MM-DD in the store's time zone. */
  today: string;
}

/** Compares a bill with what was sent. The file stays in the browser, and is sent again for each step. */
export function BillView({ currency, today }: BillViewProps) {
  const check = useBillCheck();
  const { state } = check;
  const choosing = state.problem?.kind === "columns" ? state.problem : null;
  return (
    <Page title={BILL.title} subtitle={BILL.subtitle} backAction={{ content: BILL.back, url: "/app/reports" }}>
      <BlockStack gap="400">
        <FileCard check={check} currency={currency} />
        {choosing && (
          <ColumnsCard
            key={choosing.header.join()}
            {...choosing}
            busy={check.busy}
            onCompare={(columns) => check.compare({ columns })}
          />
        )}
        {state.bill && <Result check={check} bill={state.bill} today={today} />}
      </BlockStack>
    </Page>
  );
}

interface Choices {
  columns: BillColumns | null;
  range: DateRange | null;
}

interface CheckState {
  file: File | null;
  choices: Choices;
  bill: CheckedBill | null;
  problem: BillProblem | null;
  /** What to tell besides. */
  message: string | null;
}

const NO_CHOICES: Choices = { columns: null, range: null };
const NOTHING: CheckState = { file: null, choices: NO_CHOICES, bill: null, problem: null, message: null };

type BillCheck = ReturnType<typeof useBillCheck>;

function useBillCheck() {
  const appBridge = useAppBridge();
  const [state, setState] = useState(NOTHING);
  const [busy, setBusy] = useState<"compare" | "use" | null>(null);
  const file = useDownload(BILL.list.fileName);

  async function compare(change: Partial<Choices> = {}): Promise<void> {
    if (!state.file) return;
    const choices = { ...state.choices, ...change };
    setBusy("compare");
    const answer = await post<BillAnswer>("check", choices, state.file);
    setBusy(null);
    if (!answer) setState({ ...state, message: BILL.file.failed });
    else if (answer.outcome === "compared") setState({ ...NOTHING, file: state.file, choices, bill: answer.bill });
    else setState({ ...NOTHING, file: state.file, choices: NO_CHOICES, problem: answer.problem });
  }

  async function keepBilled(bill: CheckedBill): Promise<void> {
    if (!state.file) return;
    setBusy("use");
    const answer = await post<UseAnswer>("use", state.choices, state.file, { seen: bill.seen });
    setBusy(null);
    if (answer?.outcome === "used") {
      setState({ ...state, message: null });
      appBridge.toast.show(BILL.use.done(answer.count));
    } else setState({ ...state, message: answer ? BILL.use.changed : BILL.use.failed });
  }

  async function download(): Promise<void> {
    if (!state.file) return;
    const request = await fileRequest(state.file).catch(() => null);
    if (!request) return setState({ ...state, message: BILL.file.failed });
    await file.save(pathOf("check", state.choices, { file: "" }), request);
  }

  return {
    state,
    busy: busy !== null,
    doing: busy,
    choose: (chosen: File | null) => setState({ ...NOTHING, file: chosen, message: chosen ? null : BILL.file.notCsv }),
    compare: (change?: Partial<Choices>) => void compare(change),
    keepBilled: (bill: CheckedBill) => void keepBilled(bill),
    download: () => void download(),
    file,
  };
}

function pathOf(step: "check" | "use", { columns, range }: Choices, more: Record<string, string> = {}): string {
  const params = new URLSearchParams({ ...range, ...more });
  if (columns) params.set("columns", JSON.stringify(columns));
  return `/app/reports/bill/${step}?${params.toString()}`;
}

/** null: no answer came, or none that can be shown. */
async function post<Answer>(
  step: "check" | "use",
  choices: Choices,
  file: File,
  more?: Record<string, string>,
): Promise<Answer | null> {
  try {
    const answer = await fetch(pathOf(step, choices, more), await fileRequest(file));
    if (answer.status === 403) showDenial(await answer.json());
    return [200, 409, 422].includes(answer.status) ? ((await answer.json()) as Answer) : null;
  } catch {
    // The browser is offline, or the file was moved or is open elsewhere.
    return null;
  }
}

function FileCard({ check, currency }: { check: BillCheck; currency: string }) {
  const text = BILL.file;
  const { file, problem, message } = check.state;
  const choose = (_all: File[], accepted: File[]) => check.choose(accepted[0] ?? null);
  const told = problem ? billProblemText(problem) : message;
  return (
    <TitledCard title={text.title}>
      <Text as="p">{text.intro}</Text>
      <BlockStack gap="200">
        <CsvFileZone file={file} text={text} label={text.label} variableHeight disabled={check.busy} onDrop={choose} />
        <div role="status">{told && <InlineError message={told} fieldID="bill-file" />}</div>
        <Note>
          {text.currency(currency)} {text.kept}
        </Note>
      </BlockStack>
      <InlineStack>
        <Button
          variant="primary"
          disabled={!file || check.busy}
          loading={check.doing === "compare"}
          onClick={() => check.compare()}
        >
          {text.compare}
        </Button>
      </InlineStack>
    </TitledCard>
  );
}

interface ColumnsCardProps {
  header: string[];
  columns: BillColumns;
  missing?: ("order" | "amount")[];
  twice?: BillColumn[];
  busy: boolean;
  onCompare(columns: BillColumns): void;
}

const NONE = "";

/** Which column of the file has what, to be chosen where it was not recognized. */
function ColumnsCard(props: ColumnsCardProps) {
  return (
    <TitledCard title={BILL.columns.title}>
      <ColumnChoices {...props} />
    </TitledCard>
  );
}

function ColumnChoices({ header, columns, missing = [], twice = [], busy, onCompare }: ColumnsCardProps) {
  const text = BILL.columns;
  const [chosen, setChosen] = useState(columns);
  const options = [
    { value: NONE, label: text.none },
    ...header.map((title, place) => ({ value: String(place), label: title || text.unnamed(place) })),
  ];
  const lacksOrder = chosen.reference === null && chosen.serviceOrderId === null && chosen.orderName === null;
  const lacksAmount = chosen.total === null && chosen.base === null;
  const errorOf = (column: BillColumn): string | undefined => {
    if (column === "reference" && lacksOrder) return text.missing.order;
    if (column === "total" && lacksAmount) return text.missing.amount;
    return twice.includes(column) && chosen[column] === columns[column] ? text.twice : undefined;
  };
  return (
    <Form onSubmit={() => !lacksOrder && !lacksAmount && onCompare(chosen)}>
      <BlockStack gap="400">
        {(missing.length > 0 || twice.length > 0) && <Note>{text.intro}</Note>}
        <InlineGrid columns={{ xs: 1, sm: 2 }} gap="400" alignItems="start">
          {BILL_COLUMNS.map((column) => (
            <Select
              key={column}
              label={COLUMN_LABELS[column]}
              options={options}
              value={chosen[column] === null ? NONE : String(chosen[column])}
              error={errorOf(column)}
              onChange={(place) => setChosen({ ...chosen, [column]: place === NONE ? null : Number(place) })}
            />
          ))}
        </InlineGrid>
        <InlineStack>
          <Button submit disabled={lacksOrder || lacksAmount || busy}>
            {BILL.result.again}
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}

interface ResultProps {
  check: BillCheck;
  bill: CheckedBill;
}

function Result({ check, bill, today }: ResultProps & { today: string }) {
  const key = bill.range ? `${bill.range.from} ${bill.range.to}` : "";
  return (
    <>
      <SumsCard key={key} check={check} bill={bill} today={today} />
      <UseCard check={check} bill={bill} />
      <RowsCard check={check} bill={bill} />
    </>
  );
}

const TONES: Partial<Readonly<Record<BillResult, "critical" | "warning" | "success">>> = {
  other_price: "warning",
  billed_twice: "critical",
  not_found: "warning",
  never_billed: "warning",
  equal: "success",
};
const ResultBadge = ({ result }: { result: BillResult }) => <Badge tone={TONES[result]}>{RESULT_LABELS[result]}</Badge>;

const amount = (value: string | null, currency: string): ReactNode => (
  <Text as="span" alignment="end" numeric>
    {money(value, currency)}
  </Text>
);

function SumsCard({ check, bill, today }: ResultProps & { today: string }) {
  const text = BILL.result;
  const { sums, statedTotal, currency, total } = bill;
  const [showColumns, setShowColumns] = useState(false);
  return (
    <Card padding="0">
      <Box padding="400">
        <BlockStack gap="200">
          <CardHeading>{text.title}</CardHeading>
          <Text as="p">
            {text.rows(bill.fileRows)} {text.total(money(total, currency))}{" "}
            {statedTotal &&
              (statedTotal.isSame
                ? text.statedSame(statedTotal.row)
                : text.statedOther(statedTotal.row, money(statedTotal.amount, currency)))}
          </Text>
          <SmallNote>{text.expectedNote}</SmallNote>
        </BlockStack>
      </Box>
      <ResponsiveTable
        rows={sums}
        resource={text.resource}
        headings={[
          text.title,
          ...[text.count, text.billed, text.expected].map((title) => ({ title, alignment: "end" as const })),
        ]}
        idOf={({ result, currency: of }) => `${result} ${of}`}
        cells={(sum) => [
          <BlockStack key="result" gap="050" inlineAlign="start">
            <ResultBadge result={sum.result} />
            {RESULT_NOTES[sum.result] && <Explained text={RESULT_NOTES[sum.result] ?? ""} />}
          </BlockStack>,
          <Text key="count" as="span" alignment="end" numeric>
            {formatNumber(sum.count)}
          </Text>,
          amount(sum.billed, sum.currency),
          amount(sum.expected, sum.currency),
        ]}
        phone={(sum) => (
          <BlockStack gap="100">
            <InlineStack gap="200" align="space-between" blockAlign="center">
              <ResultBadge result={sum.result} />
              <Strong>{formatNumber(sum.count)}</Strong>
            </InlineStack>
            <SmallNote>
              {`${text.billed}: ${money(sum.billed, sum.currency)} · ${text.expected}: ${money(sum.expected, sum.currency)}`}
            </SmallNote>
            {RESULT_NOTES[sum.result] && <SmallNote>{RESULT_NOTES[sum.result]}</SmallNote>}
          </BlockStack>
        )}
      />
      <Box padding="400">
        <BlockStack gap="400">
          <Days check={check} bill={bill} today={today} />
          <InlineStack>
            <Button
              variant="plain"
              ariaExpanded={showColumns}
              disclosure={showColumns ? "up" : "down"}
              onClick={() => setShowColumns(!showColumns)}
            >
              {BILL.columns.change}
            </Button>
          </InlineStack>
          {showColumns && (
            <ColumnChoices
              header={bill.header}
              columns={bill.columns}
              busy={check.busy}
              onCompare={(columns) => check.compare({ columns })}
            />
          )}
        </BlockStack>
      </Box>
    </Card>
  );
}

/** Wraps where a table's cell would not. */
const Explained = ({ text }: { text: string }) => (
  <div style={{ whiteSpace: "normal", minWidth: "14rem" }}>
    <SmallNote>{text}</SmallNote>
  </div>
);

/** From when to when what was sent is looked for. */
function Days({ check, bill, today }: ResultProps & { today: string }) {
  const text = BILL.result;
  const { timezone } = useShop();
  return (
    <BlockStack gap="200">
      <RangeForm
        range={bill.range ?? { from: today, to: today }}
        today={today}
        maxDays={MAX_REPORT_DAYS}
        labels={{ from: text.sentFrom, to: text.sentTo }}
        problems={RANGE_PROBLEMS}
        action={text.again}
        disabled={check.busy}
        onSubmit={(range) => check.compare({ range })}
      />
      <Note>
        {bill.range ? text.days : text.noDays} {COPY.period.zone(timezone)}
      </Note>
    </BlockStack>
  );
}

function UseCard({ check, bill }: ResultProps) {
  const text = BILL.use;
  const denial = useDenial("settings");
  return (
    <TitledCard title={text.title}>
      <Text as="p">{bill.usable > 0 ? text.text(bill.usable) : text.none}</Text>
      {bill.usable > 0 && (
        <InlineStack>
          <Button
            disabled={denial !== undefined || check.busy}
            loading={check.doing === "use"}
            onClick={() => check.keepBilled(bill)}
          >
            {text.action(bill.usable)}
          </Button>
        </InlineStack>
      )}
      {denial && <Note>{denial}</Note>}
    </TitledCard>
  );
}

const ALL = "all";

/** The rows of one result, or of all. */
function RowsCard({ check, bill }: ResultProps) {
  const text = BILL.list;
  const [wanted, setWanted] = useState<string>(ALL);
  const count = (result: BillResult) =>
    bill.sums.filter((sum) => sum.result === result).reduce((sum, one) => sum + one.count, 0);
  const present = BILL_RESULTS.filter((result) => count(result) > 0);
  const shownOf = present.filter(
    (result) => wanted === ALL || result === wanted || !present.some((one) => one === wanted),
  );
  const rows = shownOf.flatMap((result) => bill.rows.filter((row) => row.result === result));
  const all = shownOf.reduce((sum, result) => sum + count(result), 0);
  const order = (row: ComparedRow): ReactNode =>
    row.order ? <Link url={`/app/orders/${row.order.orderNumber}`}>{row.order.orderName}</Link> : "–";
  const remarks = (row: ComparedRow): string =>
    [row.order ? text.sent(row.order.sentDay) : "", row.problem || row.candidates.length > 0 ? rowNote(row) : ""]
      .filter(Boolean)
      .join(". ");
  const name = (row: ComparedRow): ReactNode => (
    <div style={{ whiteSpace: "normal", overflowWrap: "anywhere", minWidth: "9rem" }}>
      <Text as="span">{row.named || "–"}</Text>
      {row.rows.length > 0 && <SmallNote>{text.row(row.rows)}</SmallNote>}
    </div>
  );
  return (
    <Card padding="0">
      <Box padding="400">
        <BlockStack gap="400">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <CardHeading>{text.title}</CardHeading>
            <Button loading={check.file.busy} disabled={check.busy} onClick={check.download}>
              {text.download}
            </Button>
          </InlineStack>
          {check.file.failed && (
            <MessageBanner tone="critical" text={text.downloadFailed} onDismiss={check.file.dismiss} />
          )}
          <Select
            label={text.filter}
            labelInline
            options={[
              { value: ALL, label: text.all },
              ...present.map((result) => ({
                value: result,
                label: `${RESULT_LABELS[result]} (${formatNumber(count(result))})`,
              })),
            ]}
            value={present.some((one) => one === wanted) ? wanted : ALL}
            onChange={setWanted}
          />
        </BlockStack>
      </Box>
      <ResponsiveTable
        rows={rows}
        resource={text.resource}
        headings={[
          text.resultHeading,
          text.named,
          text.order,
          ...[BILL.result.billed, BILL.result.expected, BILL.result.difference].map((title) => ({
            ...{ title, alignment: "end" as const },
          })),
        ]}
        idOf={(row) => `${row.result} ${row.rows.join()} ${row.order?.reference ?? ""} ${row.currency}`}
        empty={text.empty}
        emptyPadding="800"
        cells={(row) => [
          <ResultBadge key="result" result={row.result} />,
          name(row),
          <BlockStack key="order">
            {order(row)}
            {remarks(row) && <Explained text={remarks(row)} />}
          </BlockStack>,
          amount(row.billed, row.currency),
          amount(row.expected, row.currency),
          amount(row.difference, row.currency),
        ]}
        phone={(row) => (
          <BlockStack gap="100">
            <InlineStack gap="200" align="space-between" blockAlign="center">
              {order(row)}
              <ResultBadge result={row.result} />
            </InlineStack>
            {name(row)}
            <SmallNote>
              {[
                `${BILL.result.billed}: ${money(row.billed, row.currency)}`,
                `${BILL.result.expected}: ${money(row.expected, row.currency)}`,
                `${BILL.result.difference}: ${money(row.difference, row.currency)}`,
              ].join(" · ")}
            </SmallNote>
            {remarks(row) && <SmallNote>{remarks(row)}</SmallNote>}
          </BlockStack>
        )}
      />
      {all > rows.length && (
        <Box padding="300">
          <Note>{text.shown(rows.length, all)}</Note>
        </Box>
      )}
    </Card>
  );
}
