import type { ArtworkSide } from "./order-model.ts";
import type { Gid } from "./gid.ts";
import type { TextPlacement } from "./text-placement.ts";

/** Types of photos: what phones and browsers make. */
export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"];

/** Checks print files at their links, without reaching private addresses. */
export interface ArtworkCheck {
  check(link: string): Promise<ArtworkCheckResult>;
}

/** Checks files that were read before, and downloads only what may be another file now. */
export interface ArtworkRecheck {
  /** `etag`: of the file that was read last. */
  recheck(link: string, etag: string): Promise<ArtworkRecheckResult>;
}

/** unchanged: the server says that the file still has the ETag. */
export type ArtworkRecheckResult = { outcome: "unchanged" } | { outcome: "checked"; result: ArtworkCheckResult };

export type ArtworkCheckResult =
  | {
      ok: true;
      /** The media type by the file's content. */
      type: string;
      /** null: the file did not arrive as a whole in time, or nothing of it is known but its type. */
      file: ArtworkFile | null;
    }
  /** `temporary`: the same link may work a little later. */
  | { ok: false; reason: ArtworkProblem; temporary: boolean };

/** A file that was read to its end. */
export interface ArtworkFile {
  bytes: number;
  /** SHA-256 of the whole file, in hexadecimal: proof of which file was at the link. */
  sha256: string;
  /** The strong ETag that the server sent with the file; null: none. */
  etag: string | null;
  /** null: a type that is not opened (SVG, PDF), or no room to open the file just now. */
  image: ArtworkImage | null;
  /** null: not a PDF or SVG, or no room to read the file just now. */
  document: ArtworkDocument | null;
}

/** What the bytes of a PDF or an SVG say, which are never opened. */
export interface ArtworkDocument {
  kind: "pdf" | "svg";
  /** A PDF with a password, or one that limits what a reader may do. */
  isEncrypted: boolean;
  /** null: not to be seen from the bytes. */
  pages: number | null;
  /** An SVG shows something of another file, which the printer does not have. */
  hasOutsideFiles: boolean;
}

/** What a picture's own header and its pixels say. */
export interface ArtworkImage {
  /** In pixels, as the picture is seen: upright. */
  width: number;
  height: number;
  /** libvips' name: srgb, rgb16, cmyk, b-w, grey16 … */
  colorSpace: string;
  /** The name of a color profile of RGB other than sRGB; null: none. */
  profile: string | null;
  /** libvips' name of the type of a channel: uchar, ushort … */
  depth: string;
  hasAlpha: boolean;
  /** More than one: animated. */
  pages: number;
  /**
   * SHA-256 of the decoded picture: the same for two files that look the same to the last pixel, such as a PNG that was
   * compressed again. null: animated, or too large to be held decoded.
   */
  pixels: string | null;
  /** null: the same. */
  drawing: ArtworkDrawing | null;
}

/** What of a picture prints. */
export interface ArtworkDrawing {
  /** Every pixel is opaque: the background prints, too. */
  isOpaque: boolean;
  /** The smallest box around all that is drawn, in pixels. */
  width: number;
  height: number;
  /** Of the most opaque pixel, from 0 to 1. */
  opacity: number;
}

/** Types of pictures that the print service does not take. */
export type UnprintableType =
  | "photoshop_file"
  | "heic_file"
  | "tiff_file"
  | "avif_file"
  | "jpeg_xl_file"
  | "bmp_file"
  | "postscript_file"
  | "gimp_file"
  | "krita_file";

/** Why a link cannot be used; `status`: the answer was not the file. */
export type ArtworkProblem =
  | "bad_link"
  | "private_address"
  | "status"
  /** An HTML page: a login, or a page around the file. */
  | "web_page"
  | "empty_file"
  | UnprintableType
  /** Any other type that is no image. */
  | "not_image"
  /** A file whose end is missing, or an image that cannot be decoded. */
  | "damaged_image"
  /** All of it is transparent, or all of it is white. */
  | "blank_image"
  | "too_large"
  | "timeout"
  | "unreachable";

