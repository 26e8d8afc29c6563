import {
  BlockStack,
  Button,
  Card,
  ButtonGroup,
  FormLayout,
  InlineStack,
  Select,
  TextField,
  Checkbox,
  ChoiceList,
} from "@shopify/polaris";
import type { SettingsDraft } from "../../settings-page/settings-draft.ts";
import { COPY, METHODS } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";
import { Section } from "./section.tsx";
import { Note, Subheading } from "../common/text.tsx";
import { ArrowDownIcon, ArrowUpIcon, XIcon } from "@shopify/polaris-icons";

const text = COPY.shipping;

type Rule = SettingsDraft["shippingRules"][number];

/** The rules that map shipping options to faster methods of the print service. */
export function ShippingSection({ form: { values, set, error } }: { form: SettingsForm }) {
  const rules = values.shippingRules;
  const setRules = (next: Rule[]) => set("shippingRules", next);
  const swap = (from: number, to: number) =>
    setRules(rules.map((rule, index) => rules[index === from ? to : index === to ? from : index] ?? rule));
  return (
    <Section id="shipping" title={text.title} description={text.description}>
      <Card>
        <BlockStack gap="400">
          {rules.length === 0 && <Note>{text.noRules}</Note>}
          {rules.map((rule, index) => (
            <ShippingRule
              key={index}
              number={index + 1}
              rule={rule}
              error={error(`shippingRules.${index}`)}
              onChange={(changed) => setRules(rules.with(index, changed))}
              onMoveUp={index > 0 ? () => swap(index, index - 1) : undefined}
              onMoveDown={index < rules.length - 1 ? () => swap(index, index + 1) : undefined}
              onRemove={() => setRules(rules.toSpliced(index, 1))}
            />
          ))}
          <div>
            <Button onClick={() => setRules([...rules, { contains: "", method: "US-1" }])}>{text.add}</Button>
          </div>
        </BlockStack>
      </Card>
    </Section>
  );
}

interface Props {
  /** From 1. */
  number: number;
  rule: Rule;
  error: string | undefined;
  onChange(rule: Rule): void;
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
  onRemove(): void;
}

/** One rule: a text in the name of the shipping option, and the method to use. */
function ShippingRule({ number, rule, error, onChange, onMoveUp, onMoveDown, onRemove }: Props) {
  return (
    <BlockStack gap="200">
      <InlineStack align="space-between" blockAlign="center">
        <Subheading>{text.rule(number)}</Subheading>
        <ButtonGroup>
          <Button
            icon={ArrowUpIcon}
            variant="tertiary"
            accessibilityLabel={text.moveUp(number)}
            disabled={!onMoveUp}
            onClick={onMoveUp}
          />
          <Button
            icon={ArrowDownIcon}
            variant="tertiary"
            accessibilityLabel={text.moveDown(number)}
            disabled={!onMoveDown}
            onClick={onMoveDown}
          />
          <Button icon={XIcon} variant="tertiary" accessibilityLabel={text.remove(number)} onClick={onRemove} />
        </ButtonGroup>
      </InlineStack>
      <FormLayout>
        <FormLayout.Group>
          <TextField
            label={text.contains}
            placeholder={text.containsPlaceholder}
            value={rule.contains}
            onChange={(contains) => onChange({ ...rule, contains })}
            error={error}
            autoComplete="off"
          />
          <Select
            label={text.method}
            options={METHODS}
            value={rule.method}
            onChange={(method) =>
              onChange({ ...rule, method: METHODS.find((m) => m.value === method)?.value ?? rule.method })
            }
          />
        </FormLayout.Group>
      </FormLayout>
    </BlockStack>
  );
}

const contactText = COPY.contact;

/** The fallback contact, and what becomes of doubtful addresses. */
export function ContactSection({ form: { values, set, bind } }: { form: SettingsForm }) {
  return (
    <Section id="contact" title={contactText.title} description={contactText.description}>
      <Card>
        <FormLayout>
          <TextField
            label={contactText.email}
            type="email"
            inputMode="email"
            helpText={contactText.emailHelp}
            {...bind("fallbackEmail")}
          />
          <TextField label={contactText.phone} type="tel" helpText={contactText.phoneHelp} {...bind("fallbackPhone")} />
          <Select
            label={contactText.address}
            helpText={contactText.addressHelp}
            options={[
              { value: "notify", label: contactText.addressNotify },
              { value: "hold", label: contactText.addressHold },
            ]}
            value={values.doubtfulAddress}
            onChange={(chosen) => set("doubtfulAddress", chosen === "hold" ? "hold" : "notify")}
          />
        </FormLayout>
      </Card>
    </Section>
  );
}

const lateText = COPY.late;

/** After how many business days in a stage an order is late. */
export function LateSection({ form: { values, set, error } }: { form: SettingsForm }) {
  return (
    <Section id="late" title={lateText.title} description={lateText.description}>
      <Card>
        <FormLayout>
          {lateText.stages.map(({ key, label, help }) => (
            <TextField
              key={key}
              label={label}
              type="number"
              inputMode="numeric"
              min={1}
              max={60}
              suffix={lateText.unit}
              helpText={help}
              value={values.lateAfterDays[key]}
              onChange={(days) => set("lateAfterDays", { ...values.lateAfterDays, [key]: days })}
              error={error(`lateAfterDays.${key}`)}
              autoComplete="off"
            />
          ))}
        </FormLayout>
      </Card>
    </Section>
  );
}

const fulfillmentText = COPY.fulfillment;

/** When an order is fulfilled, and Shopify's shipping emails. */
export function FulfillmentSection({ form: { values, set } }: { form: SettingsForm }) {
  return (
    <Section id="fulfillment" title={fulfillmentText.title} description={fulfillmentText.description}>
      <Card>
        <FormLayout>
          <ChoiceList
            title={fulfillmentText.fulfillWhen}
            selected={[values.fulfillWhen]}
            onChange={([chosen]) =>
              set(
                "fulfillWhen",
                fulfillmentText.fulfillChoices.find(({ value }) => value === chosen)?.value ?? "shipped",
              )
            }
            choices={[...fulfillmentText.fulfillChoices]}
          />
          <Note>{fulfillmentText.fulfillWait}</Note>
          <Checkbox
            label={fulfillmentText.notify}
            helpText={fulfillmentText.notifyHelp}
            checked={values.notifyCustomer}
            onChange={(checked) => set("notifyCustomer", checked)}
          />
        </FormLayout>
      </Card>
    </Section>
  );
}
