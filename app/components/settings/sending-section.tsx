import { Card, ChoiceList, FormLayout, TextField } from "@shopify/polaris";
import { useShop } from "../common/shop-context.tsx";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./settings-form.ts";
import { Section } from "./section.tsx";

const text = COPY.sending;

/** When an order is sent: approval, edit window and start date. */
export function SendingSection({ form: { values, set, error } }: { form: SettingsForm }) {
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
              {
                value: "automatic",
                label: text.automatic,
                helpText: text.automaticHelp,
              },
              {
                value: "manual",
                label: text.manual,
                helpText: text.manualHelp,
              },
            ]}
          />
          <TextField
            label={text.editWindow}
            type="number"
            inputMode="numeric"
            min={0}
            max={10_080}
            suffix={text.minutes}
            value={values.editWindowMinutes}
            onChange={(typed) => set("editWindowMinutes", typed)}
            error={error("editWindowMinutes")}
            helpText={text.editWindowHelp}
            autoComplete="off"
          />
          <TextField
            label={text.startDate}
            type="datetime-local"
            value={values.goLiveAt}
            onChange={(typed) => set("goLiveAt", typed)}
            error={error("goLiveAt")}
            helpText={text.startDateHelp(timezone)}
            autoComplete="off"
          />
        </FormLayout>
      </Card>
    </Section>
  );
}
