import type { Label } from "../../app/extension-api/responses.ts";

export const Badge = ({ label, tone }: Label) => <s-badge tone={tone}>{label}</s-badge>;
