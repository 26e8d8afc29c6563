-- CreateEnum
CREATE TYPE "PrintInterface" AS ENUM ('v1', 'v3');

-- CreateEnum
CREATE TYPE "PaymentProblem" AS ENUM ('low_balance', 'refused');

-- CreateEnum
CREATE TYPE "AccountMoveState" AS ENUM ('comparing', 'compared', 'failed', 'moved');

-- CreateEnum
CREATE TYPE "AccountMoveProblem" AS ENUM ('account_rejected', 'unavailable');

-- CreateEnum
CREATE TYPE "CatalogSource" AS ENUM ('service', 'file');

-- CreateEnum
CREATE TYPE "CatalogProblem" AS ENUM ('unavailable', 'too_large', 'too_slow');

-- CreateEnum
CREATE TYPE "SnoozeReason" AS ENUM ('customer', 'print_service', 'colleague', 'payment', 'other');

-- CreateEnum
CREATE TYPE "CostProblem" AS ENUM ('erased', 'rejected', 'inconsistent', 'not_priced');

-- CreateEnum
CREATE TYPE "BilledSource" AS ENUM ('service', 'bill');

-- CreateEnum
CREATE TYPE "UnprovenCreate" AS ENUM ('repeated', 'unwanted');

-- CreateEnum
CREATE TYPE "ProviderWriteKind" AS ENUM ('pay', 'cancel');

-- CreateEnum
CREATE TYPE "ProviderCallOutcome" AS ENUM ('claimed', 'accepted', 'rejected', 'not_processed', 'uncertain');

-- CreateEnum
CREATE TYPE "ProviderWriteOutcome" AS ENUM ('done', 'too_late', 'refused', 'unclear', 'obsolete');

-- CreateEnum
CREATE TYPE "LongRunKind" AS ENUM ('mapping_import', 'bulk_edit', 'product_variants', 'dry_run', 'reconciliation', 'sku_check', 'catalog_copy', 'shipping_services', 'sending_plan', 'submission_costs', 'order_profits', 'account_move');

-- CreateEnum
CREATE TYPE "Permission" AS ENUM ('approve', 'map', 'pay', 'settings');

-- CreateEnum
CREATE TYPE "StaffActionKind" AS ENUM ('mappings_saved', 'mapping_removed', 'mappings_imported', 'variants_edited', 'variants_edit_stopped', 'never_printed', 'printed_again', 'settings_saved', 'notifications_saved', 'sending_paused', 'sending_resumed', 'account_connected', 'account_move_prepared', 'account_move_canceled', 'account_moved', 'practice_connected', 'account_disconnected', 'history_check_overridden', 'webhooks_registered', 'webhooks_deactivated', 'foreign_webhook_kept', 'webhook_secret_rotated', 'failed_webhooks_retried', 'failed_webhooks_dismissed', 'payments_retried', 'data_request_sent', 'view_saved', 'view_deleted', 'permissions_saved', 'store_code_created', 'store_code_failed', 'stores_linked', 'stores_unlinked', 'bill_used', 'catalog_file_used', 'catalog_file_removed', 'catalog_trusted');

-- CreateEnum
CREATE TYPE "ReconciliationState" AS ENUM ('reading', 'compared', 'failed');

-- CreateEnum
CREATE TYPE "ReconciliationProblem" AS ENUM ('account_rejected', 'unavailable', 'date_filter_ignored');

-- CreateEnum
CREATE TYPE "NotificationChannelKind" AS ENUM ('email', 'webhook');

-- CreateEnum
CREATE TYPE "NotificationOutcome" AS ENUM ('sent', 'rejected', 'uncertain', 'obsolete', 'expired');

-- CreateEnum
CREATE TYPE "ClaimKind" AS ENUM ('damaged', 'lost', 'wrong_item', 'wrong_print', 'other');

-- CreateEnum
CREATE TYPE "ClaimState" AS ENUM ('open', 'asked', 'answered', 'done');

-- CreateEnum
CREATE TYPE "ClaimAnswer" AS ENUM ('replacement', 'refund', 'refused');

-- CreateEnum
CREATE TYPE "CarrierServiceProblem" AS ENUM ('scope_missing', 'plan', 'refused', 'unavailable');

-- CreateEnum
CREATE TYPE "CheckoutRateSource" AS ENUM ('quote', 'kept', 'fallback', 'none', 'not_ours');

-- AlterEnum
ALTER TYPE "EligibilityReason" ADD VALUE 'excluded_by_rule';

-- AlterEnum
ALTER TYPE "SavedViewPage" ADD VALUE 'inbox';

-- AlterEnum
ALTER TYPE "DryRunCostProblem" ADD VALUE 'not_priced';

-- DropIndex
DROP INDEX "Submission_shopId_idx";

-- DropIndex
DROP INDEX "Orphan_printAccountId_reference_key";

-- AlterTable
ALTER TABLE "Shop" ADD COLUMN     "dryRunOfferClosedAt" TIMESTAMPTZ(3),
ADD COLUMN     "lastUninstalledAt" TIMESTAMPTZ(3),
ADD COLUMN     "planAgainAfter" UUID,
ADD COLUMN     "planAgainAt" TIMESTAMPTZ(3),
ADD COLUMN     "profitRecountAfter" UUID,
ADD COLUMN     "reinstalledAt" TIMESTAMPTZ(3),
ADD COLUMN     "sendingPausedAt" TIMESTAMPTZ(3),
ADD COLUMN     "sendingPausedUntil" TIMESTAMPTZ(3),
ADD COLUMN     "statusesAfter" UUID,
ADD COLUMN     "statusesLostAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "PrintAccount" ADD COLUMN     "interfaceVersion" "PrintInterface" NOT NULL DEFAULT 'v1',
ADD COLUMN     "paymentProblem" "PaymentProblem",
ADD COLUMN     "paymentProblemSince" TIMESTAMPTZ(3),
ADD COLUMN     "paymentRefusals" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "paymentRetryAt" TIMESTAMPTZ(3),
ADD COLUMN     "reportsShipping" BOOLEAN,
ADD COLUMN     "shippingServices" JSONB,
ADD COLUMN     "tokenEndsAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Order" ADD COLUMN     "destinationCountry" TEXT,
ADD COLUMN     "money" JSONB,
ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "OrderLine" ADD COLUMN     "returned" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Submission" ADD COLUMN     "lastAttemptAt" TIMESTAMPTZ(3),
ADD COLUMN     "openWrite" "ProviderWriteKind",
ADD COLUMN     "providerCancelledAt" TIMESTAMPTZ(3),
ADD COLUMN     "rules" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "sendingTime" TIMESTAMPTZ(3),
ADD COLUMN     "serviceOrderIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "unproven" "UnprovenCreate";

