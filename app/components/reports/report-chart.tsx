import { BlockStack, Box, DataTable } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { Note, SmallNote, Subheading } from "../common/text.tsx";
import { COPY } from "./copy.ts";
import type { LineChart as LoadedChart, LineChartProps } from "./line-chart.client.tsx";

/** The room that a chart has, before it is there, too. */
const HEIGHT_PX = 260;

type LineChart = typeof LoadedChart;

/** The chart's code comes once the page is shown: a page without it says the same. */
function useLineChart(): LineChart | "loading" | "failed" {
  const [loaded, setLoaded] = useState<{ chart: LineChart | "loading" | "failed" }>({ chart: "loading" });
  useEffect(() => {
    let isShown = true;
    const show = (chart: LineChart | "failed") => isShown && setLoaded({ chart });
    void import("./line-chart.client.tsx").then(
      (file) => show(file.LineChart),
      () => show("failed"),
    );
    return () => {
      isShown = false;
    };
  }, []);
  return loaded.chart;
}

interface ReportChartProps extends LineChartProps {
  /** What the chart shows, in a sentence. */
  summary: string;
  /** Of the column with the points. */
  heading: string;
}

/** A chart, its sentence before it, and the table of the same figures behind it. */
export function ReportChart({ summary, heading, ...chart }: ReportChartProps) {
  const { title, points, series, format } = chart;
  const Chart = useLineChart();
  return (
    <BlockStack gap="200">
      <Subheading>{title}</Subheading>
      <Note>{summary}</Note>
      <div style={{ height: HEIGHT_PX }}>
        {Chart === "loading" && <SmallNote>{COPY.charts.loading}</SmallNote>}
        {Chart === "failed" && <Note>{COPY.charts.failed}</Note>}
        {typeof Chart === "function" && <Chart {...chart} />}
      </div>
      <details>
        <summary style={{ cursor: "pointer", minHeight: 24 }}>{COPY.charts.table(title)}</summary>
        <Box paddingBlockStart="200">
          <DataTable
            columnContentTypes={["text", ...series.map(() => "numeric" as const)]}
            headings={[heading, ...series.map(({ label }) => label)]}
            rows={points.map(({ at, values }) => [
              at,
              ...series.map(({ key }) => (values[key] == null ? COPY.figures.unknown : format(values[key]))),
            ])}
            increasedTableDensity
          />
        </Box>
      </details>
    </BlockStack>
  );
}
