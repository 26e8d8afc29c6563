import { Card, ChoiceList, FormLayout, TextField } from "@shopify/polaris";
import { useShop } from "../common/shop-context.tsx";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";
import { Section } from "./section.tsx";

const text = COPY.sending;

/** When an order is sent: approval, edit window and start date. */
export function SendingSection({ form: { values, set, bind } }: { form: SettingsForm }) {
  const { timezone } = useShop();
  return (
    <Section id="sending" title={text.title} description={text.description}>
      <Card>
        <FormLayout>
          <ChoiceList
            title={text.approval}
            selected={[values.approval]}
            onChange={([chosen]) => set("approval", chosen === "manual" ? "manual" : "automatic")}
            choices={[
              { value: "automatic", label: text.automatic, helpText: text.automaticHelp },
              { value: "manual", label: text.manual, helpText: text.manualHelp },
            ]}
          />
          <TextField
            label={text.editWindow}
            type="number"
            inputMode="numeric"
            min={0}
            max={10_080}
            suffix={text.minutes}
            helpText={text.editWindowHelp}
            {...bind("editWindowMinutes")}
          />
          <TextField
            label={text.startDate}
            type="datetime-local"
            helpText={text.startDateHelp(timezone)}
            {...bind("goLiveAt")}
          />
        </FormLayout>
      </Card>
    </Section>
  );
}
