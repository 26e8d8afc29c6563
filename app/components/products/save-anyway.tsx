import { Checkbox } from "@shopify/polaris";
import { allOverridable, type FieldProblems } from "../../catalog/field-problems.ts";
import { COPY } from "./copy.ts";

interface SaveAnywayProps {
  /** How many variants the save is for. */
  variants: number;
  problems: FieldProblems;
  checked: boolean;
  onChange(saveAnyway: boolean): void;
}

/** Offers to save despite the problems, where staff may. */
export function SaveAnyway({ variants, problems, checked, onChange }: SaveAnywayProps) {
  const { saveAnyway, saveAnywayHelp } = COPY.fields;
  if (!allOverridable(problems)) return null;
  return <Checkbox label={saveAnyway} helpText={saveAnywayHelp(variants)} checked={checked} onChange={onChange} />;
}