-- AlterTable
ALTER TABLE "Attempt" ADD COLUMN     "alreadyThere" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Parcel" ADD COLUMN     "awaitingShipmentUntil" TIMESTAMPTZ(3),
ADD COLUMN     "carrier" TEXT;

-- AlterTable
ALTER TABLE "Mapping" ADD COLUMN     "artworkSides" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "MappingImport" ADD COLUMN     "columns" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "withProblems" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "MappingImportRow" ADD COLUMN     "artworkSides" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "fileRow" JSONB,
ADD COLUMN     "overridable" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "MappingImportValue" ADD COLUMN     "overridable" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Heartbeat" ADD COLUMN     "hashKeyMark" TEXT;

-- AlterTable
ALTER TABLE "SkuCheckRun" ALTER COLUMN "dueAt" DROP NOT NULL;

-- AlterTable
ALTER TABLE "StaffMember" ADD COLUMN     "accountOwner" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "AccountMove" (
    "shopId" UUID NOT NULL,
    "fromAccountId" UUID NOT NULL,
    "toAccountId" UUID NOT NULL,
    "state" "AccountMoveState" NOT NULL DEFAULT 'comparing',
    "problem" "AccountMoveProblem",
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "partsRead" INTEGER NOT NULL DEFAULT 0,
    "seen" JSONB,
    "result" JSONB,
    "comparedAt" TIMESTAMPTZ(3),
    "movedAt" TIMESTAMPTZ(3),

    CONSTRAINT "AccountMove_pkey" PRIMARY KEY ("shopId")
);

-- CreateTable
CREATE TABLE "UnknownAnswer" (
    "printAccountId" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "answers" INTEGER NOT NULL,
    "firstSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UnknownAnswer_pkey" PRIMARY KEY ("printAccountId","operation","path","type")
);

-- CreateTable
CREATE TABLE "CatalogCopy" (
    "printAccountId" UUID NOT NULL,
    "source" "CatalogSource" NOT NULL,
    "copiedAt" TIMESTAMPTZ(3),
    "dueAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3),
    "nextPage" INTEGER NOT NULL DEFAULT 1,
    "pageHash" TEXT,
    "wholeAt" TIMESTAMPTZ(3),
    "distrustedAt" TIMESTAMPTZ(3),
    "variants" INTEGER NOT NULL DEFAULT 0,
    "distrustedVariants" INTEGER,
    "problem" "CatalogProblem",

    CONSTRAINT "CatalogCopy_pkey" PRIMARY KEY ("printAccountId")
);

