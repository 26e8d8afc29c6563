import type { AttentionCode as Attention } from "../app/orders/core/attention.ts";
import type { HistoryCode as History } from "../app/orders/core/history.ts";
import type { Gid } from "../app/ports/gid.ts";
import type { ArtworkProblem as Problem } from "../app/ports/artwork.ts";
import type { NotifyProblem as NotNotified } from "../app/ports/notify.ts";
import type * as ids from "../app/ports/ids.ts";
import type { MessageSubject as Subject, Topic as NotifiedTopic } from "../app/orders/core/topics.ts";
import type {
  ChangedField as Changed,
  ArtworkSide as AnySide,
  FurtherArtwork as Further,
  PrintSide as Side,
} from "../app/ports/order-model.ts";

declare global {
  /** Types of text columns: what `// type: Name` behind a column of schema.prisma means (scripts/column-types.ts). */
  interface ColumnTypes {
    ShopId: ids.ShopId;
    PrintAccountId: ids.PrintAccountId;
    PracticeOrderId: ids.PracticeOrderId;
    WebhookDeliveryId: ids.WebhookDeliveryId;
    OrderId: ids.OrderId;
    OrderLineId: ids.OrderLineId;
    OrderChangeId: ids.OrderChangeId;
    SubmissionId: ids.SubmissionId;
    SubmissionLineId: ids.SubmissionLineId;
    AttemptId: ids.AttemptId;
    ParcelId: ids.ParcelId;
    ShopifyWriteId: ids.ShopifyWriteId;
    ProviderWriteId: ids.ProviderWriteId;
    AttentionId: ids.AttentionId;
    FlowEventId: ids.FlowEventId;
    SavedViewId: ids.SavedViewId;
    CarrierServiceGid: Gid<"DeliveryCarrierService">;
    StaffMemberId: ids.StaffMemberId;
    DryRunId: ids.DryRunId;
    ReconciliationId: ids.ReconciliationId;
    SkuCheckRunId: ids.SkuCheckRunId;
    MappingImportId: ids.MappingImportId;
    BulkEditId: ids.BulkEditId;
    BuyerDataAccessId: ids.BuyerDataAccessId;
    DataRequestId: ids.DataRequestId;
    NotificationChannelId: ids.NotificationChannelId;
    NotificationMessageId: ids.NotificationMessageId;
    ClaimId: ids.ClaimId;
    ClaimPhotoId: ids.ClaimPhotoId;
    StoreLinkId: ids.StoreLinkId;
    DrawnFileId: ids.DrawnFileId;
    MessageSubject: Subject;
    NotifyProblem: NotNotified;
    Topic: NotifiedTopic;
    CustomerGid: Gid<"Customer">;
    OrderGid: Gid<"Order">;
    LineItemGid: Gid<"LineItem">;
    ProductGid: Gid<"Product">;
    ProductVariantGid: Gid<"ProductVariant">;
    ProductVariantGidOrNone: Gid<"ProductVariant"> | "";
    FulfillmentGid: Gid<"Fulfillment">;
    AttentionCode: Attention;
    HistoryCode: History;
    ArtworkProblem: Problem;
    PrintSide: Side;
    ArtworkSide: AnySide;
    FurtherArtwork: Further;
    ChangedField: Changed;
  }
}
