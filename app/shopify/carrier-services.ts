import { Decimal } from "decimal.js";
import { z } from "zod";
import { parseJson } from "../common/lossless-json.ts";
import type { CarrierServices, RateRequest, RatesAnswer } from "../ports/checkout-rates.ts";
import { UncertainError } from "../ports/errors.ts";
import { gidOf } from "../ports/gid.ts";
import {
  CarrierServiceCreate,
  CarrierServiceDelete,
  CarrierServiceUpdate,
  ListCarrierServices,
  type ListCarrierServicesQuery,
} from "./admin.generated.ts";
import { resultOrThrow } from "./answers.ts";
import type { AdminClient } from "./client.ts";

/** Pages of a list: a store has a handful of carrier services. */
const MAX_PAGES = 10;

/** A shop's carrier services, over the Admin API. */
export function createCarrierServices(client: AdminClient): CarrierServices {
  return {
    async listServices(shop) {
      const found: ListCarrierServicesQuery["carrierServices"]["nodes"] = [];
      let after: string | null = null;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const { carrierServices }: ListCarrierServicesQuery = await client.run(shop, ListCarrierServices, { after });
        found.push(...carrierServices.nodes);
        if (!carrierServices.pageInfo.hasNextPage) break;
        after = carrierServices.pageInfo.endCursor;
      }
      return found.map(({ id, name, active, callbackUrl }) => ({
        gid: id,
        name: name ?? "",
        active,
        callbackUrl: callbackUrl ?? "",
      }));
    },
    async create(shop, input) {
      const { carrierServiceCreate } = await client.run(shop, CarrierServiceCreate, {
        input: { ...input, active: true, supportsServiceDiscovery: true },
      });
      return resultOrThrow("carrierServiceCreate", carrierServiceCreate, "carrierService").id;
    },
    async update(shop, gid, input) {
      const { carrierServiceUpdate } = await client.run(shop, CarrierServiceUpdate, {
        input: { ...input, id: gid, active: true, supportsServiceDiscovery: true },
      });
      resultOrThrow("carrierServiceUpdate", carrierServiceUpdate, "carrierService");
    },
    async remove(shop, gid) {
      const { carrierServiceDelete } = await client.run(shop, CarrierServiceDelete, { id: gid });
      if (!carrierServiceDelete) throw new UncertainError("Shopify answered carrierServiceDelete without a result");
      resultOrThrow("carrierServiceDelete", carrierServiceDelete, "deletedId");
    },
  };
}

const id = z.union([z.number().int().positive(), z.string().regex(/^\d{1,20}$/)]);

// shopify: carrier service callback. Names, streets, phone numbers and emails of origin and destination are not read.
const request = z.object({
  rate: z.object({
    destination: z.object({
      country: z.string().regex(/^[A-Za-z]{2}$/),
      province: z.string().max(50).nullish(),
    }),
    items: z
      .array(
        z.object({
          quantity: z.number().int().min(1).max(1_000_000),
          /** In hundredths, whatever the currency. */
          price: z.number().min(0).max(1e12),
          requires_shipping: z.boolean().nullish(),
          fulfillment_service: z.string().nullish(),
          variant_id: id.nullish(),
        }),
      )
      .min(1)
      .max(500),
    currency: z.string().regex(/^[A-Z]{3}$/),
  }),
});

/** The body of Shopify's request for rates; null where it is none. */
export function parseRateRequest(body: Buffer): RateRequest | null {
  const read = request.safeParse(parseJson(body)?.value);
  if (!read.success) return null;
  const { destination, items, currency } = read.data.rate;
  return {
    countryCode: destination.country.toUpperCase(),
    province: destination.province ?? "",
    currency,
    items: items.map((item) => ({
      variantGid: item.variant_id == null ? null : gidOf("ProductVariant", String(item.variant_id)),
      quantity: item.quantity,
      price: new Decimal(item.price).dividedBy(100).toFixed(),
      requiresShipping: item.requires_shipping ?? true,
      isFulfilledElsewhere: (item.fulfillment_service ?? "manual") !== "manual",
    })),
  };
}

/**
 * What the callback answers. shopify: an empty list says that the carrier does not ship this basket, and a status of 404 asks for
 * backup rates. `total_price` is in hundredths in every currency, also in one without cents: 100000 for 1000 JPY.
 */
export function writeRates(answer: RatesAnswer): { status: 200 | 404; body: object } {
  if (answer.outcome === "backup") return { status: 404, body: { rates: [] } };
  const rates = answer.rates.map(({ code, name, amount, currency }) => ({
    service_name: name,
    service_code: code,
    total_price: new Decimal(amount).times(100).toFixed(0),
    description: "",
    currency,
  }));
  return { status: 200, body: { rates } };
}
