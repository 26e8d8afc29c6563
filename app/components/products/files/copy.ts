/** Texts of choosing a file in Shopify. */
export const FILES = {
  action: "Choose from Shopify files",
  actionLabel: (field: string) => `Choose ${field.charAt(0).toLowerCase()}${field.slice(1)} from Shopify files`,
  title: "Choose artwork",
  cancel: "Cancel",
  search: "Search files",
  loading: "Loading files",
  resource: { singular: "file", plural: "files" },
  none: "No files found",
  noneHint: "Images and PDF files in Content > Files of your Shopify admin appear here.",
  pixels: (width: number, height: number) => `${width} × ${height} pixels`,
  pdf: "PDF",
  notAllowed: "Allow Inkbridge to list the files of your Shopify admin. Inkbridge reads files and changes none.",
  allow: "Allow access",
  allowed: "Access to files allowed",
  requestFailed: "Shopify couldn't show the request. Try again, or paste the link of a file.",
  failed: "The files can't be read from Shopify right now.",
} as const;
