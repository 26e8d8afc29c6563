import { Card, ChoiceList, FormLayout, TextField } from "@shopify/polaris";
import { useShop } from "../common/shop-context.tsx";
import type { SettingsForm } from "./settings-form.ts";
import { Section } from "./section.tsx";

/** When an order is sent, and from when on orders count. */
export function SendingSection({ form: { values, set, error } }: { form: SettingsForm }) {
  const { timezone } = useShop();
  return (
    <Section
      id="sending"
      title="Sending orders"
      description="The print service cannot change or cancel an order once it has it. What is sent, and when, is decided here."
    >
      <Card>
        <FormLayout>
          <ChoiceList
            title="Approval"
            selected={[values.approval]}
            onChange={([chosen]) => set("approval", chosen === "manual" ? "manual" : "automatic")}
            choices={[
              {
                value: "automatic",
                label: "Send orders automatically",
                helpText: "Every order that nothing holds is sent as soon as its edit window has passed.",
              },
              {
                value: "manual",
                label: "Approve every order by hand",
                helpText: "Orders wait until somebody approves them on the orders page.",
              },
            ]}
          />
          <TextField
            label="Edit window"
            type="number"
            inputMode="numeric"
            min={0}
            max={10_080}
            suffix="minutes"
            value={values.editWindowMinutes}
            onChange={(text) => set("editWindowMinutes", text)}
            error={error("editWindowMinutes")}
            helpText="How long an order waits after it was placed, so that you can still edit or cancel it in Shopify. At most 10,080 minutes (7 days)."
            autoComplete="off"
          />
          <TextField
            label="Go-live date and time"
            type="datetime-local"
            value={values.goLiveAt}
            onChange={(text) => set("goLiveAt", text)}
            error={error("goLiveAt")}
            helpText={`In the shop's time zone, ${timezone}. Orders placed before are left alone and never sent.`}
            autoComplete="off"
          />
        </FormLayout>
      </Card>
    </Section>
  );
}
