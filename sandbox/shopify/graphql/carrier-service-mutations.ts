import {
  createCarrierService,
  deleteCarrierService,
  updateCarrierService,
  type CarrierServiceInput,
} from "../carrier-services.ts";
import { gid } from "../ids.ts";
import type { CarrierService } from "../model.ts";
import type { GraphContext, View } from "./context.ts";
import { withUserErrors } from "./user-errors.ts";

export const carrierServiceView = (service: CarrierService): View => ({
  id: gid("DeliveryCarrierService", service.id),
  name: service.name,
  formattedName: `${service.name} (Rates provided by app)`,
  callbackUrl: service.callbackUrl,
  active: service.active,
  supportsServiceDiscovery: service.supportsServiceDiscovery,
});

/** Mutations of carrier services. */
export const carrierServiceMutations = {
  carrierServiceCreate: ({ input }: { input: CarrierServiceInput }, { store, shop }: GraphContext) =>
    withUserErrors(["carrierService"], () => ({
      carrierService: carrierServiceView(createCarrierService(store, shop, input)),
    })),
  carrierServiceUpdate: ({ input }: { input: CarrierServiceInput & { id: string } }, { shop }: GraphContext) =>
    withUserErrors(["carrierService"], () => ({
      carrierService: carrierServiceView(updateCarrierService(shop, input.id, input)),
    })),
  carrierServiceDelete: ({ id }: { id: string }, { shop }: GraphContext) =>
    withUserErrors(["deletedId"], () => {
      deleteCarrierService(shop, id);
      return { deletedId: id };
    }),
};
