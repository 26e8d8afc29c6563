import { UPLOAD_MAX_BYTES, UPLOAD_MAX_PIXELS } from "../../../ports/shop-catalog.ts";

/** Texts of choosing a file in Shopify. */
export const FILES = {
  action: "Choose or upload file",
  actionLabel: (field: string) => `Choose or upload file for ${field.charAt(0).toLowerCase()}${field.slice(1)}`,
  title: "Choose artwork",
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

const LIMITS = `${UPLOAD_MAX_BYTES / 1_000_000} MB and ${UPLOAD_MAX_PIXELS / 1_000_000} megapixels`;

/** Texts of adding a file to Shopify. */
export const UPLOAD = {
  label: "Upload file",
  action: "Upload file",
  hint: `PNG, JPEG, WebP, or PDF, up to ${LIMITS}. The file is added to your Shopify files.`,
  notAllowed:
    "Allow Inkbridge to add files to your Shopify admin. Inkbridge adds the files you upload and changes no others.",
  sending: (name: string, percent: number) => `Uploading ${name}: ${percent}%`,
  processing: (name: string) => `Shopify is processing ${name}`,
  problems: {
    type: "Choose a PNG, JPEG, WebP, or PDF file.",
    empty: "The file is empty. Choose another file.",
    bytes: `The file is larger than ${UPLOAD_MAX_BYTES / 1_000_000} MB. Compress the file, or paste the link of a file elsewhere.`,
    pixels: `The image has more than ${UPLOAD_MAX_PIXELS / 1_000_000} megapixels. Export a smaller image, or paste the link of a file elsewhere.`,
  },
  unreachable: "The upload was interrupted. Check your connection and upload the file again.",
  refused: "Shopify didn't accept the upload. Upload the file again.",
  shopifyRefused: (message: string | null) =>
    message === null
      ? "Shopify can't take files right now. Try again in a moment."
      : `Shopify didn't accept the file: “${message}”`,
  uncertain: "Shopify didn't answer. Look for the file in the list below before you upload the file again.",
  failed: "Inkbridge couldn't be reached. Try again in a moment.",
  stillProcessing: "Shopify is still processing the file. Choose the file from the list in a moment.",
  fileFailed: (code: string, message: string) => FILE_ERRORS[code] ?? `Shopify couldn't process the file: “${message}”`,
} as const;

/** Shopify's codes of files that could not be processed. */
const FILE_ERRORS: Readonly<Record<string, string>> = {
  IMAGE_PROCESSING_FAILURE: "Shopify can't open this image. Export the image again and upload the new file.",
  UNSUPPORTED_IMAGE_FILE_TYPE: "Shopify doesn't support this type of image. Export the image as PNG or JPEG.",
  INVALID_IMAGE_FILE_SIZE: `The image is too large for Shopify. Upload an image of up to ${LIMITS}.`,
  INVALID_IMAGE_RESOLUTION: `The image has too many pixels for Shopify. Upload an image of up to ${LIMITS}.`,
  INVALID_IMAGE_ASPECT_RATIO: "The image is too long or too wide for Shopify. Upload an image with other proportions.",
  IMAGE_DOWNLOAD_FAILURE: "The upload didn't arrive at Shopify. Upload the file again.",
  GENERIC_FILE_DOWNLOAD_FAILURE: "The upload didn't arrive at Shopify. Upload the file again.",
  GENERIC_FILE_INVALID_SIZE: `The file is too large for Shopify. Upload a file of up to ${UPLOAD_MAX_BYTES / 1_000_000} MB.`,
  FILE_STORAGE_LIMIT_EXCEEDED:
    "Your Shopify files are full. Delete files you no longer need, then upload the file again.",
};