-- CreateTable
CREATE TABLE "CatalogProduct" (
    "id" UUID NOT NULL,
    "printAccountId" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "pictureUrl" TEXT NOT NULL,
    "templateUrl" TEXT NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "seenAt" TIMESTAMPTZ(3) NOT NULL,
    "goneAt" TIMESTAMPTZ(3),

    CONSTRAINT "CatalogProduct_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CatalogVariant" (
    "id" UUID NOT NULL,
    "printAccountId" UUID NOT NULL,
    "productId" UUID NOT NULL,
    "itemSku" TEXT NOT NULL,
    "bareSku" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "oldSkus" TEXT[],
    "availability" TEXT,
    "outOfStock" BOOLEAN NOT NULL DEFAULT false,
    "attributes" JSONB NOT NULL,
    "locations" JSONB NOT NULL,
    "color" TEXT,
    "hexColor" TEXT,
    "size" TEXT,
    "cost" TEXT,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,
    "goneAt" TIMESTAMPTZ(3),

    CONSTRAINT "CatalogVariant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OrderText" (
    "orderId" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "OrderText_pkey" PRIMARY KEY ("orderId")
);

-- CreateTable
CREATE TABLE "ShopifyStatus" (
    "orderId" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "claimToken" UUID,
    "claimedAt" TIMESTAMPTZ(3),
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "hold" TEXT,
    "writtenAt" TIMESTAMPTZ(3),

    CONSTRAINT "ShopifyStatus_pkey" PRIMARY KEY ("orderId")
);

-- CreateTable
CREATE TABLE "OrderTriage" (
    "orderId" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "assignedTo" TEXT,
    "snoozedUntil" TIMESTAMPTZ(3),
    "snoozeReason" "SnoozeReason",
    "snoozedReasons" UUID[] DEFAULT ARRAY[]::UUID[],

    CONSTRAINT "OrderTriage_pkey" PRIMARY KEY ("orderId")
);

-- CreateTable
CREATE TABLE "SubmissionCost" (
    "submissionId" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "orderId" UUID NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "problem" "CostProblem",
    "currency" TEXT,
    "base" TEXT,
    "shipping" TEXT,
    "tax" TEXT,
    "total" TEXT,
    "method" TEXT,
    "lines" JSONB,
    "quotedAt" TIMESTAMPTZ(3),
    "estimated" BOOLEAN NOT NULL DEFAULT false,
    "billedBase" TEXT,
    "billedShipping" TEXT,
    "billedTax" TEXT,
    "billedSurcharge" TEXT,
    "billedTotal" TEXT,
    "billedAt" TIMESTAMPTZ(3),
    "billedSource" "BilledSource",
    "billDueAt" TIMESTAMPTZ(3),
    "billTries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "SubmissionCost_pkey" PRIMARY KEY ("submissionId")
);

-- CreateTable
CREATE TABLE "OrderProfit" (
    "orderId" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3),
    "currency" TEXT,
    "netSales" TEXT,
    "shipping" TEXT,
    "tax" TEXT,
    "fees" TEXT,
    "cost" TEXT,
    "profit" TEXT,
    "presentmentCurrency" TEXT,
    "presentmentRevenue" TEXT,
    "estimated" BOOLEAN NOT NULL DEFAULT false,
    "days" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "OrderProfit_pkey" PRIMARY KEY ("orderId")
);

-- CreateTable
CREATE TABLE "ProfitDay" (
    "shopId" UUID NOT NULL,
    "day" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "productGid" TEXT NOT NULL,
    "variantGid" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "orders" INTEGER NOT NULL DEFAULT 0,
    "items" INTEGER NOT NULL DEFAULT 0,
    "sent" INTEGER NOT NULL DEFAULT 0,
    "sentCost" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "unknownSentCost" INTEGER NOT NULL DEFAULT 0,
    "billed" INTEGER NOT NULL DEFAULT 0,
    "billedCost" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "quotedCost" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "shipped" INTEGER NOT NULL DEFAULT 0,
    "netSales" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "shipping" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "tax" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "fees" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "cost" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "profit" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "profitRevenue" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "estimated" INTEGER NOT NULL DEFAULT 0,
    "unknownSales" INTEGER NOT NULL DEFAULT 0,
    "unknownCost" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ProfitDay_pkey" PRIMARY KEY ("shopId","day","currency","productGid","variantGid","country","method")
);

-- CreateTable
CREATE TABLE "ProfitMonth" (
    "shopId" UUID NOT NULL,
    "month" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "productGid" TEXT NOT NULL,
    "variantGid" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "orders" INTEGER NOT NULL DEFAULT 0,
    "items" INTEGER NOT NULL DEFAULT 0,
    "sent" INTEGER NOT NULL DEFAULT 0,
    "sentCost" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "unknownSentCost" INTEGER NOT NULL DEFAULT 0,
    "billed" INTEGER NOT NULL DEFAULT 0,
    "billedCost" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "quotedCost" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "shipped" INTEGER NOT NULL DEFAULT 0,
    "netSales" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "shipping" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "tax" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "fees" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "cost" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "profit" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "profitRevenue" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "estimated" INTEGER NOT NULL DEFAULT 0,
    "unknownSales" INTEGER NOT NULL DEFAULT 0,
    "unknownCost" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ProfitMonth_pkey" PRIMARY KEY ("shopId","month","currency","productGid","variantGid","country","method")
);

-- CreateTable
CREATE TABLE "ProviderWrite" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "orderId" UUID NOT NULL,
    "submissionId" UUID NOT NULL,
    "printAccountId" UUID NOT NULL,
    "serviceOrderId" TEXT NOT NULL,
    "kind" "ProviderWriteKind" NOT NULL,
    "requestedBy" TEXT,
    "amount" TEXT,
    "currency" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "claimToken" UUID,
    "claimedAt" TIMESTAMPTZ(3),
    "calls" INTEGER NOT NULL DEFAULT 0,
    "calledAt" TIMESTAMPTZ(3),
    "callOutcome" "ProviderCallOutcome",
    "settledAt" TIMESTAMPTZ(3),
    "outcome" "ProviderWriteOutcome",

    CONSTRAINT "ProviderWrite_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TextPlacement" (
    "shopId" UUID NOT NULL,
    "productGid" TEXT NOT NULL,
    "side" TEXT NOT NULL,
    "placement" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "TextPlacement_pkey" PRIMARY KEY ("shopId","productGid","side")
);

-- CreateTable
CREATE TABLE "DrawnFile" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "orderId" UUID NOT NULL,
    "key" TEXT,
    "claimToken" UUID,
    "claimedAt" TIMESTAMPTZ(3),
    "addedAt" TIMESTAMPTZ(3),
    "sha256" TEXT,
    "artworkSha256" TEXT,
    "artworkReadAt" TIMESTAMPTZ(3),
    "fileGid" TEXT,
    "link" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "eraseAt" TIMESTAMPTZ(3),

    CONSTRAINT "DrawnFile_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LongRun" (
    "kind" "LongRunKind" NOT NULL,
    "id" UUID NOT NULL,
    "shopId" UUID,
    "printAccountId" UUID,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,
    "claimToken" UUID,

    CONSTRAINT "LongRun_pkey" PRIMARY KEY ("kind","id")
);

-- CreateTable
CREATE TABLE "ShippingFees" (
    "printAccountId" UUID NOT NULL,
    "itemSku" TEXT NOT NULL,
    "services" JSONB NOT NULL,
    "readAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ShippingFees_pkey" PRIMARY KEY ("printAccountId","itemSku")
);

-- CreateTable
CREATE TABLE "StaffPermission" (
    "shopId" UUID NOT NULL,
    "permission" "Permission" NOT NULL,
    "userId" TEXT NOT NULL,

    CONSTRAINT "StaffPermission_pkey" PRIMARY KEY ("shopId","permission","userId")
);

-- CreateTable
CREATE TABLE "StoreLink" (
    "id" UUID NOT NULL,
    "invitingShopId" UUID NOT NULL,
    "invitedBy" TEXT NOT NULL,
    "acceptingShopId" UUID NOT NULL,
    "acceptedBy" TEXT NOT NULL,
    "linkedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "StoreLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StoreLinkCode" (
    "shopId" UUID NOT NULL,
    "codeHash" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "StoreLinkCode_pkey" PRIMARY KEY ("shopId")
);

-- CreateTable
CREATE TABLE "StaffAction" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "userId" TEXT NOT NULL,
    "kind" "StaffActionKind" NOT NULL,
    "data" JSONB NOT NULL,

    CONSTRAINT "StaffAction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Reconciliation" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "printAccountId" UUID NOT NULL,
    "fromDay" TEXT NOT NULL,
    "toDay" TEXT NOT NULL,
    "timezone" TEXT NOT NULL,
    "state" "ReconciliationState" NOT NULL DEFAULT 'reading',
    "problem" "ReconciliationProblem",
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "result" TEXT,

    CONSTRAINT "Reconciliation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ReconciliationPart" (
    "reconciliationId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "begin" TIMESTAMPTZ(3) NOT NULL,
    "end" TIMESTAMPTZ(3) NOT NULL,
    "rows" TEXT,
    "complete" BOOLEAN,

    CONSTRAINT "ReconciliationPart_pkey" PRIMARY KEY ("reconciliationId","position")
);

-- CreateTable
CREATE TABLE "NotificationChannel" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "kind" "NotificationChannelKind" NOT NULL,
    "targetEncrypted" BYTEA NOT NULL,
    "targetHash" TEXT NOT NULL,
    "secretEncrypted" BYTEA,
    "atOnce" TEXT[],
    "daily" TEXT[],
    "digestTime" TEXT NOT NULL,
    "digestDueAt" TIMESTAMPTZ(3),
    "collectedUntil" TIMESTAMPTZ(3) NOT NULL,
    "stoppedAt" TIMESTAMPTZ(3),
    "rejectedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "NotificationChannel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "NotificationMessage" (
    "id" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "claimToken" UUID,
    "claimedAt" TIMESTAMPTZ(3),
    "settledAt" TIMESTAMPTZ(3),
    "outcome" "NotificationOutcome",
    "problem" TEXT,
    "answerStatus" INTEGER,

    CONSTRAINT "NotificationMessage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "NotificationItem" (
    "channelId" UUID NOT NULL,
    "eventId" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "messageId" UUID,
    "repeated" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "NotificationItem_pkey" PRIMARY KEY ("channelId","eventId")
);

-- CreateTable
CREATE TABLE "Claim" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "orderId" UUID NOT NULL,
    "submissionId" UUID NOT NULL,
    "parcelId" UUID,
    "request" UUID NOT NULL,
    "kind" "ClaimKind" NOT NULL,
    "state" "ClaimState" NOT NULL DEFAULT 'open',
    "contentEncrypted" BYTEA,
    "openedAt" TIMESTAMPTZ(3) NOT NULL,
    "openedBy" TEXT,
    "askedAt" TIMESTAMPTZ(3),
    "answer" "ClaimAnswer",
    "answeredAt" TIMESTAMPTZ(3),
    "answeredBy" TEXT,
    "closedAt" TIMESTAMPTZ(3),
    "reprintId" UUID,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Claim_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ClaimLine" (
    "claimId" UUID NOT NULL,
    "orderLineId" UUID NOT NULL,
    "quantity" INTEGER NOT NULL,

    CONSTRAINT "ClaimLine_pkey" PRIMARY KEY ("claimId","orderLineId")
);

