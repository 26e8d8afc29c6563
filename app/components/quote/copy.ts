/** Texts of the quote page. */
export const COPY = {
  title: "Quote",
  subtitle: "See what an order would cost, including shipping. Nothing is ordered.",
  notConnected: "Connect your account to get prices.",
  accountRejected: "Reconnect your account to get prices.",
  items: {
    title: "Items",
    row: (number: number) => `Item ${number}`,
    remove: "Remove",
    removeRow: (number: number) => `Remove item ${number}`,
    sku: "Print SKU",
    skuRejected: "The print service doesn't accept this SKU, or not for this destination. Check the spelling.",
    quantity: "Quantity",
    tooMany: (max: number) => `A quote can have up to ${max} items. The rest were removed.`,
    add: "Add item",
  },
  destination: {
    title: "Destination",
    country: "Country",
    countryPlaceholder: "Select a country",
    province: "State or province",
    anyProvince: "Any",
    provinceCode: "State or province code",
    provinceHelp: "Optional. Up to 4 characters.",
    submit: "Get quote",
  },
  price: {
    title: "Price",
    hint: "Enter print SKUs and a destination. You can share or bookmark the link to a quote.",
    basis: (age: string, place: string) => `Standard shipping to ${place}. Updated ${age}. Tax not included.`,
    fromFees: (age: string, place: string) =>
      `Standard shipping to ${place}. Calculated from the print service's catalog and fees. Updated ${age}. Tax not included.`,
    onlyStandard: "The print service quotes standard shipping only. Express and Ground can't be quoted.",
    notKnown: "Not known",
    notKnownWithin: "not known",
    refresh: "Refresh price",
    headings: ["Print SKU", "Quantity", "Base cost", "Items", "Shipping", "Tax", "Total"],
    total: "Total",
    line: (quantity: number, baseCost: string, goods: string, shipping: string, tax: string) =>
      `${quantity} × ${baseCost} = ${goods}, shipping ${shipping}, tax ${tax}`,
    totals: (goods: string, shipping: string, tax: string) => `Items ${goods}, shipping ${shipping}, tax ${tax}`,
  },
  notPriced: {
    title: "The print service names no price yet",
    text: "It accepts these items, and names their price once an order is paid.",
    compared:
      "It accepts these items, and names their price once an order is paid. Compare its shipping services below.",
  },
  methods: {
    title: "All shipping services",
    basis: (place: string) =>
      `What these items cost by each service to ${place}: print cost and shipping, without tax. Margins are at your prices in Shopify, before what customers pay for shipping.`,
    readAt: "Fees as of",
    resource: { singular: "service", plural: "services" },
    headings: ["Service", "First of each item", "Each further one", "Tax", "Total", "Margin"],
    phone: (first: string, further: string, tax: string) =>
      `First of each item ${first}, each further one ${further}, tax ${tax}`,
    margin: (margin: string) => `Margin ${margin}`,
    percent: (margin: string) => `${margin}%`,
    range: (low: string, high: string) => `${low}–${high}`,
    notShipped: (skus: readonly string[]) => `Doesn't ship ${skus.join(", ")} here.`,
    none: "The print service lists no shipping service for these items to this country.",
    gone: (name: string) => `${name} is no longer offered. Missing since`,
    unavailable: {
      title: "The print service isn't responding",
      text: "Fees are those that were read last. Try again in a moment.",
    },
    accountRejected: "Reconnect your account to get current fees.",
    lowestPrice: "Some print SKUs belong to several variants. The lowest of their prices counts.",
    noPrice: "Margins aren't known: not every print SKU is mapped to a variant with a price.",
    noRate: (sold: string, billed: string) =>
      `Margins aren't known: your store sells in ${sold}, and the print service bills in ${billed}. Add an exchange rate in Settings > Prices and profit.`,
  },
  unavailable: {
    title: "The price isn't available",
    text: "The print service didn't respond with a price. Try again in a moment.",
  },
  rejected: {
    title: "The print service rejected this quote",
    someSkus: "Check the highlighted SKUs. A SKU may be misspelled or not available for this destination.",
    combination: "Each SKU is accepted, but not all of them together. Check the destination and quantities.",
    message: (message: string) => `Print service: “${message}”`,
  },
  discrepancies: {
    title: "This price doesn't add up",
    total: (total: string, linesTotal: string) =>
      `The print service's total is ${total}, but the items add up to ${linesTotal}. Orders with a minimum margin are held until the price adds up.`,
    line: (skus: string) =>
      `The total of ${skus} isn't base cost × quantity plus shipping. Ask the print service what else is included.`,
  },
} as const;
