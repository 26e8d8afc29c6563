import {
  BlockStack,
  Button,
  ButtonGroup,
  Card,
  FormLayout,
  InlineGrid,
  InlineStack,
  Select,
  TextField,
} from "@shopify/polaris";
import { ArrowDownIcon, ArrowUpIcon, XIcon } from "@shopify/polaris-icons";
import type { SettingsDraft } from "../../settings-page/settings-draft.ts";
import type { Stage } from "../../settings/settings.ts";
import { Note, Subheading } from "../common/text.tsx";
import { COPY, METHODS } from "./copy.ts";
import { CheckboxSetting, ChoiceSetting, TextSetting } from "./fields.tsx";
import { Section } from "./section.tsx";
import { useSetting, type SettingsForm } from "./use-settings-form.ts";

const text = COPY.shipping;
const contactText = COPY.contact;
const addressesText = COPY.addresses;
const fulfillmentText = COPY.fulfillment;
const lateText = COPY.late;

interface ShippingPageProps {
  form: SettingsForm;
  services: Services;
  usualDays: UsualDays | null;
}

/** The methods of the print service, what becomes of addresses and contacts, when an order is fulfilled, and when it is late. */
export function ShippingPage({ form, services, usualDays }: ShippingPageProps) {
  return (
    <>
      <Section id="shipping" title={text.title} description={services ? text.services : text.description}>
        <Card>
          <ShippingRules form={form} services={services} />
        </Card>
      </Section>
      <Section id="contact" title={contactText.title} description={contactText.description}>
        <Card>
          <FormLayout>
            <FormLayout.Group>
              <TextSetting
                form={form}
                name="fallbackEmail"
                label={contactText.email}
                type="email"
                inputMode="email"
                helpText={contactText.emailHelp}
              />
              <TextSetting
                form={form}
                name="fallbackPhone"
                label={contactText.phone}
                type="tel"
                helpText={contactText.phoneHelp}
              />
            </FormLayout.Group>
          </FormLayout>
        </Card>
      </Section>
      <Section id="addresses" title={addressesText.title} description={addressesText.description}>
        <Card>
          <AddressChecks form={form} />
        </Card>
      </Section>
      <Section id="fulfillment" title={fulfillmentText.title} description={fulfillmentText.description}>
        <Card>
          <FormLayout>
            <ChoiceSetting
              form={form}
              name="fulfillWhen"
              label={fulfillmentText.fulfillWhen}
              choices={fulfillmentText.fulfillChoices}
            />
            <Note>{fulfillmentText.fulfillWait}</Note>
            <CheckboxSetting
              form={form}
              name="notifyCustomer"
              label={fulfillmentText.notify}
              helpText={fulfillmentText.notifyHelp}
            />
          </FormLayout>
        </Card>
      </Section>
      <Section id="late" title={lateText.title} description={lateText.description}>
        <Card>
          <LateFields form={form} usualDays={usualDays} />
        </Card>
      </Section>
    </>
  );
}

/** The store's median business days of a stage; null where no order has left it lately. */
type UsualDays = Readonly<Record<Stage, number | null>>;
type Rule = SettingsDraft["shippingRules"][number];
/** The services that a rule can use; null: the print account ships by Express and Ground. */
type Services = { value: string; label: string }[] | null;

/** The rules that map shipping options to faster methods of the print service. */
function ShippingRules({ form, services }: { form: SettingsForm; services: Services }) {
  const { value: rules, set, error } = useSetting(form, "shippingRules");
  const methods: { value: string; label: string }[] = services ?? METHODS;
  const first = methods[0]?.value;
  const swap = (from: number, to: number) =>
    set(rules.map((rule, index) => rules[index === from ? to : index === to ? from : index] ?? rule));
  return (
    <BlockStack gap="400">
      {rules.length === 0 && <Note>{text.noRules}</Note>}
      {services?.length === 0 && <Note>{text.noServicesYet}</Note>}
      {rules.some(({ method }) => !methods.some(({ value }) => value === method)) && (
        <Note tone="critical">{text.unavailableNote}</Note>
      )}
      {rules.map((rule, index) => (
        <ShippingRule
          key={index}
          number={index + 1}
          rule={rule}
          methods={methods}
          error={error(String(index))}
          onChange={(changed) => set(rules.with(index, changed))}
          onMoveUp={index > 0 ? () => swap(index, index - 1) : undefined}
          onMoveDown={index < rules.length - 1 ? () => swap(index, index + 1) : undefined}
          onRemove={() => set(rules.toSpliced(index, 1))}
        />
      ))}
      <div>
        <Button
          disabled={first === undefined}
          onClick={() => first !== undefined && set([...rules, { contains: "", method: first }])}
        >
          {text.add}
        </Button>
      </div>
    </BlockStack>
  );
}

interface Props {
  /** From 1. */
  number: number;
  rule: Rule;
  methods: readonly { value: string; label: string }[];
  error: string | undefined;
  onChange(rule: Rule): void;
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
  onRemove(): void;
}

/** One rule: a text in the name of the shipping option, and the method to use. */
function ShippingRule({ number, rule, methods, error, onChange, onMoveUp, onMoveDown, onRemove }: Props) {
  const isKnown = methods.some(({ value }) => value === rule.method);
  const options = isKnown ? [...methods] : [...methods, { value: rule.method, label: unavailable(rule.method) }];
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
            options={options}
            value={rule.method}
            onChange={(method) => onChange({ ...rule, method })}
          />
        </FormLayout.Group>
      </FormLayout>
    </BlockStack>
  );
}

const unavailable = (method: string): string =>
  text.unavailable(METHODS.find(({ value }) => value === method)?.label ?? method.replace(/^:/, "").replace(":", ": "));

/** What becomes of an order for each doubt about its address. */
function AddressChecks({ form }: { form: SettingsForm }) {
  const { value, set } = useSetting(form, "addressChecks");
  return (
    <InlineGrid columns={{ xs: 1, lg: 2 }} gap="400">
      {addressesText.checks.map(({ key, label, help }) => (
        <Select
          key={key}
          label={label}
          helpText={help}
          options={addressesText.effects}
          value={value[key]}
          onChange={(chosen) =>
            set({ ...value, [key]: addressesText.effects.find((one) => one.value === chosen)?.value ?? value[key] })
          }
        />
      ))}
    </InlineGrid>
  );
}

/** After how many business days in a stage an order is late, beside the store's own median. */
function LateFields({ form, usualDays }: Pick<ShippingPageProps, "form" | "usualDays">) {
  const { value, set, error } = useSetting(form, "lateAfterDays");
  const helpText = (stage: Stage, help: string) => {
    const usual = usualDays?.[stage] ?? null;
    return usual === null ? help : lateText.median(help, usual);
  };
  return (
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
          helpText={helpText(key, help)}
          value={value[key]}
          onChange={(days) => set({ ...value, [key]: days })}
          error={error(key)}
          autoComplete="off"
        />
      ))}
    </FormLayout>
  );
}
