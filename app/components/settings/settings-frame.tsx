import { BlockStack, Box, Layout, Page } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { SettingName } from "../../settings/settings.ts";
import type { SettingsPage } from "../../settings/settings-pages.ts";
import { DryRunOffer, MessageBanner, UnreadableSettingsBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { ContextualSaveBar } from "../common/save-bar.tsx";
import { COPY } from "./copy.ts";
import { useSaving, type SettingsForm } from "./use-settings-form.ts";

interface Props {
  page: SettingsPage;
  form: SettingsForm;
  unreadable: readonly SettingName[];
  /** See offersDryRun. */
  offersRun: boolean;
}

/** A page of settings: its title, its save bar, and its sections. */
export function SettingsFrame({ children, ...props }: Props & { children: ReactNode }) {
  return (
    <Page title={COPY.pages[props.page]} backAction={{ content: COMMON.settings, url: "/app/settings" }}>
      <Saving {...props} />
      <Layout>{children}</Layout>
    </Page>
  );
}

/** The save bar, and what is to be said of the page as a whole. */
function Saving({ page, form, unreadable, offersRun }: Props) {
  const { dirty, saving, failed, errorCount, save, discard } = useSaving(form, page);
  const banners = [
    unreadable.length > 0 && <UnreadableSettingsBanner key="unreadable" unreadable={unreadable} onSettingsPage />,
    offersRun && unreadable.length === 0 && !failed && errorCount === 0 && <DryRunOffer key="run" />,
    failed && (
      <MessageBanner
        key="failed"
        tone="critical"
        {...COPY.notSaved}
        action={{ content: COMMON.tryAgain, onAction: save }}
      />
    ),
    errorCount > 0 && (
      <MessageBanner key="errors" tone="critical" title={COPY.invalid.title(errorCount)} text={COPY.invalid.text} />
    ),
  ].filter(Boolean);
  return (
    <>
      <ContextualSaveBar id={`settings-${page}`} open={dirty} saving={saving} onSave={save} onDiscard={discard} />
      {banners.length > 0 && (
        <Box paddingBlockEnd="400">
          <BlockStack gap="400">{banners}</BlockStack>
        </Box>
      )}
    </>
  );
}
