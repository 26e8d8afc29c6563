import { BlockStack, Box, Divider, InlineGrid, Link, SkeletonBodyText, Text } from "@shopify/polaris";
import { Fragment, type ReactNode } from "react";
import { foldName } from "../../common/clean-text.ts";
import { ATTENTION } from "../../orders/core/attention.ts";
import type { RecipientNow } from "../../orders/pages/details/live-snapshot.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { ContentView, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { DateTime } from "../common/date-time.tsx";
import { Note, Subheading, TitledCard } from "../common/text.tsx";
import { ChangedValuesNote } from "./changed-values.tsx";
import { ADDRESSES, CUSTOMER, KIND_LABELS, shippingHeading } from "./copy.ts";
import { AddressBlock, addressLines, type AddressView } from "./recipient.tsx";

interface CustomerCardProps {
  page: OrderDetails;
  /** Shown where `recipientKey` asks for it; undefined while loading. */
  inShopify: RecipientNow["current"] | undefined;
}

/** Whether nothing that was sent, or would be, shows who gets the order: an item without a mapping has no content, for example. */
export const needsShopify = (page: OrderDetails): boolean =>
  destinationsOf(page).length === 0 && erasureOf(page) === null;

/** One value for each time that Shopify's address is to be read: where nothing else shows it, or a reason is about it. "": not needed. */
export const recipientKey = (page: OrderDetails): string =>
  needsShopify(page)
    ? "shown"
    : aboutAddress(page)
        .map(({ id }) => id)
        .join();

const aboutAddress = ({ reasons }: OrderDetails): ReasonView[] =>
  reasons.filter(({ code }) => ATTENTION[code].cause === "address");

/** Who gets the order, where and how: once for all print orders that go to the same address in the same way. */
export function CustomerCard({ page, inShopify }: CustomerCardProps) {
  const destinations = destinationsOf(page);
  const [newest] = destinations;
  return (
    <TitledCard title={CUSTOMER.title}>
      {needsShopify(page) && <ShownInShopify current={inShopify} shippingTitle={page.shippingTitle} />}
      {newest ? <Contact content={newest.content} /> : erasureOf(page)}
      {destinations.map(({ content, submissions }, at) => (
        <Fragment key={submissions[0]?.id}>
          {at > 0 && <Divider />}
          <Destination
            content={content}
            submissions={submissions}
            shippingTitle={at === 0 ? page.shippingTitle : null}
            named={destinations.length > 1}
          >
            {at === 0 && aboutAddress(page).length > 0 && <AddressNow sent={content} current={inShopify} />}
          </Destination>
        </Fragment>
      ))}
      {page.change && <ChangedValuesNote change={page.change} />}
    </TitledCard>
  );
}

/** The address that Shopify has now, beside the one that was sent. */
function AddressNow({ sent, current }: { sent: AddressView; current: CustomerCardProps["inShopify"] }) {
  const lines = addressLines(sent);
  const isSame = current?.status === "read" && addressLines(current.recipient).join() === lines.join();
  return (
    <BlockStack gap="100">
      <Subheading>{ADDRESSES.inShopify}</Subheading>
      {/* As high as the address that was sent: what is below stays where it is. */}
      <Box minHeight={`${lines.length * LINE_PX}px`}>
        {current === undefined && <Text as="p">{ADDRESSES.loading}</Text>}
        {current?.status === "read" && !isSame && <AddressBlock address={current.recipient} />}
        {isSame && <Text as="p">{ADDRESSES.same}</Text>}
        {current && current.status !== "read" && <Text as="p">{ADDRESSES.unread[current.status]}</Text>}
      </Box>
    </BlockStack>
  );
}

const LINE_PX = 20;

interface ShownInShopifyProps {
  current: CustomerCardProps["inShopify"];
  /** What the customer chose. */
  shippingTitle: string | null;
}

