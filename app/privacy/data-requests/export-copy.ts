/** Texts of the file for the customer. */
export const EXPORT_COPY = {
  title: (store: string) => `Your data at ${store}`,
  order: (name: string) => `Order ${name}`,
  show: "Show",
  notes: {
    about:
      "The store uses the app Inkbridge to have orders printed. This file contains everything that Inkbridge stores about you and your orders.",
    recipients:
      "Name, address, email, phone number, and print content of an order are sent to the store's print service, which prints and ships it. Tracking numbers are sent to Shopify. Nobody else receives them.",
    fingerprints:
      "Inkbridge also stores fingerprints of your name, address, and email, which help find an order or show that an address changed. Your data can't be read from the fingerprints.",
    times: "Times are in UTC.",
  },
} as const;
