import { Badge, BlockStack, Button, InlineStack, Link, List, Page, Text } from "@shopify/polaris";
import { useState, type ReactNode } from "react";
import { ATTENTION, type AttentionCode } from "../../orders/core/attention.ts";
import type { ProviderRequest } from "../../orders/core/attention-registry.ts";
import { SHIPPED_STATES } from "../../orders/core/states.ts";
import type {
  AddressField,
  Compared,
  DifferenceKind,
  ItemDifferences,
  ItemField,
  OrderDifferences,
  Side,
  SubmissionDifferences,
} from "../../orders/pages/details/differences.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { sideName, type FurtherSide } from "../../ports/order-model.ts";
import { FURTHER_SIDES } from "../../ports/sides.ts";
import { ArtworkThumbnail } from "../common/artwork-thumbnail.tsx";
import { StateBadge } from "../common/badges.tsx";
import { MessageBanner } from "../common/banners.tsx";
import { useListName } from "../common/list-address.ts";
import { orderUrl } from "../common/page-links.ts";
import { PROVIDER_MESSAGE } from "../common/provider-message-copy.ts";
import { useDenied } from "../common/shop-context.tsx";
import { Note, Subdued, Subheading, TitledCard } from "../common/text.tsx";
import {
  ActionButton,
  LineActionButton,
  RequestFeedback,
  useActions,
  type ActionControls,
  type OrderRequests,
} from "./actions.tsx";
import { ARTWORK, FIX_LABELS, KIND_LABELS, LINES_CARD, PAGE, REPLACED_MESSAGE } from "./copy.ts";
import { ProviderMessageDialog, type MessageSubject } from "./provider-message.tsx";
import { adminUrl, mappingUrl, reasonCodesOf } from "./reasons.ts";
import { mayReprint, REPRINT, ReprintDialog } from "./reprint-dialog.tsx";

interface DifferencesViewProps {
  page: OrderDetails;
  differences: OrderDifferences;
  requests: OrderRequests;
}

/** What was sent of an order, what the print service has, and what Shopify says now, with what can be done about each difference. */
export function DifferencesView({ page, differences, requests }: DifferencesViewProps) {
  const { busy, onAction, onChanged, ...feedback } = requests;
  const { controls, dialog } = useActions(page, busy, onAction, onChanged);
  return (
    <Page
      title={DIFFERENCES.title(page.name)}
      subtitle={DIFFERENCES.subtitle}
      backAction={{ content: PAGE.title(page.name), url: orderUrl(page.number, useListName()) }}
      secondaryActions={[
        {
          content: PAGE.refresh,
          loading: busy?.action === "refresh",
          disabled: busy !== null,
          onAction: () => onAction({ action: "refresh" }),
        },
        { content: PAGE.viewInShopify, url: adminUrl(page.number), target: "_top" },
      ]}
    >
      <BlockStack gap="400">
        <RequestFeedback {...feedback} />
        {differences.isShopifyUnread && <MessageBanner tone="warning" text={DIFFERENCES.shopifyUnread} />}
        {differences.submissions.length === 0 && <MessageBanner tone="info" text={DIFFERENCES.nothingSent} />}
        {differences.submissions.map((one) => {
          const submission = page.submissions.find(({ id }) => id === one.submissionId);
          return (
            submission && (
              <ComparedSubmission
                key={one.submissionId}
                page={page}
                submission={submission}
                compared={one}
                previews={differences.previews}
                isShopifyUnread={differences.isShopifyUnread}
                controls={controls}
              />
            )
          );
        })}
      </BlockStack>
      {dialog}
    </Page>
  );
}

interface ComparedProps {
  page: OrderDetails;
  submission: SubmissionView;
  compared: SubmissionDifferences;
  previews: OrderDifferences["previews"];
  isShopifyUnread: boolean;
  controls: ActionControls;
}

