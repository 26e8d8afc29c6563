import { useLocation } from "@remix-run/react";
import { Box, Button, Layout } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { ArtworkSection } from "./artwork-section.tsx";
import type { SettingName } from "../../settings/settings.ts";
import { COPY } from "./copy.ts";
import { EDGE } from "./section.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

const SECTIONS = ["#artwork"];
const FIELDS: readonly SettingName[] = ["artworkProperties", "artworkMetafields", "printSizes", "replacedArtwork"];

/** Settings that most shops leave alone, folded away; shown for a link, an error or an unreadable setting among them. */
export function AdvancedSections(props: { form: SettingsForm; unreadable: readonly SettingName[] }) {
  const { form, unreadable } = props;
  const { hash } = useLocation();
  const [open, setOpen] = useState(() => FIELDS.some((field) => unreadable.includes(field)));
  // Stays open while the error is fixed.
  if (!open && FIELDS.some((field) => form.error(field) !== undefined)) setOpen(true);
  useEffect(() => {
    if (!SECTIONS.includes(hash)) return;
    setOpen(true);
    requestAnimationFrame(() => document.querySelector(hash)?.scrollIntoView());
  }, [hash]);
  return (
    <>
      <Layout.Section>
        <Box paddingInline={EDGE}>
          <Button variant="plain" disclosure={open ? "up" : "down"} ariaExpanded={open} onClick={() => setOpen(!open)}>
            {COPY.advanced}
          </Button>
        </Box>
      </Layout.Section>
      {open && <ArtworkSection form={form} />}
    </>
  );
}
