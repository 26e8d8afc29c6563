-- CreateEnum
CREATE TYPE "ReconciliationState" AS ENUM ('reading', 'compared', 'failed');

-- CreateEnum
CREATE TYPE "ReconciliationProblem" AS ENUM ('account_rejected', 'unavailable', 'date_filter_ignored');

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

-- CreateIndex
CREATE INDEX "Reconciliation_startedAt_idx" ON "Reconciliation"("startedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Reconciliation_shopId_fromDay_toDay_key" ON "Reconciliation"("shopId", "fromDay", "toDay");

-- AddForeignKey
ALTER TABLE "Reconciliation" ADD CONSTRAINT "Reconciliation_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReconciliationPart" ADD CONSTRAINT "ReconciliationPart_reconciliationId_fkey" FOREIGN KEY ("reconciliationId") REFERENCES "Reconciliation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what schema.prisma cannot say.
