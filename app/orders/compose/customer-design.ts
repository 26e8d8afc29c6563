/**
 * Whether the text of a property is a design that the customer made: product customizers store a link to its picture, or JSON with its
 * texts and such links.
 */
export const isCustomerDesign = (text: string): boolean =>
  PICTURE_LINK.test(text.trim().split(/[?#]/, 1)[0] ?? "") || JSON_WITH_LINK.test(text);

const PICTURE_LINK = /^https?:\/\/\S+\.(?:png|jpe?g|webp|gif|svg|pdf|tiff?)$/i;
/** JSON may escape the slashes. */
const JSON_WITH_LINK = /^\s*[[{][^]*"https?:(?:\\?\/){2}/i;
