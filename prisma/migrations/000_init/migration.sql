-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "ForeignRegistration" AS ENUM ('undecided', 'kept');

-- CreateEnum
CREATE TYPE "PrintAccountKind" AS ENUM ('live', 'practice');

-- CreateEnum
CREATE TYPE "PracticeStage" AS ENUM ('received', 'in_production', 'shipped');

-- CreateEnum
CREATE TYPE "PracticeRegistrationKind" AS ENUM ('tracking', 'order_status');

-- CreateEnum
CREATE TYPE "ReadCall" AS ENUM ('list', 'detail');

-- CreateEnum
CREATE TYPE "SyncGapProblem" AS ENUM ('unreadable', 'incomplete', 'date_filter_ignored', 'known_order_missing');

-- CreateEnum
CREATE TYPE "WebhookSource" AS ENUM ('shopify', 'print_service');

-- CreateEnum
CREATE TYPE "WebhookDeliveryState" AS ENUM ('waiting', 'done', 'ignored', 'dead_letter');

-- CreateEnum
CREATE TYPE "IgnoredReason" AS ENUM ('before_go_live', 'redacted');

-- CreateEnum
CREATE TYPE "PaymentKind" AS ENUM ('cash_on_delivery', 'net_terms', 'pay_later');

-- CreateEnum
CREATE TYPE "LineEligibility" AS ENUM ('printable', 'excluded');

-- CreateEnum
CREATE TYPE "EligibilityReason" AS ENUM ('mapped_variant', 'sibling_mapped', 'rule_vendor', 'rule_tag', 'rule_type', 'rule_sku', 'gift_card', 'tip', 'no_shipping', 'other_fulfillment_service', 'no_match', 'not_printed', 'mapping_removed', 'product_deleted', 'line_changed', 'previously_printable', 'excluded_by_staff');

-- CreateEnum
CREATE TYPE "SubmissionKind" AS ENUM ('first', 'supplement', 'replacement', 'reprint');

-- CreateEnum
CREATE TYPE "ReprintReason" AS ENUM ('damaged', 'lost', 'misprint', 'other');

-- CreateEnum
CREATE TYPE "SubmissionState" AS ENUM ('waiting', 'ready', 'submitting', 'submitted', 'rejected', 'uncertain', 'in_production', 'shipped', 'fulfilled', 'cancelled');

-- CreateEnum
CREATE TYPE "AttemptOutcome" AS ENUM ('accepted', 'rejected', 'not_processed', 'uncertain', 'lost');

-- CreateEnum
CREATE TYPE "LookupKind" AS ENUM ('detail', 'list_scan');

-- CreateEnum
CREATE TYPE "LookupOutcome" AS ENUM ('found', 'absent', 'failed');

-- CreateEnum
CREATE TYPE "ParcelState" AS ENUM ('waiting', 'writing', 'fulfilled', 'parked');

-- CreateEnum
CREATE TYPE "ReportedBy" AS ENUM ('event', 'list', 'detail');

-- CreateEnum
CREATE TYPE "ShopifyWriteKind" AS ENUM ('create', 'tracking_update', 'link_update');

-- CreateEnum
CREATE TYPE "ShopifyWriteOutcome" AS ENUM ('claimed', 'done', 'rejected', 'not_processed', 'uncertain');

-- CreateEnum
CREATE TYPE "ClearedBy" AS ENUM ('facts', 'person');

-- CreateEnum
CREATE TYPE "Actor" AS ENUM ('system', 'person', 'shopify', 'print_service');

-- CreateEnum
CREATE TYPE "VariantChange" AS ENUM ('deleted', 'options', 'details');

-- CreateEnum
CREATE TYPE "ProductStatus" AS ENUM ('active', 'draft', 'archived', 'unlisted', 'other');

-- CreateEnum
CREATE TYPE "MappingImportState" AS ENUM ('receiving', 'checking', 'checked', 'saving', 'saved', 'done');

-- CreateEnum
CREATE TYPE "MappingImportValueKind" AS ENUM ('sku', 'link');

-- CreateEnum
CREATE TYPE "BulkEditState" AS ENUM ('editing', 'waking', 'done');

-- CreateEnum
CREATE TYPE "BulkEditOutcome" AS ENUM ('pending', 'changed', 'not_mapped', 'mapped', 'product_marked', 'unchanged', 'no_value', 'not_printed', 'not_printable', 'rejected', 'outdated');

-- CreateEnum
CREATE TYPE "SkuCheckProblem" AS ENUM ('unavailable', 'inconsistent', 'all_rejected', 'limit_reached', 'too_late');

-- CreateEnum
CREATE TYPE "SavedViewPage" AS ENUM ('orders', 'variants');

-- CreateEnum
CREATE TYPE "DataRequestState" AS ENUM ('open', 'sent', 'nothing_held');

-- CreateEnum
CREATE TYPE "BuyerDataView" AS ENUM ('orders_list', 'order', 'shopify_address', 'personalization', 'order_change', 'reprint', 'data_requests', 'data_export');

-- CreateEnum
CREATE TYPE "FlowTrigger" AS ENUM ('order_attention', 'order_sent', 'parcel_shipped', 'sku_rejected', 'sku_cost_changed');

-- CreateEnum
CREATE TYPE "FlowEventOutcome" AS ENUM ('dispatched', 'rejected', 'uncertain', 'obsolete', 'expired');

-- CreateEnum
CREATE TYPE "DryRunState" AS ENUM ('listing', 'checking', 'finished', 'canceled', 'failed');

-- CreateEnum
CREATE TYPE "DryRunProblem" AS ENUM ('shopify_unavailable', 'access_denied');

-- CreateEnum
CREATE TYPE "DryRunOutcome" AS ENUM ('would_send', 'would_hold', 'nothing_to_print', 'unreadable');