-- CreateTable
CREATE TABLE "ClaimPhoto" (
    "id" UUID NOT NULL,
    "claimId" UUID NOT NULL,
    "contentHash" TEXT NOT NULL,
    "contentEncrypted" BYTEA NOT NULL,
    "addedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ClaimPhoto_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CarrierService" (
    "shopId" UUID NOT NULL,
    "gid" TEXT,
    "problem" "CarrierServiceProblem",
    "checkedAt" TIMESTAMPTZ(3),
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "CarrierService_pkey" PRIMARY KEY ("shopId")
);

-- CreateTable
CREATE TABLE "CheckoutRateCount" (
    "shopId" UUID NOT NULL,
    "hourAt" TIMESTAMPTZ(3) NOT NULL,
    "source" "CheckoutRateSource" NOT NULL,
    "upToMs" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "CheckoutRateCount_pkey" PRIMARY KEY ("shopId","hourAt","source","upToMs")
);

-- CreateIndex
CREATE INDEX "AccountMove_fromAccountId_idx" ON "AccountMove"("fromAccountId");

-- CreateIndex
CREATE INDEX "AccountMove_toAccountId_idx" ON "AccountMove"("toAccountId");

-- CreateIndex
CREATE INDEX "CatalogProduct_printAccountId_name_id_idx" ON "CatalogProduct"("printAccountId", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "CatalogProduct_printAccountId_code_key" ON "CatalogProduct"("printAccountId", "code");

-- CreateIndex
CREATE INDEX "CatalogVariant_printAccountId_bareSku_idx" ON "CatalogVariant"("printAccountId", "bareSku");

-- CreateIndex
CREATE INDEX "CatalogVariant_productId_idx" ON "CatalogVariant"("productId");

-- CreateIndex
CREATE UNIQUE INDEX "CatalogVariant_printAccountId_itemSku_key" ON "CatalogVariant"("printAccountId", "itemSku");

-- CreateIndex
CREATE INDEX "OrderTriage_shopId_snoozedUntil_idx" ON "OrderTriage"("shopId", "snoozedUntil");

-- CreateIndex
CREATE INDEX "SubmissionCost_orderId_idx" ON "SubmissionCost"("orderId");

-- CreateIndex
CREATE INDEX "OrderProfit_shopId_idx" ON "OrderProfit"("shopId");

-- CreateIndex
CREATE INDEX "ProviderWrite_printAccountId_idx" ON "ProviderWrite"("printAccountId");

-- CreateIndex
CREATE INDEX "ProviderWrite_orderId_idx" ON "ProviderWrite"("orderId");

-- CreateIndex
CREATE INDEX "ProviderWrite_submissionId_idx" ON "ProviderWrite"("submissionId");

-- CreateIndex
CREATE INDEX "ProviderWrite_shopId_createdAt_idx" ON "ProviderWrite"("shopId", "createdAt");

-- CreateIndex
CREATE INDEX "DrawnFile_shopId_idx" ON "DrawnFile"("shopId");

-- CreateIndex
CREATE INDEX "DrawnFile_eraseAt_idx" ON "DrawnFile"("eraseAt");

-- CreateIndex
CREATE UNIQUE INDEX "DrawnFile_orderId_key_key" ON "DrawnFile"("orderId", "key");

-- CreateIndex
CREATE INDEX "LongRun_shopId_idx" ON "LongRun"("shopId");

-- CreateIndex
CREATE INDEX "LongRun_printAccountId_idx" ON "LongRun"("printAccountId");

-- CreateIndex
CREATE INDEX "StoreLink_acceptingShopId_idx" ON "StoreLink"("acceptingShopId");

-- CreateIndex
CREATE UNIQUE INDEX "StoreLink_invitingShopId_acceptingShopId_key" ON "StoreLink"("invitingShopId", "acceptingShopId");

-- CreateIndex
CREATE INDEX "StaffAction_shopId_at_id_idx" ON "StaffAction"("shopId", "at", "id");

-- CreateIndex
CREATE INDEX "StaffAction_at_idx" ON "StaffAction"("at");

-- CreateIndex
CREATE INDEX "Reconciliation_startedAt_idx" ON "Reconciliation"("startedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Reconciliation_shopId_fromDay_toDay_key" ON "Reconciliation"("shopId", "fromDay", "toDay");

-- CreateIndex
CREATE UNIQUE INDEX "NotificationChannel_shopId_kind_targetHash_key" ON "NotificationChannel"("shopId", "kind", "targetHash");

-- CreateIndex
CREATE INDEX "NotificationMessage_channelId_createdAt_idx" ON "NotificationMessage"("channelId", "createdAt");

-- CreateIndex
CREATE INDEX "NotificationItem_messageId_idx" ON "NotificationItem"("messageId");

-- CreateIndex
CREATE INDEX "NotificationItem_createdAt_idx" ON "NotificationItem"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Claim_request_key" ON "Claim"("request");

-- CreateIndex
CREATE UNIQUE INDEX "Claim_reprintId_key" ON "Claim"("reprintId");

-- CreateIndex
CREATE INDEX "Claim_orderId_idx" ON "Claim"("orderId");

-- CreateIndex
CREATE INDEX "Claim_submissionId_idx" ON "Claim"("submissionId");

-- CreateIndex
CREATE INDEX "Claim_parcelId_idx" ON "Claim"("parcelId");

-- CreateIndex
CREATE INDEX "Claim_shopId_openedAt_id_idx" ON "Claim"("shopId", "openedAt", "id");

-- CreateIndex
CREATE INDEX "ClaimLine_orderLineId_idx" ON "ClaimLine"("orderLineId");

-- CreateIndex
CREATE UNIQUE INDEX "ClaimPhoto_claimId_contentHash_key" ON "ClaimPhoto"("claimId", "contentHash");

-- CreateIndex
CREATE INDEX "CarrierService_dueAt_idx" ON "CarrierService"("dueAt");

-- CreateIndex
CREATE INDEX "CheckoutRateCount_hourAt_idx" ON "CheckoutRateCount"("hourAt");

-- CreateIndex
CREATE INDEX "Order_shopId_destinationCountry_shopifyCreatedAt_idx" ON "Order"("shopId", "destinationCountry", "shopifyCreatedAt");

-- CreateIndex
CREATE INDEX "OrderLine_productGid_orderId_idx" ON "OrderLine"("productGid", "orderId");

-- CreateIndex
CREATE INDEX "Submission_shopId_sentAt_idx" ON "Submission"("shopId", "sentAt");

-- CreateIndex
CREATE INDEX "Parcel_shopId_firstSeenAt_idx" ON "Parcel"("shopId", "firstSeenAt");

-- CreateIndex
CREATE INDEX "Attention_shopId_openedAt_code_orderId_idx" ON "Attention"("shopId", "openedAt", "code", "orderId");

-- AddForeignKey
ALTER TABLE "AccountMove" ADD CONSTRAINT "AccountMove_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccountMove" ADD CONSTRAINT "AccountMove_fromAccountId_fkey" FOREIGN KEY ("fromAccountId") REFERENCES "PrintAccount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccountMove" ADD CONSTRAINT "AccountMove_toAccountId_fkey" FOREIGN KEY ("toAccountId") REFERENCES "PrintAccount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UnknownAnswer" ADD CONSTRAINT "UnknownAnswer_printAccountId_fkey" FOREIGN KEY ("printAccountId") REFERENCES "PrintAccount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CatalogCopy" ADD CONSTRAINT "CatalogCopy_printAccountId_fkey" FOREIGN KEY ("printAccountId") REFERENCES "PrintAccount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CatalogProduct" ADD CONSTRAINT "CatalogProduct_printAccountId_fkey" FOREIGN KEY ("printAccountId") REFERENCES "PrintAccount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CatalogVariant" ADD CONSTRAINT "CatalogVariant_productId_fkey" FOREIGN KEY ("productId") REFERENCES "CatalogProduct"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OrderText" ADD CONSTRAINT "OrderText_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ShopifyStatus" ADD CONSTRAINT "ShopifyStatus_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OrderTriage" ADD CONSTRAINT "OrderTriage_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubmissionCost" ADD CONSTRAINT "SubmissionCost_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OrderProfit" ADD CONSTRAINT "OrderProfit_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OrderProfit" ADD CONSTRAINT "OrderProfit_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProfitDay" ADD CONSTRAINT "ProfitDay_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProfitMonth" ADD CONSTRAINT "ProfitMonth_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProviderWrite" ADD CONSTRAINT "ProviderWrite_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProviderWrite" ADD CONSTRAINT "ProviderWrite_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProviderWrite" ADD CONSTRAINT "ProviderWrite_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProviderWrite" ADD CONSTRAINT "ProviderWrite_printAccountId_fkey" FOREIGN KEY ("printAccountId") REFERENCES "PrintAccount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TextPlacement" ADD CONSTRAINT "TextPlacement_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DrawnFile" ADD CONSTRAINT "DrawnFile_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DrawnFile" ADD CONSTRAINT "DrawnFile_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LongRun" ADD CONSTRAINT "LongRun_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LongRun" ADD CONSTRAINT "LongRun_printAccountId_fkey" FOREIGN KEY ("printAccountId") REFERENCES "PrintAccount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ShippingFees" ADD CONSTRAINT "ShippingFees_printAccountId_fkey" FOREIGN KEY ("printAccountId") REFERENCES "PrintAccount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StaffPermission" ADD CONSTRAINT "StaffPermission_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StoreLink" ADD CONSTRAINT "StoreLink_invitingShopId_fkey" FOREIGN KEY ("invitingShopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StoreLink" ADD CONSTRAINT "StoreLink_acceptingShopId_fkey" FOREIGN KEY ("acceptingShopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StoreLinkCode" ADD CONSTRAINT "StoreLinkCode_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StaffAction" ADD CONSTRAINT "StaffAction_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reconciliation" ADD CONSTRAINT "Reconciliation_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReconciliationPart" ADD CONSTRAINT "ReconciliationPart_reconciliationId_fkey" FOREIGN KEY ("reconciliationId") REFERENCES "Reconciliation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NotificationChannel" ADD CONSTRAINT "NotificationChannel_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NotificationMessage" ADD CONSTRAINT "NotificationMessage_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "NotificationChannel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NotificationItem" ADD CONSTRAINT "NotificationItem_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "NotificationChannel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Claim" ADD CONSTRAINT "Claim_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Claim" ADD CONSTRAINT "Claim_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Claim" ADD CONSTRAINT "Claim_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Claim" ADD CONSTRAINT "Claim_parcelId_fkey" FOREIGN KEY ("parcelId") REFERENCES "Parcel"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Claim" ADD CONSTRAINT "Claim_reprintId_fkey" FOREIGN KEY ("reprintId") REFERENCES "Submission"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ClaimLine" ADD CONSTRAINT "ClaimLine_claimId_fkey" FOREIGN KEY ("claimId") REFERENCES "Claim"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ClaimLine" ADD CONSTRAINT "ClaimLine_orderLineId_fkey" FOREIGN KEY ("orderLineId") REFERENCES "OrderLine"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ClaimPhoto" ADD CONSTRAINT "ClaimPhoto_claimId_fkey" FOREIGN KEY ("claimId") REFERENCES "Claim"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CarrierService" ADD CONSTRAINT "CarrierService_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CheckoutRateCount" ADD CONSTRAINT "CheckoutRateCount_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what schema.prisma cannot say.

-- Statement by statement: the app works on these tables meanwhile. One transaction would keep the locks of all of them until the
-- last order has its text, and a worker that holds one table and wants the next would end in a deadlock with it.

-- The service may split an order into several, of which an incomplete list shows some: each is an orphan.
CREATE UNIQUE INDEX "Orphan_printAccountId_reference_part_key" ON "Orphan" ("printAccountId", "reference", COALESCE("serviceOrderId", ''));

-- Trusted extensions: whoever owns the database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- The shop stands first, so that a search reads nothing of what other shops have of the same text. Inserts wait in a short list
-- and go into the index together: searches read the list from end to end, and an insert works it off.
CREATE INDEX "OrderText_search" ON "OrderText" USING GIN ("shopId", "text" gin_trgm_ops) WITH (gin_pending_list_limit = 512);

-- Functions are planned once for each connection, perhaps while the tables are empty: by indexes all the same.
CREATE FUNCTION order_text(order_id uuid) RETURNS text LANGUAGE plpgsql STABLE SET enable_seqscan = off AS E'
BEGIN
  RETURN (
    SELECT lower(E''\\n'' || o."name" || E''\\n'' || ltrim(o."name", ''#'') || E''\\n'' || coalesce((
      SELECT string_agg(one, E''\\n'' ORDER BY one) FROM (
        SELECT l."title" FROM "OrderLine" l WHERE l."orderId" = order_id
        UNION SELECT l."sku" FROM "OrderLine" l WHERE l."orderId" = order_id AND l."sku" <> ''''
        UNION SELECT s."reference" FROM "Submission" s WHERE s."orderId" = order_id
        UNION SELECT i."itemSku" FROM "Submission" s JOIN "SubmissionLine" i ON i."submissionId" = s."id"
          WHERE s."orderId" = order_id
        UNION SELECT p."trackingNumber" FROM "Submission" s JOIN "Parcel" p ON p."submissionId" = s."id"
          WHERE s."orderId" = order_id
      ) AS texts (one)) || E''\\n'', ''''))
    FROM "Order" o WHERE o."id" = order_id)\x3B
END';

-- Runs at the end of a transaction: the first row of an order that comes to it writes the text of all of them.
CREATE FUNCTION write_order_text() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS E'
DECLARE
  order_id uuid\x3B
  added text\x3B
  added_sku text\x3B
BEGIN
  IF TG_TABLE_NAME = ''Order'' THEN
    order_id := NEW."id"\x3B added := NEW."name"\x3B
  ELSIF TG_TABLE_NAME = ''OrderLine'' THEN
    order_id := NEW."orderId"\x3B added := NEW."title"\x3B added_sku := NEW."sku"\x3B
  ELSIF TG_TABLE_NAME = ''Submission'' THEN
    order_id := NEW."orderId"\x3B added := NEW."reference"\x3B
  ELSIF TG_OP = ''DELETE'' THEN
    SELECT s."orderId" INTO order_id FROM "Submission" s WHERE s."id" = OLD."submissionId"\x3B
  ELSE
    SELECT s."orderId" INTO order_id FROM "Submission" s WHERE s."id" = NEW."submissionId"\x3B
    IF TG_TABLE_NAME = ''Parcel'' THEN added := NEW."trackingNumber"\x3B ELSE added := NEW."itemSku"\x3B END IF\x3B
  END IF\x3B
  IF TG_OP = ''INSERT'' AND EXISTS (SELECT FROM "OrderText" t
    WHERE t."orderId" = order_id AND strpos(t."text", E''\\n'' || lower(added) || E''\\n'') > 0
    AND (coalesce(added_sku, '''') = '''' OR strpos(t."text", E''\\n'' || lower(added_sku) || E''\\n'') > 0)) THEN
    RETURN NULL\x3B
  END IF\x3B
  INSERT INTO "OrderText" AS t ("orderId", "shopId", "text")
  SELECT o."id", o."shopId", order_text(o."id") FROM "Order" o WHERE o."id" = order_id
  ON CONFLICT ("orderId") DO UPDATE SET "text" = EXCLUDED."text" WHERE t."text" <> EXCLUDED."text"\x3B
  RETURN NULL\x3B
END';

-- A snapshot of an order writes name and titles again, mostly as they are.
CREATE CONSTRAINT TRIGGER "Order_text" AFTER INSERT ON "Order"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION write_order_text();
CREATE CONSTRAINT TRIGGER "Order_text_changed" AFTER UPDATE OF "name" ON "Order"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD."name" <> NEW."name") EXECUTE FUNCTION write_order_text();
CREATE CONSTRAINT TRIGGER "OrderLine_text" AFTER INSERT ON "OrderLine"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION write_order_text();
CREATE CONSTRAINT TRIGGER "OrderLine_text_changed" AFTER UPDATE OF "title", "sku" ON "OrderLine"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD."title" <> NEW."title" OR OLD."sku" IS DISTINCT FROM NEW."sku") EXECUTE FUNCTION write_order_text();
CREATE CONSTRAINT TRIGGER "Submission_text" AFTER INSERT OR UPDATE OF "reference" ON "Submission"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION write_order_text();
CREATE CONSTRAINT TRIGGER "SubmissionLine_text" AFTER INSERT OR UPDATE OF "itemSku" OR DELETE ON "SubmissionLine"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION write_order_text();
CREATE CONSTRAINT TRIGGER "Parcel_text" AFTER INSERT OR UPDATE OF "trackingNumber" ON "Parcel"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION write_order_text();

-- The catalog of a print account: searched by parts of words, filtered by color and size, asked for by earlier SKUs.
CREATE INDEX "CatalogProduct_search" ON "CatalogProduct" USING GIN ("printAccountId", "text" gin_trgm_ops);
CREATE INDEX "CatalogVariant_color" ON "CatalogVariant" ("printAccountId", (lower("color")));
CREATE INDEX "CatalogVariant_size" ON "CatalogVariant" ("printAccountId", (lower("size")));
CREATE INDEX "CatalogVariant_old_skus" ON "CatalogVariant" USING GIN ("printAccountId", "oldSkus") WHERE "oldSkus" <> '{}';
CREATE INDEX "CatalogVariant_seen" ON "CatalogVariant" ("printAccountId", "seenAt");
CREATE INDEX "CatalogVariant_gone" ON "CatalogVariant" ("printAccountId", "productId") WHERE "goneAt" IS NOT NULL;

-- What is encrypted cannot be compressed: PostgreSQL tried with each value.
ALTER TABLE "PrintAccount" ALTER COLUMN "credentialsEncrypted" SET STORAGE EXTERNAL,
  ALTER COLUMN "tokenEncrypted" SET STORAGE EXTERNAL,
  ALTER COLUMN "webhookSecretEncrypted" SET STORAGE EXTERNAL,
  ALTER COLUMN "previousWebhookSecretEncrypted" SET STORAGE EXTERNAL;
ALTER TABLE "PracticeOrder" ALTER COLUMN "contentEncrypted" SET STORAGE EXTERNAL;
ALTER TABLE "WebhookDelivery" ALTER COLUMN "bodyEncrypted" SET STORAGE EXTERNAL;
ALTER TABLE "Order" ALTER COLUMN "customerEncrypted" SET STORAGE EXTERNAL;
ALTER TABLE "OrderChange" ALTER COLUMN "contentEncrypted" SET STORAGE EXTERNAL;
ALTER TABLE "Submission" ALTER COLUMN "payloadEncrypted" SET STORAGE EXTERNAL,
  ALTER COLUMN "providerOrderEncrypted" SET STORAGE EXTERNAL;
ALTER TABLE "Attempt" ALTER COLUMN "messageEncrypted" SET STORAGE EXTERNAL;
ALTER TABLE "StaffMember" ALTER COLUMN "nameEncrypted" SET STORAGE EXTERNAL;

-- The orders that are there already get their texts while others work with them: minutes where they are a million. One order,
-- one transaction: like every writer it locks the order before the text, and it holds nothing while it waits for that lock. Of
-- a text that a trigger wrote meanwhile it may know more, since the triggers came one after the other.
DO LANGUAGE plpgsql E'
DECLARE
  order_id uuid\x3B
BEGIN
  FOR order_id IN SELECT "id" FROM "Order" LOOP
    -- A crash that loses these commits loses those behind them, and with them the end of this statement.
    PERFORM set_config(''synchronous_commit'', ''off'', true)\x3B
    PERFORM FROM "Order" o WHERE o."id" = order_id FOR UPDATE\x3B
    INSERT INTO "OrderText" AS t ("orderId", "shopId", "text")
    SELECT o."id", o."shopId", order_text(o."id") FROM "Order" o WHERE o."id" = order_id
    ON CONFLICT ("orderId") DO UPDATE SET "text" = EXCLUDED."text" WHERE t."text" <> EXCLUDED."text"\x3B
    COMMIT\x3B
  END LOOP\x3B
END';

-- Retention erases what the service shows of a submission also where there is no payload. Writes of submissions wait for the
-- index: one scan of the table.
CREATE INDEX "Submission_unerased" ON "Submission" ("createdAt") WHERE "contentErasedAt" IS NULL
  AND "state" IN ('submitted', 'in_production', 'shipped', 'fulfilled', 'cancelled');
DROP INDEX "Submission_content";

-- Events that name an order by the service's id, before that id was known. Version 1 of the interface has no such events.
CREATE INDEX "Submission_service_ids" ON "Submission" USING gin ("serviceOrderIds") WHERE "serviceOrderIds" <> '{}';

-- What was sent again: few rows. The index of all by "sentAt" finds the others.
CREATE INDEX "Submission_sent_again" ON "Submission" ("printAccountId", "lastAttemptAt") WHERE "lastAttemptAt" > "sentAt";

-- What may be told outside the app, by shop and time: a channel is asked about every few seconds.
CREATE INDEX "FlowEvent_notified" ON "FlowEvent" ("shopId", "createdAt")
  WHERE "trigger" IN ('order_attention', 'sku_rejected', 'sku_cost_changed');
CREATE INDEX "NotificationItem_waiting" ON "NotificationItem" ("channelId", "topic") WHERE "messageId" IS NULL;
CREATE INDEX "NotificationMessage_due" ON "NotificationMessage" ("dueAt") WHERE "dueAt" IS NOT NULL;
CREATE INDEX "NotificationMessage_settled" ON "NotificationMessage" ("settledAt") WHERE "settledAt" IS NOT NULL;
-- One message of a subject is under way at a time.
CREATE UNIQUE INDEX "NotificationMessage_under_way" ON "NotificationMessage" ("channelId", "subject") WHERE "settledAt" IS NULL;
ALTER TABLE "NotificationChannel" ALTER COLUMN "targetEncrypted" SET STORAGE EXTERNAL,
  ALTER COLUMN "secretEncrypted" SET STORAGE EXTERNAL;
-- The filters of the orders list, and what there is to choose from. A title as Shopify has it may be too long for an index.
CREATE INDEX "Order_shipping" ON "Order" ("shopId", (left("shippingTitle", 255)), "shopifyCreatedAt");
-- Of the value of an order's print items, too. What is no amount has none: the index would refuse the order that has it.
CREATE FUNCTION print_value(subtotal text, shipping text) RETURNS numeric LANGUAGE sql IMMUTABLE AS E'
  SELECT CASE WHEN subtotal ~ ''^-?[0-9]+([.][0-9]+)?$'' AND shipping ~ ''^-?[0-9]+([.][0-9]+)?$''
    THEN subtotal::numeric + shipping::numeric END';
CREATE INDEX "Order_print_value" ON "Order" ("shopId", (print_value("subtotal", "shippingPaid")));
-- The filter by tag. Most orders have none, and cost the index nothing.
CREATE INDEX "Order_tags" ON "Order" USING GIN ("shopId", "tags") WHERE "tags" <> '{}';
-- What fillDestinations has left to do: nothing, once it has done the orders of 0.1.0.
CREATE INDEX "Order_destination_erased" ON "Order" ("id") WHERE "customerEncrypted" IS NULL AND "destinationCountry" IS NOT NULL;
CREATE INDEX "Order_destination_unfilled" ON "Order" ("id") WHERE "customerEncrypted" IS NOT NULL AND "destinationCountry" IS NULL;

-- What the app shows of orders in Shopify, by shop: what is due, and what may be there.
CREATE INDEX "ShopifyStatus_due" ON "ShopifyStatus" ("shopId", "dueAt") WHERE "dueAt" IS NOT NULL;
CREATE INDEX "ShopifyStatus_shown" ON "ShopifyStatus" ("shopId", "orderId") WHERE "tags" <> '{}' OR "hold" IS NOT NULL;
-- Whatever changes an order adds a line of history, under the lock of the order, at the end of its transaction. In a shop that wants
-- nothing shown this is one look at the shop's row.
CREATE FUNCTION note_shopify_status() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
  INSERT INTO "ShopifyStatus" AS t ("orderId", "shopId", "dueAt")
  SELECT DISTINCT n."orderId", n."shopId", ''epoch''::timestamptz FROM "added" n JOIN "Shop" s ON s."id" = n."shopId"
  WHERE ''true'' IN (s."settings" #>> ''{inShopify,tags}'', s."settings" #>> ''{inShopify,holds}'')
  ORDER BY n."orderId"
  ON CONFLICT ("orderId") DO UPDATE SET "version" = t."version" + 1,
    "dueAt" = CASE WHEN t."claimToken" IS NULL THEN EXCLUDED."dueAt" ELSE t."dueAt" END\x3B
  RETURN NULL\x3B
END';
CREATE TRIGGER "History_shopify_status" AFTER INSERT ON "History" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION note_shopify_status();
-- Claims: what is encrypted cannot be compressed. Those that are done are erased by age.
ALTER TABLE "Claim" ALTER COLUMN "contentEncrypted" SET STORAGE EXTERNAL;
ALTER TABLE "ClaimPhoto" ALTER COLUMN "contentEncrypted" SET STORAGE EXTERNAL;
CREATE INDEX "Claim_unerased" ON "Claim" ("openedAt") WHERE "contentEncrypted" IS NOT NULL;
-- What staff did, among all that the histories of a shop say. An order gets few such entries.
CREATE INDEX "History_staff" ON "History" ("shopId", "at", "id") WHERE "actor" = 'person';

-- What an order earned: due with each change that it counts, in the transaction of the change and without a statement of the app's.
-- Whoever changes an order holds its lock, and the count leaves out rows that are locked: neither waits for the other in a circle.
CREATE INDEX "OrderProfit_due" ON "OrderProfit" ("shopId", "dueAt") WHERE "dueAt" IS NOT NULL;
CREATE INDEX "SubmissionCost_due" ON "SubmissionCost" ("shopId", "dueAt") WHERE "dueAt" IS NOT NULL;
CREATE INDEX "SubmissionCost_bill_due" ON "SubmissionCost" ("shopId", "billDueAt") WHERE "billDueAt" IS NOT NULL;
-- The rows of whole orders: a report of all of them reads no others.
CREATE INDEX "ProfitDay_whole" ON "ProfitDay" ("shopId", "day") WHERE "productGid" = '';
CREATE FUNCTION count_order_profit(order_id uuid, shop_id uuid) RETURNS void LANGUAGE sql AS E'
  INSERT INTO "OrderProfit" AS t ("orderId", "shopId", "dueAt") VALUES (order_id, shop_id, ''epoch''::timestamptz)
  ON CONFLICT ("orderId") DO UPDATE SET "version" = t."version" + 1, "dueAt" = EXCLUDED."dueAt"';
CREATE FUNCTION note_order_profit() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
  IF TG_TABLE_NAME = ''Order'' THEN
    PERFORM count_order_profit(NEW."id", NEW."shopId")\x3B
  ELSIF TG_TABLE_NAME = ''OrderLine'' THEN
    PERFORM count_order_profit(o."id", o."shopId") FROM "Order" o WHERE o."id" = NEW."orderId"\x3B
  ELSE
    PERFORM count_order_profit(NEW."orderId", NEW."shopId")\x3B
  END IF\x3B
  RETURN NULL\x3B
END';
CREATE TRIGGER "Order_profit" AFTER INSERT ON "Order" FOR EACH ROW EXECUTE FUNCTION note_order_profit();
CREATE TRIGGER "Order_profit_changed" AFTER UPDATE OF "money", "financialStatus", "cancelledAt", "destinationCountry", "test", "ignoredReason"
  ON "Order" FOR EACH ROW WHEN ((OLD."money", OLD."financialStatus", OLD."cancelledAt", OLD."destinationCountry", OLD."test", OLD."ignoredReason")
    IS DISTINCT FROM (NEW."money", NEW."financialStatus", NEW."cancelledAt", NEW."destinationCountry", NEW."test", NEW."ignoredReason"))
  EXECUTE FUNCTION note_order_profit();
CREATE TRIGGER "OrderLine_profit_changed" AFTER UPDATE OF "eligibility", "quantity" ON "OrderLine" FOR EACH ROW
  WHEN (OLD."eligibility" <> NEW."eligibility" OR OLD."quantity" <> NEW."quantity") EXECUTE FUNCTION note_order_profit();
CREATE TRIGGER "Claim_profit_changed" AFTER UPDATE OF "answer" ON "Claim" FOR EACH ROW
  WHEN (OLD."answer" IS DISTINCT FROM NEW."answer") EXECUTE FUNCTION note_order_profit();
CREATE TRIGGER "SubmissionCost_profit_changed" AFTER UPDATE OF "total", "billedTotal", "problem" ON "SubmissionCost" FOR EACH ROW
  EXECUTE FUNCTION note_order_profit();
-- What the service does not print does not cost (app/profit/kept/count-orders.ts).
CREATE FUNCTION note_cancelled_line() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
  PERFORM count_order_profit(s."orderId", s."shopId") FROM "Submission" s WHERE s."id" = NEW."submissionId"\x3B
  RETURN NULL\x3B
END';
CREATE TRIGGER "SubmissionLine_profit_changed" AFTER UPDATE OF "orderStatus" ON "SubmissionLine" FOR EACH ROW
  WHEN ((coalesce(OLD."orderStatus", '') ~* 'cancel') <> (coalesce(NEW."orderStatus", '') ~* 'cancel'))
  EXECUTE FUNCTION note_cancelled_line();
-- A submission costs from the moment on that the print service has it. What a practice account does costs nothing.
CREATE FUNCTION is_made(state "SubmissionState") RETURNS boolean LANGUAGE sql IMMUTABLE AS E'
  SELECT state IN (''submitted'', ''in_production'', ''shipped'', ''fulfilled'')';
CREATE FUNCTION is_shipped(state "SubmissionState") RETURNS boolean LANGUAGE sql IMMUTABLE AS E'
  SELECT state IN (''shipped'', ''fulfilled'')';
CREATE FUNCTION note_submission_cost() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
  IF is_made(NEW."state") THEN
    INSERT INTO "SubmissionCost" ("submissionId", "shopId", "orderId", "dueAt")
    SELECT NEW."id", NEW."shopId", NEW."orderId", ''epoch''::timestamptz FROM "PrintAccount" a
    WHERE a."id" = NEW."printAccountId" AND a."kind" = ''live''
    ON CONFLICT DO NOTHING\x3B
  END IF\x3B
  PERFORM count_order_profit(NEW."orderId", NEW."shopId")\x3B
  RETURN NULL\x3B
END';
CREATE TRIGGER "Submission_cost" AFTER INSERT ON "Submission" FOR EACH ROW EXECUTE FUNCTION note_submission_cost();
CREATE TRIGGER "Submission_cost_changed" AFTER UPDATE OF "state", "replacedAt" ON "Submission" FOR EACH ROW
  WHEN (is_made(OLD."state") <> is_made(NEW."state") OR is_shipped(OLD."state") <> is_shipped(NEW."state")
    OR (OLD."state" = 'cancelled') <> (NEW."state" = 'cancelled') OR OLD."replacedAt" IS DISTINCT FROM NEW."replacedAt")
  EXECUTE FUNCTION note_submission_cost();
-- All orders of a shop are counted again with the settings that the figures follow, and after a reinstallation.
CREATE FUNCTION recount_profits() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
  NEW."profitRecountAfter" := ''00000000-0000-0000-0000-000000000000''\x3B
  RETURN NEW\x3B
END';
CREATE TRIGGER "Shop_profit_recount" BEFORE UPDATE OF "settings", "timezone", "uninstalledAt" ON "Shop" FOR EACH ROW
  WHEN ((OLD."settings" -> 'profit', OLD."settings" -> 'fasterShippingCosts', OLD."settings" -> 'serviceCurrency', OLD."timezone")
    IS DISTINCT FROM (NEW."settings" -> 'profit', NEW."settings" -> 'fasterShippingCosts', NEW."settings" -> 'serviceCurrency', NEW."timezone")
    OR (OLD."uninstalledAt" IS NOT NULL AND NEW."uninstalledAt" IS NULL))
  EXECUTE FUNCTION recount_profits();
-- The orders that are there already.
UPDATE "Shop" SET "profitRecountAfter" = '00000000-0000-0000-0000-000000000000';

-- Payments and cancellations at the print service: one at a time for each of its orders, however many ask for it at once.
CREATE UNIQUE INDEX "ProviderWrite_open" ON "ProviderWrite" ("printAccountId", "serviceOrderId") WHERE "settledAt" IS NULL;
CREATE INDEX "ProviderWrite_due" ON "ProviderWrite" ("printAccountId", "dueAt") WHERE "settledAt" IS NULL;
CREATE INDEX "Submission_open_write" ON "Submission" ("shopId") WHERE "openWrite" IS NOT NULL;
