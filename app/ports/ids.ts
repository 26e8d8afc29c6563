import { z } from "zod";

declare const kind: unique symbol;

/** The id (a UUID) of a row of one table. The compiler keeps the kinds apart; at run time it is a string. */
type IdOf<Kind extends string> = string & { readonly [kind]: Kind };

export type ShopId = IdOf<"Shop">;
export type PrintAccountId = IdOf<"PrintAccount">;
export type PracticeOrderId = IdOf<"PracticeOrder">;
export type WebhookDeliveryId = IdOf<"WebhookDelivery">;
export type OrderId = IdOf<"Order">;
export type OrderLineId = IdOf<"OrderLine">;
export type OrderChangeId = IdOf<"OrderChange">;
export type SubmissionId = IdOf<"Submission">;
export type SubmissionLineId = IdOf<"SubmissionLine">;
export type AttemptId = IdOf<"Attempt">;
export type ParcelId = IdOf<"Parcel">;
export type ShopifyWriteId = IdOf<"ShopifyWrite">;
export type ProviderWriteId = IdOf<"ProviderWrite">;
export type AttentionId = IdOf<"Attention">;
export type FlowEventId = IdOf<"FlowEvent">;
export type SavedViewId = IdOf<"SavedView">;
export type MappingImportId = IdOf<"MappingImport">;
export type BulkEditId = IdOf<"BulkEdit">;
export type StaffMemberId = IdOf<"StaffMember">;
export type BuyerDataAccessId = IdOf<"BuyerDataAccess">;
export type DataRequestId = IdOf<"DataRequest">;
export type DryRunId = IdOf<"DryRun">;
export type ReconciliationId = IdOf<"Reconciliation">;
export type SkuCheckRunId = IdOf<"SkuCheckRun">;
export type NotificationChannelId = IdOf<"NotificationChannel">;
export type NotificationMessageId = IdOf<"NotificationMessage">;
export type ClaimId = IdOf<"Claim">;
export type ClaimPhotoId = IdOf<"ClaimPhoto">;
export type StoreLinkId = IdOf<"StoreLink">;
export type DrawnFileId = IdOf<"DrawnFile">;

/** Fits every kind: a new id, or the id of a row whose table is known only at run time. */
export type RowId = IdOf<never>;

const schemaOf = <Id extends string>() => z.uuid().pipe(z.custom<Id>());

/** Ids that come from outside: a URL, a form, stored JSON. */
export const orderIdSchema = schemaOf<OrderId>();
export const orderLineIdSchema = schemaOf<OrderLineId>();
export const orderChangeIdSchema = schemaOf<OrderChangeId>();
export const submissionIdSchema = schemaOf<SubmissionId>();
export const attentionIdSchema = schemaOf<AttentionId>();
export const parcelIdSchema = schemaOf<ParcelId>();
export const webhookDeliveryIdSchema = schemaOf<WebhookDeliveryId>();
export const savedViewIdSchema = schemaOf<SavedViewId>();
export const dataRequestIdSchema = schemaOf<DataRequestId>();
export const dryRunIdSchema = schemaOf<DryRunId>();
export const mappingImportIdSchema = schemaOf<MappingImportId>();
export const bulkEditIdSchema = schemaOf<BulkEditId>();
export const notificationChannelIdSchema = schemaOf<NotificationChannelId>();
export const claimIdSchema = schemaOf<ClaimId>();
export const claimPhotoIdSchema = schemaOf<ClaimPhotoId>();
export const storeLinkIdSchema = schemaOf<StoreLinkId>();

/** Whether a text of an address may be the id of a row, as PostgreSQL writes it. In a file that loads no zod: a page asks it, too. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