function ComparedSubmission({ page, submission, compared, previews, isShopifyUnread, controls }: ComparedProps) {
  const { kind, reference, state, replaced } = submission;
  const { items, address, kinds, isUnseen, isErased, isAddressChanged } = compared;
  return (
    <TitledCard title={DIFFERENCES.submission(KIND_LABELS[kind], reference)}>
      <InlineStack gap="200">
        <StateBadge state={state} reasons={reasonCodesOf(page, submission)} />
      </InlineStack>
      {replaced && <Note>{REPLACED_MESSAGE}</Note>}
      {kinds.length === 0 ? (
        <Text as="p">{isUnseen || isErased || isShopifyUnread ? DIFFERENCES.noneComparable : DIFFERENCES.none}</Text>
      ) : (
        <WaysOut page={page} submission={submission} kinds={kinds} controls={controls} />
      )}
      {isUnseen && <Note>{DIFFERENCES.unseen}</Note>}
      {isErased && <Note>{DIFFERENCES.erased}</Note>}
      <Table caption={DIFFERENCES.items}>
        {items.map((item, at) => (
          <ItemRows
            key={item.lineId ?? `unsent ${at}`}
            item={item}
            page={page}
            previews={previews}
            controls={controls}
          />
        ))}
      </Table>
      {address.length > 0 && (
        <Table caption={DIFFERENCES.address}>
          <tbody>
            {address.map((row) => (
              <Row key={row.field} row={row} label={DIFFERENCES.addressFields[row.field]} />
            ))}
          </tbody>
        </Table>
      )}
      {isAddressChanged && <Note>{DIFFERENCES.addressChanged}</Note>}
    </TitledCard>
  );
}

