/** A variant's title; a product without variants has Shopify's "Default Title". */
export const shownTitle = (title: string): string => (title === "Default Title" ? "Default" : title);
