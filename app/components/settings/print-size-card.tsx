import { Card, FormLayout, Select, TextField } from "@shopify/polaris";
import { PRINT_SIDES, type PrintSide } from "../../ports/order-model.ts";
import type { PrintSizeDraft } from "../../settings-page/settings-draft.ts";
import { SmallNote, Subheading } from "../common/text.tsx";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";

const text = COPY.artwork.sizes;

/** How large each side is printed, for the warnings beside print files. */
export function PrintSizeCard({ form: { values, set, error } }: { form: SettingsForm }) {
  const { printSizes } = values;
  const field = (side: PrintSide, part: keyof PrintSizeDraft) => (
    <TextField
      label={text[part](side)}
      inputMode="decimal"
      suffix={printSizes.unit}
      value={printSizes[side][part]}
      onChange={(typed) => set("printSizes", { ...printSizes, [side]: { ...printSizes[side], [part]: typed } })}
      error={error(`printSizes.${side}.${part}`)}
      autoComplete="off"
    />
  );
  return (
    <Card>
      <FormLayout>
        <Subheading>{text.title}</Subheading>
        <SmallNote>{text.help}</SmallNote>
        {PRINT_SIDES.map((side) => (
          <FormLayout.Group key={side} condensed>
            {field(side, "width")}
            {field(side, "height")}
          </FormLayout.Group>
        ))}
        <FormLayout.Group condensed>
          <Select
            label={text.unit}
            options={[...text.units]}
            value={printSizes.unit}
            onChange={(unit) => set("printSizes", { ...printSizes, unit: unit === "cm" ? "cm" : "in" })}
          />
          <TextField
            label={text.wantedDpi}
            inputMode="numeric"
            suffix="dpi"
            value={printSizes.wantedDpi}
            onChange={(wantedDpi) => set("printSizes", { ...printSizes, wantedDpi })}
            error={error("printSizes.wantedDpi")}
            autoComplete="off"
          />
        </FormLayout.Group>
      </FormLayout>
    </Card>
  );
}
