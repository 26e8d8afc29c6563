import { useAppBridge } from "@shopify/app-bridge-react";
import { BlockStack, Button, Card, Checkbox, FormLayout, InlineStack, TextField } from "@shopify/polaris";
import { PRINT_STAGES, statusTag } from "../../orders/core/state-names.ts";
import { WRITE_ORDERS_SCOPE } from "../../ports/shopify.ts";
import type { SaveDraftResult, SettingsDraft } from "../../settings-page/settings-draft.ts";
import { MessageBanner } from "../common/banners.tsx";
import { useJsonFetcher } from "../common/json-requests.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { useDenied } from "../common/shop-context.tsx";
import { Note } from "../common/text.tsx";
import { useScopeRequest } from "../common/use-scope-request.ts";
import { COPY } from "./copy.ts";
import { ScopedCheckbox, Section } from "./section.tsx";
import { useSetting, type SettingsForm } from "./use-settings-form.ts";

const text = COPY.inShopify;
const SHOPIFY_PAGE = "/app/settings/shopify";

interface Tagging {
  /** The merchant allows changes of orders. */
  mayTag: boolean;
  /** Orders that may have a tag of the app. */
  tagged: { orders: number; more: boolean };
}

interface Props {
  form: SettingsForm;
  saved: SettingsDraft["inShopify"];
  tagging: Tagging;
}

/** What Shopify's own pages show of an order: tags with the access that they need, and holds. */
export function ShopifyPage({ form, saved, tagging: { mayTag, tagged } }: Props) {
  const { value, set } = useSetting(form, "inShopify");
  return (
    <Section id="in-shopify" title={text.title} description={text.description}>
      <Card>
        <FormLayout>
          <BlockStack gap="300">
            <TagFields form={form} mayTag={mayTag} />
            <RemoveTags form={form} saved={saved} tagged={tagged} />
          </BlockStack>
          <Checkbox
            label={text.holds}
            helpText={text.holdsHelp}
            checked={value.holds}
            onChange={(holds) => set({ ...value, holds })}
          />
        </FormLayout>
      </Card>
    </Section>
  );
}

function TagFields({ form, mayTag }: { form: SettingsForm; mayTag: boolean }) {
  const { value, set, error } = useSetting(form, "inShopify");
  const prefixError = error("tagPrefix");
  const scope = useScopeRequest({ scope: WRITE_ORDERS_SCOPE, allowed: mayTag, granted: text.granted });
  return (
    <BlockStack gap="300">
      <ScopedCheckbox
        label={text.tags}
        help={text.tagsHelp}
        checked={value.tags}
        onChange={(tags) => set({ ...value, tags })}
        scope={scope}
        text={text}
      />
      {(value.tags || prefixError) && (
        <TextField
          label={text.prefix}
          value={value.tagPrefix}
          maxLength={20}
          autoComplete="off"
          onChange={(tagPrefix) => set({ ...value, tagPrefix })}
          error={prefixError}
          helpText={text.prefixHelp(PRINT_STAGES.map((stage) => statusTag(value, stage)))}
        />
      )}
    </BlockStack>
  );
}

/** `saved`: what else is typed on the page is not saved with it, and stays. */
function RemoveTags({ form, saved, tagged }: Pick<Props, "form" | "saved"> & Pick<Tagging, "tagged">) {
  const shopify = useAppBridge();
  const denied = useDenied();
  const { value, set } = useSetting(form, "inShopify");
  const { answer, busy, send } = useJsonFetcher<SaveDraftResult | RequestFailed>((result) => {
    if (result.outcome !== "saved") return;
    // Otherwise the next save would turn them on again.
    set({ ...value, tags: false });
    shopify.toast.show(text.removed);
  }, SHOPIFY_PAGE);
  if (tagged.orders === 0) return null;
  const draft = { inShopify: { ...saved, tags: false } };
  const remove = () => send(JSON.stringify({ action: "save", draft, confirmed: [] }));
  return (
    <BlockStack gap="300" inlineAlign="start">
      {answer?.outcome === "failed" && <MessageBanner tone="warning" {...text.removeFailed} />}
      <InlineStack gap="300" blockAlign="center">
        <Note>{text.tagged(tagged.orders, tagged.more)}</Note>
        <Button disabled={denied} loading={busy} onClick={remove}>
          {text.remove}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}
