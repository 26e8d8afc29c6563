import { orderMutations } from "./order-mutations.ts";
import { carrierServiceMutations } from "./carrier-service-mutations.ts";
import { fileMutations } from "./file-mutations.ts";
import { flowMutations } from "./flow-mutations.ts";
import { fulfillmentMutations, fulfillmentOrderMutations } from "./fulfillment-mutations.ts";

/** The fields of Mutation that the stand-in knows. */
export const mutations = {
  ...fulfillmentMutations,
  ...fulfillmentOrderMutations,
  ...flowMutations,
  ...orderMutations,
  ...fileMutations,
  ...carrierServiceMutations,
};
