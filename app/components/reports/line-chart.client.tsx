import { CartesianGrid, Legend, Line, LineChart as Chart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";

/** One line: its values by point, and how one of them is read. */
interface ChartSeries {
  key: string;
  label: string;
}

export interface LineChartProps {
  title: string;
  /** `at`: the label of the point; `values`: decimal strings, by the key of the series; null: not known, a gap in the line. */
  points: readonly { at: string; values: Readonly<Record<string, string | null>> }[];
  series: readonly ChartSeries[];
  format(value: string): string;
}

/** Told apart by their dashes, too; each has a contrast of more than 5 to 1. */
const STROKES = [
  { stroke: "#005bd3" },
  { stroke: "#8a1f5c", strokeDasharray: "8 4" },
  { stroke: "#0c5132", strokeDasharray: "2 3" },
];
const TEXT = { fill: "#616161", fontSize: 12 };
const MAX_DOTS = 31;
const compact = new Intl.NumberFormat("en-US", { notation: "compact" });

/** Of a day: the page names the years of its period. */
const withoutYear = (at: string): string => at.replace(/, \d{4}$/, "");

/** Lines that a keyboard walks along with the arrow keys. Nothing moves. */
export function LineChart({ title, points, series, format }: LineChartProps) {
  // Numbers are for drawing alone: what is read is the amount itself.
  const data = points.map(({ at, values }) => ({
    ...{ at, values },
    ...Object.fromEntries(series.map(({ key }) => [key, values[key] == null ? null : Number(values[key])])),
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <Chart data={data} title={title} margin={{ top: 8, right: 16, bottom: 0, left: 0 }}>
        <CartesianGrid stroke="#ebebeb" vertical={false} />
        <XAxis dataKey="at" tick={TEXT} minTickGap={24} stroke="#8a8a8a" tickFormatter={withoutYear} />
        <YAxis tick={TEXT} width={56} stroke="#8a8a8a" tickFormatter={(value: number) => compact.format(value)} />
        <Tooltip
          isAnimationActive={false}
          formatter={(_, name, item) => {
            const { values } = item.payload as (typeof points)[number];
            return [format(values[String(item.dataKey)] ?? "0"), name];
          }}
        />
        <Legend iconType="plainline" itemSorter={null} wrapperStyle={{ fontSize: 12 }} />
        {series.map(({ key, label }, at) => (
          <Line
            key={key}
            dataKey={key}
            name={label}
            strokeWidth={2}
            // A point between two gaps has no line.
            dot={
              points.length <= MAX_DOTS || points.some(({ values }) => values[key] == null)
                ? { r: 3, strokeDasharray: "none" }
                : false
            }
            isAnimationActive={false}
            {...STROKES[at % STROKES.length]}
          />
        ))}
      </Chart>
    </ResponsiveContainer>
  );
}