/** What may spoil a print, though the file can be used. */
export type ArtworkWarning =
  /** `endsAt`: ISO time. */
  | { code: "expiring_link"; endsAt: string }
  | { code: "low_resolution"; width: number; height: number }
  /** Of the side at its print size, `size`. */
  | {
      code: "low_dpi";
      width: number;
      height: number;
      dpi: number;
      wantedDpi: number;
      side: ArtworkSide;
      size: { width: number; height: number; unit: "in" | "cm" };
    }
  /**
   * The picture is smaller than the print area of the side, `area`. null: the print service tells no resolution. `places`: so many places
   * make the product, with different areas; 1: all with this one.
   */
  | {
      code: "below_area";
      width: number;
      height: number;
      dpi: number | null;
      wantedDpi: number | null;
      side: ArtworkSide;
      area: { width: number; height: number };
      places: number;
    }
  /** The picture has another shape than the area: so much of the area stays empty, or of the picture is cut off. */
  | { code: "other_shape"; side: ArtworkSide; is: "wider" | "taller"; percent: number }
  /** The product has print areas, and none for the side. */
  | { code: "no_area"; side: ArtworkSide }
  /** The catalog names other types of files for the area, `named`, than the file has. */
  | { code: "wrong_type"; side: ArtworkSide; type: string; named: string[] }
  /** The server sends another file with each download: a replaced file is not noticed. */
  | { code: "varying" }
  /** Size, colors and transparency of the file are not known. */
  | { code: "not_opened"; kind: ArtworkDocument["kind"] }
  | { code: "several_pages"; pages: number }
  /** `profile`: its name. */
  | { code: "color_profile"; profile: string }
  /** The drawing fills so many pixels of the picture, `of`. */
  | { code: "small_drawing"; width: number; height: number; of: { width: number; height: number } }
  /** `percent`: opacity of its most opaque pixel. */
  | { code: "faint"; percent: number }
  | { code: "encrypted_pdf" | "outside_files" | "cmyk" | "sixteen_bit" | "no_transparency" | "animated" };

/** Draws previews of artwork for pages: print files are far too large to be shown. */
export interface ArtworkPreviews {
  /** `shop`: whose page asks; each shop has a share of the queue. `version`: a new one reads the file again (artwork/preview-link.ts). */
  preview(link: string, shop: string, version?: string): Promise<ArtworkPreview>;
}

export type ArtworkPreview =
  | { ok: true; type: "image/webp"; bytes: Uint8Array }
  /** no_preview: an image of a type that is not drawn. */
  | { ok: false; reason: DrawingProblem; temporary: boolean };

/** Draws texts of customers on artwork. Never throws. */
export interface DrawnArtwork {
  /** A small picture for a page of the shop. Nothing of it is kept. */
  previewText(shop: string, drawing: TextOnArtwork): Promise<ArtworkPreview>;
  /** A PNG with the size and the resolution of the artwork. */
  drawPrintFile(shop: string, drawing: TextOnArtwork): Promise<DrawnPrintFile>;
}

export interface TextOnArtwork {
  /** Of the artwork. */
  link: string;
  text: string;
  placement: TextPlacement;
}

/** other_shape: the text was placed on artwork of another shape. too_large: the file is larger than Shopify takes. */
export type DrawingProblem = ArtworkProblem | "no_preview" | "other_shape" | "text_not_drawn";

export type DrawnPrintFile =
  | { ok: true; bytes: Uint8Array; width: number; height: number; sha256: string; artworkSha256: string }
  | { ok: false; reason: DrawingProblem; temporary: boolean };

/** Why a metafield names no artwork. */
export type MetafieldProblem =
  /** Neither the variant nor its product has the metafield. */
  | { kind: "absent" }
  /** `type`: Shopify's name of the type that holds neither a file nor a link. */
  | { kind: "type"; type: string }
  | { kind: "no_link" }
  /** The file is no image or PDF, or Shopify has not processed the file. */
  | { kind: "file" };

/** The artwork that a metafield names. */
export type MetafieldArtwork = { link: string } | { problem: MetafieldProblem };

/** What has metafields. */
export type MetafieldOwner = Gid<"Product"> | Gid<"ProductVariant">;

/**
 * The artwork in a metafield, by owner. `name`: `namespace.key`. Owners without the metafield are left out. May throw the
 * errors of ./errors.ts.
 */
export type ReadMetafieldArtwork = (
  shop: string,
  name: string,
  owners: readonly MetafieldOwner[],
) => Promise<Map<MetafieldOwner, MetafieldArtwork>>;

/** type: no JPEG, PNG or WebP. unreadable: damaged, or too large to open. busy: too many files wait. */
export type PhotoProblem = "type" | "unreadable" | "busy";

/** Draws a photo anew as a JPEG of moderate size, without what a camera writes into it. Never throws. */
export type RedrawPhoto = (
  shop: string,
  file: Uint8Array,
) => Promise<{ ok: true; bytes: Uint8Array } | { ok: false; problem: PhotoProblem }>;
