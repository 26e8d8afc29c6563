import type { Label } from "../../app/extensions/answers.ts";

export const Badge = ({ label, tone }: Label) => <s-badge tone={tone}>{label}</s-badge>;
