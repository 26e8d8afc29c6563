import { Badge } from "@shopify/polaris";
import { ATTENTION, type AttentionCode } from "../../orders/core/attention.ts";
import { attentionTone } from "./attention-tone.ts";

/** A reason for attention in a few words. */
export function AttentionBadge({ code }: { code: AttentionCode }) {
  return <Badge tone={attentionTone(code)}>{ATTENTION[code].label}</Badge>;
}