/** Three places side by side; on a phone one below the other, each with its name. */
function Table({ caption, children }: { caption: string; children: ReactNode }) {
  const { field, sent, provider, shopify } = DIFFERENCES.columns;
  return (
    <BlockStack gap="200">
      <Subheading>{caption}</Subheading>
      <table className="Inkbridge-Compare" aria-label={caption}>
        <thead>
          <tr>
            {[field, sent, provider, shopify].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </BlockStack>
  );
}

interface ItemRowsProps {
  item: ItemDifferences;
  page: OrderDetails;
  previews: OrderDifferences["previews"];
  controls: ActionControls;
}

function ItemRows({ item, page, previews, controls }: ItemRowsProps) {
  const { title, fields, texts, isChanged, lineId } = item;
  const line = page.lines.find(({ id }) => id === lineId);
  const mapUrl = line && fields.some(({ field, differs }) => field !== "quantity" && differs.includes("shopify"));
  const url = mapUrl ? mappingUrl(line, page.number) : null;
  return (
    <tbody>
      <tr>
        <th colSpan={4} scope="rowgroup">
          <BlockStack gap="100">
            <Text as="span" fontWeight="semibold" breakWord>
              {title}
            </Text>
            {lineId === null && <Text as="span">{DIFFERENCES.unsentItem}</Text>}
            {isChanged && <Subdued>{DIFFERENCES.itemChanged}</Subdued>}
            {(url || line?.action) && (
              <InlineStack gap="400">
                {url && (
                  <Button variant="plain" url={url} accessibilityLabel={`${FIX_LABELS.mapping} ${title}`}>
                    {line?.mapped ? FIX_LABELS.mapping : LINES_CARD.mapProduct}
                  </Button>
                )}
                {line?.action && (
                  <LineActionButton action={line.action} lineId={line.id} title={title} controls={controls} />
                )}
              </InlineStack>
            )}
          </BlockStack>
        </th>
      </tr>
      {fields.map((row) => (
        <Row
          key={row.field}
          row={row}
          label={DIFFERENCES.itemFields[row.field]}
          render={
            isArtwork(row.field)
              ? (link) => <Artwork link={link} title={title} field={row.field} previews={previews} />
              : undefined
          }
          inShopify={row.field === "note" ? texts.map(({ name, value }) => LINES_CARD.customerText(name, value)) : []}
        />
      ))}
      {!fields.some(({ field }) => field === "note") && texts.length > 0 && (
        <Row
          row={{ field: "note", sent: "", provider: null, shopify: "", differs: [] }}
          label={DIFFERENCES.itemFields.note}
          inShopify={texts.map(({ name, value }) => LINES_CARD.customerText(name, value))}
        />
      )}
    </tbody>
  );
}

const SIDE_FIELDS = Object.fromEntries(FURTHER_SIDES.map((side) => [side, `${sideName(side)} artwork`])) as Record<
  FurtherSide,
  string
>;

const isArtwork = (field: ItemField): boolean => field.startsWith("artwork") || field in SIDE_FIELDS;

interface ArtworkProps {
  link: string;
  title: string;
  field: ItemField;
  previews: OrderDifferences["previews"];
}

function Artwork({ link, title, field, previews }: ArtworkProps) {
  if (!/^https?:/.test(link)) return link;
  const alt = ARTWORK.fullImage(ARTWORK.alt(DIFFERENCES.itemFields[field], title));
  return (
    <Link url={link} target="_blank" removeUnderline>
      <ArtworkThumbnail url={link} preview={previews[link] ?? null} alt={alt} pixels={96} lazy />
    </Link>
  );
}

interface RowProps {
  row: Compared<ItemField | AddressField>;
  label: string;
  /** Draws a value that is there; by default its text. */
  render?(value: string): ReactNode;
  /** What else Shopify shows of it. */
  inShopify?: string[];
}

function Row({ row, label, render = (value) => value, inShopify = [] }: RowProps) {
  const { columns } = DIFFERENCES;
  const cell = (side: Side | "sent", value: string | null, more: readonly string[] = []) => (
    <td data-label={columns[side]}>
      <BlockStack gap="100" inlineAlign="start">
        {value === null && <Subdued>{DIFFERENCES.notShown}</Subdued>}
        {value === "" && more.length === 0 && <Subdued>{DIFFERENCES.nothing}</Subdued>}
        {value && (
          <Text as="span" breakWord>
            {render(value)}
          </Text>
        )}
        {more.map((text, at) => (
          <Text as="span" tone="subdued" breakWord key={at}>
            {text}
          </Text>
        ))}
        {side !== "sent" && row.differs.includes(side) && <Badge tone="warning">{DIFFERENCES.differs}</Badge>}
      </BlockStack>
    </td>
  );
  return (
    <tr>
      <th scope="row">{label}</th>
      {cell("sent", row.sent)}
      {cell("provider", row.provider)}
      {cell("shopify", row.shopify, inShopify)}
    </tr>
  );
}

interface WayOut {
  asks: ProviderRequest | null;
  /** The same once the package is on its way. */
  asksShipped: ProviderRequest | null;
  /** The reasons that report it. */
  codes: readonly AttentionCode[];
  /** Printing items once more makes it good. */
  reprints: boolean;
  inShopify: boolean;
}

const WAYS_OUT: Readonly<Record<DifferenceKind, WayOut>> = {
  canceled: {
    asks: "stop",
    asksShipped: "refund",
    codes: ["cancelled_after_sent"],
    reprints: false,
    inShopify: false,
  },
  too_many: {
    asks: "cancel_items",
    asksShipped: "refund",
    codes: ["reduced_after_sent", "refund_at_provider"],
    reprints: false,
    inShopify: true,
  },
  content_now: { asks: null, asksShipped: null, codes: [], reprints: true, inShopify: true },
  address_now: {
    asks: "change_address",
    asksShipped: "redirect",
    codes: ["address_changed_after_sent", "address_not_verified"],
    reprints: true,
    inShopify: true,
  },
  items_at_provider: {
    asks: "compare_items",
    asksShipped: "compare_items",
    codes: ["items_differ", "status_unmatched", "orphan_unmatched"],
    reprints: true,
    inShopify: false,
  },
  address_at_provider: {
    asks: "change_address",
    asksShipped: "redirect",
    codes: ["address_differs"],
    reprints: true,
    inShopify: false,
  },
};

interface WaysOutProps {
  page: OrderDetails;
  submission: SubmissionView;
  kinds: readonly DifferenceKind[];
  controls: ActionControls;
}

/** Each difference in words, with what can be done about it. */
function WaysOut({ page, submission, kinds, controls }: WaysOutProps) {
  const [message, setMessage] = useState<MessageSubject | null>(null);
  const [isReprinting, setReprinting] = useState(false);
  const denied = useDenied();
  const isShipped = SHIPPED_STATES.includes(submission.state);
  return (
    <>
      <List>
        {kinds.map((kind) => {
          const { asks, asksShipped, codes, reprints, inShopify } = WAYS_OUT[kind];
          const request = isShipped ? asksShipped : asks;
          const reasons = page.reasons.filter((one) => one.submissionId === submission.id && codes.includes(one.code));
          const asked = request && subjectOf(kind, request, reasons);
          return (
            <List.Item key={kind}>
              <BlockStack gap="100">
                <Text as="p">{DIFFERENCES.kinds[kind]}</Text>
                <InlineStack gap="400">
                  {asked && (
                    <Button variant="plain" onClick={() => setMessage(asked)}>
                      {PROVIDER_MESSAGE.open}
                    </Button>
                  )}
                  {inShopify && (
                    <Button variant="plain" url={adminUrl(page.number)} target="_top">
                      {PAGE.viewInShopify}
                    </Button>
                  )}
                  {reprints && mayReprint(page, submission) && (
                    <Button variant="plain" disabled={denied} onClick={() => setReprinting(true)}>
                      {REPRINT.button}
                    </Button>
                  )}
                  {reprints && mayReplace(submission, reasons) && (
                    <ActionButton action="replace" submissionId={submission.id} variant="plain" controls={controls} />
                  )}
                  {reasons.some(({ actions }) => actions.includes("acknowledge")) && (
                    <ActionButton
                      action="acknowledge"
                      submissionId={submission.id}
                      variant="plain"
                      controls={controls}
                    />
                  )}
                </InlineStack>
              </BlockStack>
            </List.Item>
          );
        })}
      </List>
      {message && (
        <ProviderMessageDialog page={page} subject={message} submission={submission} onClose={() => setMessage(null)} />
      )}
      {isReprinting && (
        <ReprintDialog orderNumber={page.number} submission={submission} onClose={() => setReprinting(false)} />
      )}
    </>
  );
}

const mayReplace = ({ actions }: SubmissionView, reasons: readonly ReasonView[]): boolean =>
  actions.includes("replace") || reasons.some((one) => one.actions.includes("replace"));

/** What the message says, with the words of the reason that reports the difference, if one does. */
function subjectOf(kind: DifferenceKind, asks: ProviderRequest, reasons: readonly ReasonView[]): MessageSubject {
  const reason = reasons.find(({ code }) => ATTENTION[code].asks !== undefined);
  return {
    id: reason?.id ?? kind,
    asks,
    detail: reason?.detail ?? {},
    providerMessages: reason?.providerMessages ?? [],
  };
}

const DIFFERENCES = {
  title: (name: string) => `Compare order ${name}`,
  subtitle: "What was sent to print, what the print service shows, and what Shopify says now",
  submission: (kind: string, reference: string) => `${kind} ${reference}`,
  shopifyUnread:
    "Shopify isn't showing the order right now. Quantities are from the last time Inkbridge read the order. Texts, artwork, and address can't be compared.",
  nothingSent: "Nothing of this order was sent to print yet.",
  none: "No differences found.",
  /** One side, or what was sent, is not known. */
  noneComparable: "No differences found in what can be compared.",
  unseen: "The print service hasn't shown this order to Inkbridge yet.",
  erased: "What was sent was erased, because Inkbridge keeps customer data for a limited time only.",
  items: "Items",
  address: "Address",
  columns: {
    field: "Field",
    sent: "Sent to print",
    provider: "At the print service",
    shopify: "In Shopify now",
  },
  itemFields: {
    quantity: "Quantity",
    itemSku: "Print SKU",
    note: "Text",
    artworkFront: "Front artwork",
    artworkBack: "Back artwork",
    ...SIDE_FIELDS,
  } satisfies Record<ItemField, string>,
  addressFields: {
    name: "Name",
    address1: "Address",
    address2: "Apartment, suite, etc.",
    city: "City",
    province: "State or province",
    zip: "Postal code",
    country: "Country",
    email: "Email",
    phone: "Phone",
  } satisfies Record<AddressField, string>,
  notShown: "Not shown",
  nothing: "None",
  differs: "Differs",
  unsentItem: "This item wasn't sent.",
  itemChanged: "Staff changed this item for this order.",
  addressChanged: "Staff changed the address, contact, or shipping for this order.",
  kinds: {
    canceled: "The order was canceled in Shopify.",
    too_many: "More was sent to print than the order now has.",
    content_now: "Shopify, the mapping, or your settings now give another text, SKU, or artwork.",
    address_now: "The address in Shopify is another one now.",
    items_at_provider: "The print service shows other items, quantities, or artwork.",
    address_at_provider: "The print service ships to another address.",
  } satisfies Record<DifferenceKind, string>,
};
