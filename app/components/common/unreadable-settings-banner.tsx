import { Banner, Text } from "@shopify/polaris";
import { COPY } from "./copy.ts";

/** Names the stored settings that cannot be read, and the consequence. */
export function UnreadableSettingsBanner(props: { unreadable: readonly string[]; onSettingsPage: boolean }) {
  const { unreadable, onSettingsPage } = props;
  const { title, action, text } = COPY.unreadableSettings;
  if (unreadable.length === 0) return null;
  return (
    <Banner
      tone="critical"
      title={title}
      action={onSettingsPage ? undefined : { content: action, url: "/app/settings" }}
    >
      <Text as="p">{text(unreadable)}</Text>
    </Banner>
  );
}
