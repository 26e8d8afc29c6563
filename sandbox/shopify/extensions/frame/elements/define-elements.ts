import { defineAdminParts } from "./admin.ts";
import { defineBanner } from "./banner.ts";
import { defineBoxes } from "./box.ts";
import { defineButtons } from "./button.ts";
import { defineChecks } from "./check.ts";
import { defineChoices } from "./choice-list.ts";
import { defineFields } from "./field.ts";
import { definePictures } from "./picture.ts";
import { definePlain } from "./plain.ts";
import { defineSection } from "./section.ts";
import { defineTable } from "./table.ts";

/** The `s-` elements that the admin's extensions use, with the looks of Shopify's admin. */
export function defineElements(): void {
  definePictures();
  definePlain();
  defineBoxes();
  defineSection();
  defineTable();
  defineButtons();
  defineFields();
  defineChecks();
  defineChoices();
  defineBanner();
  defineAdminParts();
}