/** The same as Shopify has it now. */
function ShownInShopify({ current, shippingTitle }: ShownInShopifyProps) {
  return (
    <>
      {current === undefined && <SkeletonBodyText lines={4} />}
      {current?.status === "read" && (
        <>
          <Contact content={current.recipient} />
          <BlockStack gap="100">
            <Subheading>{ADDRESSES.inShopify}</Subheading>
            <AddressBlock address={current.recipient} />
          </BlockStack>
        </>
      )}
      {current && current.status !== "read" && <Note>{ADDRESSES.unread[current.status]}</Note>}
      {shippingTitle !== null && (
        <BlockStack gap="100">
          <Subheading>{CUSTOMER.method}</Subheading>
          <Text as="p" breakWord>
            {shippingTitle}
          </Text>
        </BlockStack>
      )}
    </>
  );
}

interface Shipment {
  content: ContentView;
  /** Never empty. */
  submissions: SubmissionView[];
}

/** The current submission's first. Canceled and replaced ones count only where there is no other. */
function destinationsOf({ submissions, currentSubmissionId }: OrderDetails): Shipment[] {
  const active = submissions.filter(({ state, replaced }) => state !== "cancelled" && !replaced);
  const shown = (active.length > 0 ? active : submissions).toSorted(
    (a, b) => Number(b.id === currentSubmissionId) - Number(a.id === currentSubmissionId),
  );
  const found = new Map<string, Shipment>();
  for (const submission of shown) {
    const { content } = submission;
    if (!content) continue;
    const key = JSON.stringify(content);
    const shipment = found.get(key);
    if (shipment) shipment.submissions.push(submission);
    else found.set(key, { content, submissions: [submission] });
  }
  return [...found.values()];
}

/** The name stands in the address. */
function Contact({ content: { email, phone } }: { content: Pick<ContentView, "email" | "phone"> }) {
  return (
    <BlockStack>
      {email !== "" && (
        <Text as="p" breakWord>
          <Link url={`mailto:${encodeURIComponent(email)}`} target="_top" removeUnderline>
            {email}
          </Link>
        </Text>
      )}
      {phone !== "" && (
        <Text as="p" breakWord>
          {phone}
        </Text>
      )}
    </BlockStack>
  );
}

interface DestinationProps extends Shipment {
  /** What the customer chose in Shopify. */
  shippingTitle: string | null;
  /** Several destinations: each names its print orders. */
  named: boolean;
  /** Beside the address. */
  children?: ReactNode;
}

function Destination({ content, submissions, shippingTitle, named, children }: DestinationProps) {
  const kinds = [...new Set(submissions.map(({ kind }) => KIND_LABELS[kind]))].join(", ");
  const isUnsent = submissions.every(({ submittedAt }) => submittedAt === null);
  const method = submissions[0]?.serviceName ?? CUSTOMER.methodName(content.method);
  const differing = submissions.flatMap(({ otherRecipient }) => otherRecipient ?? []);
  return (
    <InlineGrid columns={{ xs: 1, sm: 2 }} gap="400">
      <BlockStack gap="100">
        <Subheading>{shippingHeading(isUnsent, named ? kinds : null)}</Subheading>
        <AddressBlock address={content} />
      </BlockStack>
      {children}
      {differing.map((recipient) => (
        <BlockStack key={JSON.stringify(recipient)} gap="100">
          <Subheading>{CUSTOMER.atProvider}</Subheading>
          <AddressBlock address={{ ...recipient, zip: "" }} />
        </BlockStack>
      ))}
      <BlockStack gap="100">
        <Subheading>{CUSTOMER.method}</Subheading>
        <Text as="p" breakWord>
          {method}
        </Text>
        {shippingTitle !== null && foldName(shippingTitle) !== foldName(method) && (
          <Note breakWord>{CUSTOMER.chosen(shippingTitle)}</Note>
        )}
      </BlockStack>
    </InlineGrid>
  );
}

/** That the customer's data was erased; null: it was not. */
function erasureOf({ erased, submissions }: OrderDetails): ReactNode {
  const erasedAt = submissions.flatMap(({ contentErasedAt }) => contentErasedAt ?? []).at(-1);
  if (erasedAt !== undefined) {
    const [before, after] = CUSTOMER.erasedByAge;
    return (
      <Note>
        {before} <DateTime at={erasedAt} />, {after}
      </Note>
    );
  }
  return erased ? <Note>{CUSTOMER.erased}</Note> : null;
}
