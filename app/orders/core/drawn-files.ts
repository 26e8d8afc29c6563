import { DRAWING_VERSION } from "../../ports/text-placement.ts";
import type { DrawnText, PrintOrder } from "../../ports/order-model.ts";
import type { DrawnFileId } from "../../ports/ids.ts";
import type { OrdersContext } from "./context.ts";

/** The links of the print files that were made for an order, by key. */
export type DrawnFiles = ReadonlyMap<string, string>;

/** What `DrawnFile` rows are read for. */
export const drawnFilesOf = (rows: readonly { key: string; link: string }[] | null): DrawnFiles =>
  new Map((rows ?? []).map(({ key, link }) => [key, link]));

/** The keyed hash of what is drawn: another text, artwork or placement is another file. */
export const drawnFileKey = (
  { encryptor }: Pick<OrdersContext, "encryptor">,
  { text, placement, artwork }: Pick<DrawnText, "text" | "placement" | "artwork">,
): string => encryptor.hash(JSON.stringify(["drawn file", DRAWING_VERSION, artwork, text, placement]));

/** The name of a row's file in the shop's files. Its content is in the name: a file that is found by it is the one that was made. */
export const drawnFileName = (id: DrawnFileId, sha256: string): string => `inkbridge-${id}-${sha256.slice(0, 16)}.png`;

/** A text whose print file is made by the app, with the item that it is for. */
export type Drawing = DrawnText & { position: number };

const drawings = ({ items }: PrintOrder): Drawing[] =>
  items.flatMap(({ drawn = [] }, position) =>
    drawn.filter(({ placement }) => placement.makesFile).map((one) => ({ ...one, position })),
  );

/** An order with one of these cannot be sent: its item has the artwork without the text. */
export const drawingsToMake = (order: PrintOrder): Drawing[] => drawings(order).filter(({ made }) => !made);

/** Those whose print file is sent. */
export const madeDrawings = (order: PrintOrder): Drawing[] => drawings(order).filter(({ made }) => made);
