import { fulfillmentMutations, fulfillmentOrderMutations } from "./fulfillment-mutations.ts";
import { orderMutations } from "./order-mutations.ts";

/** The fields of Mutation that the stand-in knows. */
export const mutations = { ...fulfillmentMutations, ...fulfillmentOrderMutations, ...orderMutations };