-- CreateEnum
CREATE TYPE "DryRunCostProblem" AS ENUM ('not_connected', 'account_rejected', 'rejected', 'unavailable', 'inconsistent', 'limit_reached');

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "shop" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "isOnline" BOOLEAN NOT NULL DEFAULT false,
    "scope" TEXT,
    "expires" TIMESTAMPTZ(3),
    "accessToken" TEXT NOT NULL,
    "userId" BIGINT,
    "firstName" TEXT,
    "lastName" TEXT,
    "email" TEXT,
    "accountOwner" BOOLEAN NOT NULL DEFAULT false,
    "locale" TEXT,
    "collaborator" BOOLEAN DEFAULT false,
    "emailVerified" BOOLEAN DEFAULT false,
    "refreshToken" TEXT,
    "refreshTokenExpires" TIMESTAMPTZ(3),

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Shop" (
    "id" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "name" TEXT,
    "currency" TEXT,
    "timezone" TEXT,
    "scopes" TEXT NOT NULL DEFAULT '',
    "installedAt" TIMESTAMPTZ(3) NOT NULL,
    "uninstalledAt" TIMESTAMPTZ(3),
    "accessLostAt" TIMESTAMPTZ(3),
    "addressRefusedAt" TIMESTAMPTZ(3),
    "redactedAt" TIMESTAMPTZ(3),
    "goLiveAt" TIMESTAMPTZ(3) NOT NULL,
    "settings" JSONB NOT NULL,
    "printAccountId" UUID,
    "ordersCursor" TIMESTAMPTZ(3),
    "ordersSweptAt" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,
    "guideDismissedAt" TIMESTAMPTZ(3),
    "settingsSavedAt" TIMESTAMPTZ(3),
    "connectedAt" TIMESTAMPTZ(3),
    "printFilesListedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Shop_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PrintAccount" (
    "id" UUID NOT NULL,
    "kind" "PrintAccountKind" NOT NULL DEFAULT 'live',
    "practiceShopId" UUID,
    "key" TEXT NOT NULL,
    "emailHash" TEXT,
    "credentialsEncrypted" BYTEA,
    "tokenEncrypted" BYTEA,
    "tokenVersion" INTEGER NOT NULL DEFAULT 0,
    "webhookHeader" TEXT NOT NULL,
    "webhookSecretEncrypted" BYTEA NOT NULL,
    "previousWebhookSecretEncrypted" BYTEA,
    "previousWebhookSecretUntil" TIMESTAMPTZ(3),
    "webhookSecretRotatingSince" TIMESTAMPTZ(3),
    "trackingRegisteredAt" TIMESTAMPTZ(3),
    "statusRegisteredAt" TIMESTAMPTZ(3),
    "trackingOff" BOOLEAN NOT NULL DEFAULT false,
    "statusOff" BOOLEAN NOT NULL DEFAULT false,
    "trackingForeign" "ForeignRegistration",
    "statusForeign" "ForeignRegistration",
    "sweptAt" TIMESTAMPTZ(3),
    "readFailingSince" TIMESTAMPTZ(3),
    "readFailedCall" "ReadCall",
    "readFailedStatus" INTEGER,
    "refusedAt" TIMESTAMPTZ(3),
    "dueAt" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "syncGapFrom" TIMESTAMPTZ(3),
    "syncGapDetectedAt" TIMESTAMPTZ(3),
    "syncGapProblem" "SyncGapProblem",
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "PrintAccount_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PracticeOrder" (
    "id" UUID NOT NULL,
    "printAccountId" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "enteredAt" TIMESTAMPTZ(3) NOT NULL,
    "stage" "PracticeStage" NOT NULL DEFAULT 'received',
    "stageAt" TIMESTAMPTZ(3) NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "items" JSONB NOT NULL,
    "contentEncrypted" BYTEA,

    CONSTRAINT "PracticeOrder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PracticeRegistration" (
    "printAccountId" UUID NOT NULL,
    "kind" "PracticeRegistrationKind" NOT NULL,
    "endpoint" TEXT NOT NULL,
    "accessKey" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL,

    CONSTRAINT "PracticeRegistration_pkey" PRIMARY KEY ("printAccountId","kind")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" UUID NOT NULL,
    "source" "WebhookSource" NOT NULL,
    "topic" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "deliveryId" TEXT NOT NULL,
    "eventId" TEXT,
    "triggeredAt" TIMESTAMPTZ(3),
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "bodyEncrypted" BYTEA,
    "state" "WebhookDeliveryState" NOT NULL DEFAULT 'waiting',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3),
    "handledAt" TIMESTAMPTZ(3),
    "problem" TEXT,
    "orderId" UUID,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Order" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "shopifyGid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "shopifyCreatedAt" TIMESTAMPTZ(3) NOT NULL,
    "shopifyUpdatedAt" TIMESTAMPTZ(3) NOT NULL,
    "cancelledAt" TIMESTAMPTZ(3),
    "financialStatus" TEXT,
    "paymentKind" "PaymentKind",
    "currency" TEXT NOT NULL,
    "subtotal" TEXT,
    "shippingPaid" TEXT,
    "test" BOOLEAN NOT NULL DEFAULT false,
    "printFulfilledAt" TIMESTAMPTZ(3),
    "ignoredReason" "IgnoredReason",
    "hasStandingSubmission" BOOLEAN NOT NULL DEFAULT false,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "readAt" TIMESTAMPTZ(3),
    "dueAt" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "redactedAt" TIMESTAMPTZ(3),
    "historyPrunedAt" TIMESTAMPTZ(3),
    "addressHash" TEXT,
    "customerEncrypted" BYTEA,
    "searchHashes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "shippingTitle" TEXT,
    "fulfillmentOrders" JSONB,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OrderChange" (
    "id" UUID NOT NULL,
    "orderId" UUID NOT NULL,
    "orderLineId" UUID,
    "fields" TEXT[],
    "contentEncrypted" BYTEA,
    "basis" JSONB NOT NULL,
    "withheld" INTEGER NOT NULL DEFAULT 0,
    "addressWrite" "ShopifyWriteOutcome",
    "addressWriteAt" TIMESTAMPTZ(3),
    "userId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "OrderChange_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OrderLine" (
    "id" UUID NOT NULL,
    "orderId" UUID NOT NULL,
    "shopifyGid" TEXT NOT NULL,
    "productGid" TEXT,
    "variantGid" TEXT,
    "title" TEXT NOT NULL,
    "variantTitle" TEXT,
    "sku" TEXT,
    "quantity" INTEGER NOT NULL,
    "remaining" INTEGER NOT NULL,
    "eligibility" "LineEligibility" NOT NULL,
    "eligibilityReason" "EligibilityReason" NOT NULL,
    "excludedAt" TIMESTAMPTZ(3),

    CONSTRAINT "OrderLine_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Submission" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "orderId" UUID NOT NULL,
    "printAccountId" UUID,
    "kind" "SubmissionKind" NOT NULL,
    "reference" TEXT NOT NULL,
    "state" "SubmissionState" NOT NULL,
    "payloadEncrypted" BYTEA,
    "contentErasedAt" TIMESTAMPTZ(3),
    "payloadHash" TEXT,
    "dueAt" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "claimToken" UUID,
    "claimedAt" TIMESTAMPTZ(3),
    "lookupClaimedAt" TIMESTAMPTZ(3),
    "attemptsForgiven" INTEGER NOT NULL DEFAULT 0,
    "everUncertain" BOOLEAN NOT NULL DEFAULT false,
    "sentAt" TIMESTAMPTZ(3),
    "submittedAt" TIMESTAMPTZ(3),
    "serviceDate" TEXT,
    "serviceOrderId" TEXT,
    "providerUpdatedAt" TEXT,
    "providerOrderEncrypted" BYTEA,
    "providerOrderHash" TEXT,
    "replacedAt" TIMESTAMPTZ(3),
    "replacesId" UUID,
    "reprintReason" "ReprintReason",
    "reprintRequest" UUID,
    "windowWaived" BOOLEAN NOT NULL DEFAULT false,
    "progressReportedAt" TIMESTAMPTZ(3),
    "checkedAt" TIMESTAMPTZ(3),
    "comparedHash" TEXT,
    "missingSince" TIMESTAMPTZ(3),
    "missingChecks" INTEGER NOT NULL DEFAULT 0,
    "readFailingSince" TIMESTAMPTZ(3),
    "foundAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Submission_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SubmissionLine" (
    "id" UUID NOT NULL,
    "submissionId" UUID NOT NULL,
    "orderLineId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,
    "itemSku" TEXT NOT NULL,
    "artworkHash" TEXT,
    "serviceItemId" TEXT,
    "orderStatus" TEXT,
    "paymentStatus" TEXT,
    "fulfilled" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "SubmissionLine_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Attempt" (
    "id" UUID NOT NULL,
    "submissionId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "printAccountId" UUID,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "outcome" "AttemptOutcome",
    "httpStatus" INTEGER,
    "messageEncrypted" BYTEA,
    "payloadHash" TEXT,
    "lines" JSONB,

    CONSTRAINT "Attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Lookup" (
    "id" UUID NOT NULL,
    "submissionId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" "LookupKind" NOT NULL,
    "result" "LookupOutcome" NOT NULL,
    "laterOrders" JSONB NOT NULL,
    "detail" JSONB NOT NULL,

    CONSTRAINT "Lookup_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Parcel" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "submissionId" UUID NOT NULL,
    "trackingNumber" TEXT NOT NULL,
    "trackingUrl" TEXT NOT NULL,
    "firstSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "reportedBy" "ReportedBy" NOT NULL,
    "linkCorrectedAt" TIMESTAMPTZ(3),
    "state" "ParcelState" NOT NULL DEFAULT 'waiting',
    "dueAt" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "claimToken" UUID,
    "claimedAt" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Parcel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ShopifyWrite" (
    "id" UUID NOT NULL,
    "parcelId" UUID NOT NULL,
    "kind" "ShopifyWriteKind" NOT NULL,
    "assignedLocation" TEXT,
    "fulfillmentGid" TEXT,
    "lines" JSONB NOT NULL,
    "notified" BOOLEAN NOT NULL,
    "outcome" "ShopifyWriteOutcome" NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ShopifyWrite_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Attention" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "orderId" UUID NOT NULL,
    "submissionId" UUID,
    "code" TEXT NOT NULL,
    "subject" TEXT NOT NULL DEFAULT '',
    "basis" TEXT NOT NULL DEFAULT '',
    "detail" JSONB NOT NULL,
    "deliveryId" UUID,
    "openedAt" TIMESTAMPTZ(3) NOT NULL,
    "clearedAt" TIMESTAMPTZ(3),
    "clearedBy" "ClearedBy",

    CONSTRAINT "Attention_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "History" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "orderId" UUID NOT NULL,
    "submissionId" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "code" TEXT NOT NULL,
    "actor" "Actor" NOT NULL,
    "data" JSONB NOT NULL,

    CONSTRAINT "History_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Mapping" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "productGid" TEXT NOT NULL,
    "variantGid" TEXT NOT NULL,
    "itemSku" TEXT NOT NULL,
    "artworkFront" TEXT NOT NULL DEFAULT '',
    "artworkBack" TEXT NOT NULL DEFAULT '',
    "mockup" TEXT NOT NULL DEFAULT '',
    "note" TEXT NOT NULL DEFAULT '',
    "requiredSides" TEXT[],
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "variantFactsHash" TEXT,
    "mappedTitle" TEXT,
    "mappedSku" TEXT,
    "mappedOptionNames" TEXT[],
    "mappedOptionValues" TEXT[],
    "variantChange" "VariantChange",

    CONSTRAINT "Mapping_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PrintFile" (
    "shopId" UUID NOT NULL,
    "link" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "acceptedHash" TEXT,
    "acceptedPixels" TEXT,
    "acceptedAt" TIMESTAMPTZ(3),
    "varies" BOOLEAN NOT NULL DEFAULT false,
    "file" JSONB,
    "checkedAt" TIMESTAMPTZ(3),
    "problem" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "changedAt" TIMESTAMPTZ(3),
    "dueAt" TIMESTAMPTZ(3),

    CONSTRAINT "PrintFile_pkey" PRIMARY KEY ("shopId","link")
);

-- CreateTable
CREATE TABLE "ProductVariant" (
    "shopId" UUID NOT NULL,
    "variantGid" TEXT NOT NULL,
    "productGid" TEXT NOT NULL,
    "productTitle" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "sku" TEXT,
    "options" JSONB NOT NULL,
    "price" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "status" "ProductStatus" NOT NULL,
    "giftCard" BOOLEAN NOT NULL,
    "requiresShipping" BOOLEAN NOT NULL,
    "readAt" TIMESTAMPTZ(3) NOT NULL,
    "deletedAt" TIMESTAMPTZ(3),
    "factsHash" TEXT NOT NULL,

    CONSTRAINT "ProductVariant_pkey" PRIMARY KEY ("shopId","variantGid")
);

-- CreateTable
CREATE TABLE "CatalogRead" (
    "shopId" UUID NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "cursor" TEXT,
    "seen" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "completedAt" TIMESTAMPTZ(3),

    CONSTRAINT "CatalogRead_pkey" PRIMARY KEY ("shopId")
);

-- CreateTable
CREATE TABLE "NotPrinted" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "productGid" TEXT NOT NULL,
    "variantGid" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "NotPrinted_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MappingImport" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "state" "MappingImportState" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "blank" INTEGER NOT NULL DEFAULT 0,
    "outdated" BOOLEAN NOT NULL DEFAULT false,
    "savedMappings" INTEGER NOT NULL DEFAULT 0,
    "warnedRows" INTEGER NOT NULL DEFAULT 0,
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "wokenOrders" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "MappingImport_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MappingImportRow" (
    "id" UUID NOT NULL,
    "importId" UUID NOT NULL,
    "row" INTEGER NOT NULL,
    "storedAt" TIMESTAMPTZ(3),
    "wrong" BOOLEAN NOT NULL,
    "problems" JSONB NOT NULL,
    "productGid" TEXT NOT NULL,
    "variantGid" TEXT NOT NULL,
    "itemSku" TEXT NOT NULL,
    "artworkFront" TEXT NOT NULL,
    "artworkBack" TEXT NOT NULL,
    "mockup" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "requiredSides" TEXT[],

    CONSTRAINT "MappingImportRow_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MappingImportValue" (
    "importId" UUID NOT NULL,
    "kind" "MappingImportValueKind" NOT NULL,
    "value" TEXT NOT NULL,
    "checked" BOOLEAN NOT NULL DEFAULT false,
    "unconfirmed" BOOLEAN NOT NULL DEFAULT false,
    "problem" JSONB,

    CONSTRAINT "MappingImportValue_pkey" PRIMARY KEY ("importId","kind","value")
);

-- CreateTable
CREATE TABLE "BulkEdit" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "state" "BulkEditState" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "action" JSONB NOT NULL,
    "batchUnderWay" BOOLEAN NOT NULL DEFAULT false,
    "stoppedAt" TIMESTAMPTZ(3),
    "wokenOrders" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "BulkEdit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BulkEditVariant" (
    "editId" UUID NOT NULL,
    "variantGid" TEXT NOT NULL,
    "productGid" TEXT NOT NULL,
    "storedAt" TIMESTAMPTZ(3),
    "outcome" "BulkEditOutcome" NOT NULL DEFAULT 'pending',

    CONSTRAINT "BulkEditVariant_pkey" PRIMARY KEY ("editId","variantGid")
);

-- CreateTable
CREATE TABLE "UnmatchedEvent" (
    "id" UUID NOT NULL,
    "accountKey" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "deliveryId" UUID NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "matchedAt" TIMESTAMPTZ(3),

    CONSTRAINT "UnmatchedEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Heartbeat" (
    "id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "identity" TEXT NOT NULL,

    CONSTRAINT "Heartbeat_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Orphan" (
    "id" UUID NOT NULL,
    "printAccountId" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "serviceOrderId" TEXT,
    "enteredAt" TEXT,
    "items" JSONB NOT NULL,
    "foundAt" TIMESTAMPTZ(3) NOT NULL,
    "adoptedAt" TIMESTAMPTZ(3),
    "submissionId" UUID,

    CONSTRAINT "Orphan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Lease" (
    "name" TEXT NOT NULL,
    "holder" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Lease_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "Tombstone" (
    "hash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Tombstone_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "PriceQuote" (
    "printAccountId" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "answer" JSONB NOT NULL,
    "askedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PriceQuote_pkey" PRIMARY KEY ("printAccountId","question")
);

-- CreateTable
CREATE TABLE "SkuCheckRun" (
    "id" UUID NOT NULL,
    "printAccountId" UUID NOT NULL,
    "night" TEXT NOT NULL,
    "countryCodes" TEXT[],
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "problem" "SkuCheckProblem",
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "groupSize" JSONB NOT NULL,

    CONSTRAINT "SkuCheckRun_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SkuCheck" (
    "printAccountId" UUID NOT NULL,
    "itemSku" TEXT NOT NULL,
    "countryCode" TEXT NOT NULL,
    "runId" UUID NOT NULL,
    "pending" BOOLEAN NOT NULL,
    "acceptedAt" TIMESTAMPTZ(3),
    "rejectedAt" TIMESTAMPTZ(3),
    "confirmedAt" TIMESTAMPTZ(3),
    "cost" TEXT,
    "previousCost" TEXT,
    "costChangedAt" TIMESTAMPTZ(3),

    CONSTRAINT "SkuCheck_pkey" PRIMARY KEY ("printAccountId","itemSku","countryCode")
);

-- CreateTable
CREATE TABLE "SavedView" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "page" "SavedViewPage" NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SavedView_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StaffMember" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "userId" TEXT NOT NULL,
    "nameEncrypted" BYTEA,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "StaffMember_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DataRequest" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "shopifyId" TEXT,
    "customerGid" TEXT,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL,
    "orderGids" TEXT[],
    "state" "DataRequestState" NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "endedBy" TEXT,

    CONSTRAINT "DataRequest_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BuyerDataAccess" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "userId" TEXT NOT NULL,
    "view" "BuyerDataView" NOT NULL,
    "orderIds" UUID[],

    CONSTRAINT "BuyerDataAccess_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FlowEvent" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "orderId" UUID,
    "trigger" "FlowTrigger" NOT NULL,
    "subjectId" UUID NOT NULL,
    "skuEvent" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "claimToken" UUID,
    "claimedAt" TIMESTAMPTZ(3),
    "settledAt" TIMESTAMPTZ(3),
    "outcome" "FlowEventOutcome",

    CONSTRAINT "FlowEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DryRun" (
    "id" UUID NOT NULL,
    "shopId" UUID NOT NULL,
    "state" "DryRunState" NOT NULL DEFAULT 'listing',
    "requestedBy" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "since" TIMESTAMPTZ(3) NOT NULL,
    "truncated" BOOLEAN NOT NULL DEFAULT false,
    "currency" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "problem" "DryRunProblem",
    "quotes" INTEGER NOT NULL DEFAULT 0,
    "quoteFailures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "DryRun_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DryRunOrder" (
    "dryRunId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "shopifyGid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "placedAt" TIMESTAMPTZ(3) NOT NULL,
    "outcome" "DryRunOutcome",
    "reasons" TEXT[],
    "productGid" TEXT,
    "variantGid" TEXT,
    "printItems" INTEGER NOT NULL DEFAULT 0,
    "otherItems" INTEGER NOT NULL DEFAULT 0,
    "basket" TEXT,
    "cost" TEXT,
    "costProblem" "DryRunCostProblem",
    "currency" TEXT,
    "paid" TEXT,
    "profit" TEXT,
    "marginPercent" TEXT,

    CONSTRAINT "DryRunOrder_pkey" PRIMARY KEY ("dryRunId","position")
);

-- CreateIndex
CREATE INDEX "Session_shop_idx" ON "Session"("shop");

-- CreateIndex
CREATE UNIQUE INDEX "Shop_domain_key" ON "Shop"("domain");

-- CreateIndex
CREATE UNIQUE INDEX "PrintAccount_practiceShopId_key" ON "PrintAccount"("practiceShopId");

-- CreateIndex
CREATE UNIQUE INDEX "PrintAccount_key_key" ON "PrintAccount"("key");

-- CreateIndex
CREATE UNIQUE INDEX "PrintAccount_emailHash_key" ON "PrintAccount"("emailHash");

-- CreateIndex
CREATE INDEX "PracticeOrder_printAccountId_enteredAt_idx" ON "PracticeOrder"("printAccountId", "enteredAt");

-- CreateIndex
CREATE INDEX "PracticeOrder_reference_idx" ON "PracticeOrder"("reference");

-- CreateIndex
CREATE INDEX "PracticeOrder_enteredAt_idx" ON "PracticeOrder"("enteredAt");

-- CreateIndex
CREATE UNIQUE INDEX "PracticeOrder_printAccountId_reference_key" ON "PracticeOrder"("printAccountId", "reference");

-- CreateIndex
CREATE INDEX "WebhookDelivery_orderId_idx" ON "WebhookDelivery"("orderId");

-- CreateIndex
CREATE UNIQUE INDEX "WebhookDelivery_source_scope_deliveryId_key" ON "WebhookDelivery"("source", "scope", "deliveryId");

-- CreateIndex
CREATE INDEX "Order_shopId_shopifyCreatedAt_id_idx" ON "Order"("shopId", "shopifyCreatedAt", "id");

-- CreateIndex
CREATE INDEX "Order_shopId_shopifyUpdatedAt_id_idx" ON "Order"("shopId", "shopifyUpdatedAt", "id");

-- CreateIndex
CREATE INDEX "Order_searchHashes_idx" ON "Order" USING GIN ("searchHashes");

-- CreateIndex
CREATE UNIQUE INDEX "Order_shopId_shopifyGid_key" ON "Order"("shopId", "shopifyGid");

-- CreateIndex
CREATE INDEX "OrderChange_orderId_idx" ON "OrderChange"("orderId");

-- CreateIndex
CREATE UNIQUE INDEX "OrderLine_orderId_shopifyGid_key" ON "OrderLine"("orderId", "shopifyGid");

-- CreateIndex
CREATE UNIQUE INDEX "Submission_reference_key" ON "Submission"("reference");

-- CreateIndex
CREATE UNIQUE INDEX "Submission_reprintRequest_key" ON "Submission"("reprintRequest");

-- CreateIndex
CREATE INDEX "Submission_orderId_idx" ON "Submission"("orderId");

-- CreateIndex
CREATE INDEX "Submission_shopId_idx" ON "Submission"("shopId");

-- CreateIndex
CREATE INDEX "Submission_printAccountId_sentAt_idx" ON "Submission"("printAccountId", "sentAt");

-- CreateIndex
CREATE INDEX "SubmissionLine_orderLineId_idx" ON "SubmissionLine"("orderLineId");

-- CreateIndex
CREATE UNIQUE INDEX "SubmissionLine_submissionId_orderLineId_key" ON "SubmissionLine"("submissionId", "orderLineId");

-- CreateIndex
CREATE UNIQUE INDEX "Attempt_submissionId_number_key" ON "Attempt"("submissionId", "number");

-- CreateIndex
CREATE INDEX "Lookup_submissionId_at_idx" ON "Lookup"("submissionId", "at");

-- CreateIndex
CREATE INDEX "Lookup_at_idx" ON "Lookup"("at");

-- CreateIndex
CREATE UNIQUE INDEX "Parcel_submissionId_trackingNumber_key" ON "Parcel"("submissionId", "trackingNumber");

-- CreateIndex
CREATE INDEX "ShopifyWrite_parcelId_idx" ON "ShopifyWrite"("parcelId");

-- CreateIndex
CREATE INDEX "Attention_orderId_idx" ON "Attention"("orderId");

-- CreateIndex
CREATE INDEX "Attention_submissionId_idx" ON "Attention"("submissionId");

-- CreateIndex
CREATE INDEX "History_orderId_at_idx" ON "History"("orderId", "at");

-- CreateIndex
CREATE INDEX "Mapping_shopId_productGid_idx" ON "Mapping"("shopId", "productGid");

-- CreateIndex
CREATE UNIQUE INDEX "Mapping_shopId_variantGid_key" ON "Mapping"("shopId", "variantGid");

-- CreateIndex
CREATE INDEX "PrintFile_dueAt_idx" ON "PrintFile"("dueAt");

-- CreateIndex
CREATE INDEX "ProductVariant_shopId_productGid_idx" ON "ProductVariant"("shopId", "productGid");

-- CreateIndex
CREATE INDEX "ProductVariant_shopId_sku_idx" ON "ProductVariant"("shopId", "sku");

-- CreateIndex
CREATE INDEX "ProductVariant_shopId_productTitle_productGid_position_vari_idx" ON "ProductVariant"("shopId", "productTitle", "productGid", "position", "variantGid");

-- CreateIndex
CREATE UNIQUE INDEX "NotPrinted_shopId_productGid_variantGid_key" ON "NotPrinted"("shopId", "productGid", "variantGid");

-- CreateIndex
CREATE UNIQUE INDEX "MappingImport_shopId_key" ON "MappingImport"("shopId");

-- CreateIndex
CREATE UNIQUE INDEX "MappingImportRow_importId_row_key" ON "MappingImportRow"("importId", "row");

-- CreateIndex
CREATE UNIQUE INDEX "BulkEdit_shopId_key" ON "BulkEdit"("shopId");

-- CreateIndex
CREATE INDEX "BulkEditVariant_editId_outcome_variantGid_idx" ON "BulkEditVariant"("editId", "outcome", "variantGid");

-- CreateIndex
CREATE UNIQUE INDEX "UnmatchedEvent_deliveryId_key" ON "UnmatchedEvent"("deliveryId");

-- CreateIndex
CREATE INDEX "UnmatchedEvent_accountKey_reference_idx" ON "UnmatchedEvent"("accountKey", "reference");

-- CreateIndex
CREATE INDEX "UnmatchedEvent_receivedAt_idx" ON "UnmatchedEvent"("receivedAt");

-- CreateIndex
CREATE INDEX "Orphan_tag_idx" ON "Orphan"("tag");

-- CreateIndex
CREATE UNIQUE INDEX "Orphan_printAccountId_reference_key" ON "Orphan"("printAccountId", "reference");

-- CreateIndex
CREATE INDEX "PriceQuote_askedAt_idx" ON "PriceQuote"("askedAt");

-- CreateIndex
CREATE INDEX "SkuCheckRun_startedAt_idx" ON "SkuCheckRun"("startedAt");

-- CreateIndex
CREATE UNIQUE INDEX "SkuCheckRun_printAccountId_night_key" ON "SkuCheckRun"("printAccountId", "night");

-- CreateIndex
CREATE UNIQUE INDEX "SavedView_shopId_page_name_key" ON "SavedView"("shopId", "page", "name");

-- CreateIndex
CREATE INDEX "StaffMember_updatedAt_idx" ON "StaffMember"("updatedAt");

-- CreateIndex
CREATE UNIQUE INDEX "StaffMember_shopId_userId_key" ON "StaffMember"("shopId", "userId");

-- CreateIndex
CREATE INDEX "DataRequest_shopId_id_idx" ON "DataRequest"("shopId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "DataRequest_shopId_shopifyId_key" ON "DataRequest"("shopId", "shopifyId");

-- CreateIndex
CREATE INDEX "BuyerDataAccess_shopId_at_id_idx" ON "BuyerDataAccess"("shopId", "at", "id");

-- CreateIndex
CREATE INDEX "BuyerDataAccess_at_idx" ON "BuyerDataAccess"("at");

-- CreateIndex
CREATE INDEX "BuyerDataAccess_orderIds_idx" ON "BuyerDataAccess" USING GIN ("orderIds");

-- CreateIndex
CREATE INDEX "FlowEvent_orderId_idx" ON "FlowEvent"("orderId");

-- CreateIndex
CREATE UNIQUE INDEX "FlowEvent_trigger_subjectId_key" ON "FlowEvent"("trigger", "subjectId");

-- CreateIndex
CREATE INDEX "DryRun_shopId_startedAt_idx" ON "DryRun"("shopId", "startedAt");

-- CreateIndex
CREATE INDEX "DryRun_startedAt_idx" ON "DryRun"("startedAt");

-- CreateIndex
CREATE INDEX "DryRunOrder_dryRunId_basket_idx" ON "DryRunOrder"("dryRunId", "basket");

-- AddForeignKey
ALTER TABLE "Shop" ADD CONSTRAINT "Shop_printAccountId_fkey" FOREIGN KEY ("printAccountId") REFERENCES "PrintAccount"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PrintAccount" ADD CONSTRAINT "PrintAccount_practiceShopId_fkey" FOREIGN KEY ("practiceShopId") REFERENCES "Shop"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PracticeOrder" ADD CONSTRAINT "PracticeOrder_printAccountId_fkey" FOREIGN KEY ("printAccountId") REFERENCES "PrintAccount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PracticeRegistration" ADD CONSTRAINT "PracticeRegistration_printAccountId_fkey" FOREIGN KEY ("printAccountId") REFERENCES "PrintAccount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Order" ADD CONSTRAINT "Order_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OrderChange" ADD CONSTRAINT "OrderChange_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OrderLine" ADD CONSTRAINT "OrderLine_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Submission" ADD CONSTRAINT "Submission_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Submission" ADD CONSTRAINT "Submission_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Submission" ADD CONSTRAINT "Submission_printAccountId_fkey" FOREIGN KEY ("printAccountId") REFERENCES "PrintAccount"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubmissionLine" ADD CONSTRAINT "SubmissionLine_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubmissionLine" ADD CONSTRAINT "SubmissionLine_orderLineId_fkey" FOREIGN KEY ("orderLineId") REFERENCES "OrderLine"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Lookup" ADD CONSTRAINT "Lookup_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Parcel" ADD CONSTRAINT "Parcel_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ShopifyWrite" ADD CONSTRAINT "ShopifyWrite_parcelId_fkey" FOREIGN KEY ("parcelId") REFERENCES "Parcel"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Attention" ADD CONSTRAINT "Attention_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Attention" ADD CONSTRAINT "Attention_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "History" ADD CONSTRAINT "History_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mapping" ADD CONSTRAINT "Mapping_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PrintFile" ADD CONSTRAINT "PrintFile_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProductVariant" ADD CONSTRAINT "ProductVariant_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CatalogRead" ADD CONSTRAINT "CatalogRead_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NotPrinted" ADD CONSTRAINT "NotPrinted_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MappingImport" ADD CONSTRAINT "MappingImport_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MappingImportRow" ADD CONSTRAINT "MappingImportRow_importId_fkey" FOREIGN KEY ("importId") REFERENCES "MappingImport"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MappingImportValue" ADD CONSTRAINT "MappingImportValue_importId_fkey" FOREIGN KEY ("importId") REFERENCES "MappingImport"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BulkEdit" ADD CONSTRAINT "BulkEdit_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BulkEditVariant" ADD CONSTRAINT "BulkEditVariant_editId_fkey" FOREIGN KEY ("editId") REFERENCES "BulkEdit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Orphan" ADD CONSTRAINT "Orphan_printAccountId_fkey" FOREIGN KEY ("printAccountId") REFERENCES "PrintAccount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PriceQuote" ADD CONSTRAINT "PriceQuote_printAccountId_fkey" FOREIGN KEY ("printAccountId") REFERENCES "PrintAccount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkuCheckRun" ADD CONSTRAINT "SkuCheckRun_printAccountId_fkey" FOREIGN KEY ("printAccountId") REFERENCES "PrintAccount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkuCheck" ADD CONSTRAINT "SkuCheck_printAccountId_fkey" FOREIGN KEY ("printAccountId") REFERENCES "PrintAccount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SavedView" ADD CONSTRAINT "SavedView_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StaffMember" ADD CONSTRAINT "StaffMember_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DataRequest" ADD CONSTRAINT "DataRequest_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BuyerDataAccess" ADD CONSTRAINT "BuyerDataAccess_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FlowEvent" ADD CONSTRAINT "FlowEvent_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DryRun" ADD CONSTRAINT "DryRun_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DryRunOrder" ADD CONSTRAINT "DryRunOrder_dryRunId_fkey" FOREIGN KEY ("dryRunId") REFERENCES "DryRun"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what schema.prisma cannot say.

-- Polls read only the first rows that are due of each shop or sender.
CREATE INDEX "WebhookDelivery_due" ON "WebhookDelivery" ("scope", "dueAt") WHERE "state" = 'waiting';
CREATE INDEX "Submission_due" ON "Submission" ("shopId", "dueAt") WHERE "dueAt" IS NOT NULL;
CREATE INDEX "Parcel_due" ON "Parcel" ("shopId", "dueAt") WHERE "state" IN ('waiting', 'writing');
CREATE INDEX "Order_due" ON "Order" ("shopId", "dueAt") WHERE "dueAt" IS NOT NULL;
CREATE INDEX "FlowEvent_due" ON "FlowEvent" ("dueAt") WHERE "dueAt" IS NOT NULL;
CREATE INDEX "PracticeOrder_due" ON "PracticeOrder" ("dueAt") WHERE "dueAt" IS NOT NULL;

-- What was sent long ago, and nothing came of it.
CREATE INDEX "Submission_unshipped" ON "Submission" ("sentAt") WHERE "state" IN ('submitted', 'in_production');
CREATE INDEX "Submission_read_failing" ON "Submission" ("readFailingSince") WHERE "readFailingSince" IS NOT NULL;

-- What is due for a comparison with the service: by account, then age, then the last comparison.
CREATE INDEX "Submission_never_compared" ON "Submission" ("printAccountId")
  WHERE "checkedAt" IS NULL AND "sentAt" IS NOT NULL AND "state" IN ('submitted', 'in_production', 'shipped', 'fulfilled');
CREATE INDEX "Submission_followed" ON "Submission" ("printAccountId", "sentAt", "checkedAt")
  WHERE "state" IN ('submitted', 'in_production', 'shipped');
CREATE INDEX "Submission_fulfilled" ON "Submission" ("printAccountId", "sentAt", "checkedAt") WHERE "state" = 'fulfilled';

-- A later order that arrives makes all uncertain ones of its account worth a look.
CREATE INDEX "Submission_uncertain" ON "Submission" ("printAccountId") WHERE "state" = 'uncertain';

-- What is let go of by age. None of these is written while a delivery arrives.
CREATE INDEX "WebhookDelivery_body" ON "WebhookDelivery" ("receivedAt") WHERE "bodyEncrypted" IS NOT NULL AND "state" <> 'waiting';
CREATE INDEX "WebhookDelivery_handled" ON "WebhookDelivery" ("receivedAt") WHERE "state" <> 'waiting';
CREATE INDEX "Submission_content" ON "Submission" ("createdAt") WHERE "payloadEncrypted" IS NOT NULL
  AND "state" IN ('submitted', 'in_production', 'shipped', 'fulfilled', 'cancelled');
CREATE INDEX "Order_history" ON "Order" ("shopifyUpdatedAt")
  WHERE "historyPrunedAt" IS NULL OR "historyPrunedAt" < "shopifyUpdatedAt";
CREATE INDEX "FlowEvent_settled" ON "FlowEvent" ("settledAt") WHERE "settledAt" IS NOT NULL;
CREATE INDEX "OrderChange_content" ON "OrderChange" ("createdAt") WHERE "contentEncrypted" IS NOT NULL;
-- Customers of the orders list, which are erased by age, too.
CREATE INDEX "Order_customer" ON "Order" ("shopifyUpdatedAt") WHERE "customerEncrypted" IS NOT NULL;

-- Few, among many that wait.
CREATE INDEX "WebhookDelivery_unconfirmed" ON "WebhookDelivery" ("topic")
  WHERE "state" = 'waiting' AND "topic" IN ('app/uninstalled', 'shop/redact');

-- Events whose order may still come.
CREATE INDEX "UnmatchedEvent_unmatched" ON "UnmatchedEvent" ("receivedAt") WHERE "matchedAt" IS NULL;

-- What a person may have read again: set aside, or failing again and again.
CREATE INDEX "WebhookDelivery_failed" ON "WebhookDelivery" ("source", "scope", "id")
  WHERE "state" = 'dead_letter' OR ("state" = 'waiting' AND "tries" >= 3);

-- The open calls of a print account are counted before each claim.
CREATE INDEX "Submission_submitting" ON "Submission" ("printAccountId") WHERE "state" = 'submitting';

-- One open reason of a kind: two workers that raise it at once leave one row.
CREATE UNIQUE INDEX "Attention_open" ON "Attention"
  ("orderId", (coalesce("submissionId", '00000000-0000-0000-0000-000000000000'::uuid)), "code", "subject")
  WHERE "clearedAt" IS NULL;

-- What is open or unfinished in a shop is asked for by the pages, among all that ever was. By order, so that a bounded count
-- of orders ends early.
CREATE INDEX "Attention_open_of_shop" ON "Attention" ("shopId", "orderId", "code") WHERE "clearedAt" IS NULL;
CREATE INDEX "Submission_unfinished" ON "Submission" ("shopId", "orderId", "state") WHERE "replacedAt" IS NULL
  AND "state" IN ('waiting', 'ready', 'rejected', 'submitting', 'uncertain', 'submitted', 'in_production', 'shipped');
CREATE INDEX "Attention_fulfilled_elsewhere" ON "Attention" ("shopId", "openedAt") WHERE "code" = 'fulfilled_elsewhere';

-- Orders without a standing submission, in the sequence of the list: few among many, and no index of submissions can have what
-- is not there. The transaction that changes a submission has the order's row already.
CREATE INDEX "Order_not_printed" ON "Order" ("shopId", "shopifyCreatedAt", "id") WHERE NOT "hasStandingSubmission";
CREATE FUNCTION note_standing_submission() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
  UPDATE "Order" SET "hasStandingSubmission" = NOT "hasStandingSubmission"
  WHERE "id" = NEW."orderId" AND "hasStandingSubmission" <> EXISTS (SELECT FROM "Submission" s
    WHERE s."orderId" = NEW."orderId" AND s."replacedAt" IS NULL AND s."state" <> ''cancelled'')\x3B
  RETURN NULL\x3B
END';
CREATE TRIGGER "Submission_inserted" AFTER INSERT ON "Submission" FOR EACH ROW
  EXECUTE FUNCTION note_standing_submission();
CREATE TRIGGER "Submission_changed" AFTER UPDATE OF "state", "replacedAt" ON "Submission" FOR EACH ROW
  WHEN ((OLD."replacedAt" IS NULL AND OLD."state" <> 'cancelled') <> (NEW."replacedAt" IS NULL AND NEW."state" <> 'cancelled'))
  EXECUTE FUNCTION note_standing_submission();

-- A line of nothing is never printed.
ALTER TABLE "SubmissionLine" ADD CONSTRAINT "SubmissionLine_quantity_positive" CHECK ("quantity" > 0);

-- A practice account has nothing that the print service would accept, and a live account belongs to no shop alone.
ALTER TABLE "PrintAccount" ADD CONSTRAINT "PrintAccount_kind" CHECK (CASE "kind"
  WHEN 'live' THEN "practiceShopId" IS NULL AND "emailHash" IS NOT NULL AND "credentialsEncrypted" IS NOT NULL
  ELSE "practiceShopId" IS NOT NULL AND "emailHash" IS NULL AND "credentialsEncrypted" IS NULL AND "tokenEncrypted" IS NULL
END);

-- Which server, timeline and database this is. A database that was restored, or a standby that took over, is another one.
-- Where a hosting does not let it be asked, it is 'unknown', and the age of the heartbeat alone tells.
-- (Prisma cuts a migration at every semicolon: those of the body are written as \x3B.)
CREATE FUNCTION database_identity() RETURNS text LANGUAGE plpgsql STABLE AS E'
BEGIN
  RETURN (SELECT system_identifier FROM pg_control_system())
    || ''/'' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
    || ''/'' || (SELECT oid FROM pg_database WHERE datname = current_database())\x3B
EXCEPTION WHEN OTHERS THEN
  RETURN ''unknown''\x3B
END';

-- One dry run of a shop at a time, and the poll for those that are due.
CREATE UNIQUE INDEX "DryRun_active" ON "DryRun" ("shopId") WHERE "state" IN ('listing', 'checking');
CREATE INDEX "DryRun_due" ON "DryRun" ("dueAt") WHERE "dueAt" IS NOT NULL;
-- The next orders to check.
CREATE INDEX "DryRunOrder_unchecked" ON "DryRunOrder" ("dryRunId", "position") WHERE "outcome" IS NULL;

-- What is left to check of an import, among up to 300,000 values.
CREATE INDEX "MappingImportValue_unchecked" ON "MappingImportValue" ("importId") WHERE NOT "checked";
