import { Gauge, type Registry } from "prom-client";

/** A gauge whose values are read at each scrape. */
export interface ReadGauge {
  name: string;
  help: string;
  labelNames: readonly string[];
}

/** A value of a gauge. */
export interface Reading {
  gauge: ReadGauge;
  labels: Record<string, string>;
  value: number;
}

/** Returns what shows the readings of a scrape. A gauge without one is left out: no old value passes for a new one. */
export function createFigureGauges(registry: Registry, gauges: readonly ReadGauge[]) {
  const shown = new Map(
    gauges.map((gauge) => {
      const { name, help, labelNames } = gauge;
      return [gauge, new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] })];
    }),
  );
  return (readings: readonly Reading[]): void => {
    for (const [{ labelNames }, gauge] of shown) {
      gauge.reset();
      // A reset gauge without labels is 0.
      if (labelNames.length === 0) gauge.remove();
    }
    for (const { gauge, labels, value } of readings) shown.get(gauge)?.set(labels, value);
  };
}
