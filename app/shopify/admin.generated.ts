// Written by scripts/graphql-types.ts out of operations/*.graphql. Not edited by hand.
import type { Gid } from "../ports/gid.ts";
import type { Operation } from "./client.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AttributeInput = {
  key: string;
  value: string;
};

export type CarrierServiceCreateUserErrorCode =
  | 'CARRIER_SERVICE_CREATE_FAILED';

export type CarrierServiceDeleteUserErrorCode =
  | 'CARRIER_SERVICE_DELETE_FAILED';

export type CarrierServiceUpdateUserErrorCode =
  | 'CARRIER_SERVICE_UPDATE_FAILED';

export type CountryCode =
  | 'AC'
  | 'AD'
  | 'AE'
  | 'AF'
  | 'AG'
  | 'AI'
  | 'AL'
  | 'AM'
  | 'AN'
  | 'AO'
  | 'AR'
  | 'AT'
  | 'AU'
  | 'AW'
  | 'AX'
  | 'AZ'
  | 'BA'
  | 'BB'
  | 'BD'
  | 'BE'
  | 'BF'
  | 'BG'
  | 'BH'
  | 'BI'
  | 'BJ'
  | 'BL'
  | 'BM'
  | 'BN'
  | 'BO'
  | 'BQ'
  | 'BR'
  | 'BS'
  | 'BT'
  | 'BV'
  | 'BW'
  | 'BY'
  | 'BZ'
  | 'CA'
  | 'CC'
  | 'CD'
  | 'CF'
  | 'CG'
  | 'CH'
  | 'CI'
  | 'CK'
  | 'CL'
  | 'CM'
  | 'CN'
  | 'CO'
  | 'CR'
  | 'CU'
  | 'CV'
  | 'CW'
  | 'CX'
  | 'CY'
  | 'CZ'
  | 'DE'
  | 'DJ'
  | 'DK'
  | 'DM'
  | 'DO'
  | 'DZ'
  | 'EC'
  | 'EE'
  | 'EG'
  | 'EH'
  | 'ER'
  | 'ES'
  | 'ET'
  | 'FI'
  | 'FJ'
  | 'FK'
  | 'FO'
  | 'FR'
  | 'GA'
  | 'GB'
  | 'GD'
  | 'GE'
  | 'GF'
  | 'GG'
  | 'GH'
  | 'GI'
  | 'GL'
  | 'GM'
  | 'GN'
  | 'GP'
  | 'GQ'
  | 'GR'
  | 'GS'
  | 'GT'
  | 'GW'
  | 'GY'
  | 'HK'
  | 'HM'
  | 'HN'
  | 'HR'
  | 'HT'
  | 'HU'
  | 'ID'
  | 'IE'
  | 'IL'
  | 'IM'
  | 'IN'
  | 'IO'
  | 'IQ'
  | 'IR'
  | 'IS'
  | 'IT'
  | 'JE'
  | 'JM'
  | 'JO'
  | 'JP'
  | 'KE'
  | 'KG'
  | 'KH'
  | 'KI'
  | 'KM'
  | 'KN'
  | 'KP'
  | 'KR'
  | 'KW'
  | 'KY'
  | 'KZ'
  | 'LA'
  | 'LB'
  | 'LC'
  | 'LI'
  | 'LK'
  | 'LR'
  | 'LS'
  | 'LT'
  | 'LU'
  | 'LV'
  | 'LY'
  | 'MA'
  | 'MC'
  | 'MD'
  | 'ME'
  | 'MF'
  | 'MG'
  | 'MK'
  | 'ML'
  | 'MM'
  | 'MN'
  | 'MO'
  | 'MQ'
  | 'MR'
  | 'MS'
  | 'MT'
  | 'MU'
  | 'MV'
  | 'MW'
  | 'MX'
  | 'MY'
  | 'MZ'
  | 'NA'
  | 'NC'
  | 'NE'
  | 'NF'
  | 'NG'
  | 'NI'
  | 'NL'
  | 'NO'
  | 'NP'
  | 'NR'
  | 'NU'
  | 'NZ'
  | 'OM'
  | 'PA'
  | 'PE'
  | 'PF'
  | 'PG'
  | 'PH'
  | 'PK'
  | 'PL'
  | 'PM'
  | 'PN'
  | 'PS'
  | 'PT'
  | 'PY'
  | 'QA'
  | 'RE'
  | 'RO'
  | 'RS'
  | 'RU'
  | 'RW'
  | 'SA'
  | 'SB'
  | 'SC'
  | 'SD'
  | 'SE'
  | 'SG'
  | 'SH'
  | 'SI'
  | 'SJ'
  | 'SK'
  | 'SL'
  | 'SM'
  | 'SN'
  | 'SO'
  | 'SR'
  | 'SS'
  | 'ST'
  | 'SV'
  | 'SX'
  | 'SY'
  | 'SZ'
  | 'TA'
  | 'TC'
  | 'TD'
  | 'TF'
  | 'TG'
  | 'TH'
  | 'TJ'
  | 'TK'
  | 'TL'
  | 'TM'
  | 'TN'
  | 'TO'
  | 'TR'
  | 'TT'
  | 'TV'
  | 'TW'
  | 'TZ'
  | 'UA'
  | 'UG'
  | 'UM'
  | 'US'
  | 'UY'
  | 'UZ'
  | 'VA'
  | 'VC'
  | 'VE'
  | 'VG'
  | 'VN'
  | 'VU'
  | 'WF'
  | 'WS'
  | 'XK'
  | 'YE'
  | 'YT'
  | 'ZA'
  | 'ZM'
  | 'ZW'
  | 'ZZ';

export type CurrencyCode =
  | 'AED'
  | 'AFN'
  | 'ALL'
  | 'AMD'
  | 'ANG'
  | 'AOA'
  | 'ARS'
  | 'AUD'
  | 'AWG'
  | 'AZN'
  | 'BAM'
  | 'BBD'
  | 'BDT'
  | 'BGN'
  | 'BHD'
  | 'BIF'
  | 'BMD'
  | 'BND'
  | 'BOB'
  | 'BRL'
  | 'BSD'
  | 'BTN'
  | 'BWP'
  | 'BYN'
  | 'BYR'
  | 'BZD'
  | 'CAD'
  | 'CDF'
  | 'CHF'
  | 'CLP'
  | 'CNY'
  | 'COP'
  | 'CRC'
  | 'CVE'
  | 'CZK'
  | 'DJF'
  | 'DKK'
  | 'DOP'
  | 'DZD'
  | 'EGP'
  | 'ERN'
  | 'ETB'
  | 'EUR'
  | 'FJD'
  | 'FKP'
  | 'GBP'
  | 'GEL'
  | 'GHS'
  | 'GIP'
  | 'GMD'
  | 'GNF'
  | 'GTQ'
  | 'GYD'
  | 'HKD'
  | 'HNL'
  | 'HRK'
  | 'HTG'
  | 'HUF'
  | 'IDR'
  | 'ILS'
  | 'INR'
  | 'IQD'
  | 'IRR'
  | 'ISK'
  | 'JEP'
  | 'JMD'
  | 'JOD'
  | 'JPY'
  | 'KES'
  | 'KGS'
  | 'KHR'
  | 'KID'
  | 'KMF'
  | 'KRW'
  | 'KWD'
  | 'KYD'
  | 'KZT'
  | 'LAK'
  | 'LBP'
  | 'LKR'
  | 'LRD'
  | 'LSL'
  | 'LTL'
  | 'LVL'
  | 'LYD'
  | 'MAD'
  | 'MDL'
  | 'MGA'
  | 'MKD'
  | 'MMK'
  | 'MNT'
  | 'MOP'
  | 'MRU'
  | 'MUR'
  | 'MVR'
  | 'MWK'
  | 'MXN'
  | 'MYR'
  | 'MZN'
  | 'NAD'
  | 'NGN'
  | 'NIO'
  | 'NOK'
  | 'NPR'
  | 'NZD'
  | 'OMR'
  | 'PAB'
  | 'PEN'
  | 'PGK'
  | 'PHP'
  | 'PKR'
  | 'PLN'
  | 'PYG'
  | 'QAR'
  | 'RON'
  | 'RSD'
  | 'RUB'
  | 'RWF'
  | 'SAR'
  | 'SBD'
  | 'SCR'
  | 'SDG'
  | 'SEK'
  | 'SGD'
  | 'SHP'
  | 'SLL'
  | 'SOS'
  | 'SRD'
  | 'SSP'
  | 'STD'
  | 'STN'
  | 'SYP'
  | 'SZL'
  | 'THB'
  | 'TJS'
  | 'TMT'
  | 'TND'
  | 'TOP'
  | 'TRY'
  | 'TTD'
  | 'TWD'
  | 'TZS'
  | 'UAH'
  | 'UGX'
  | 'USD'
  | 'USDC'
  | 'UYU'
  | 'UZS'
  | 'VED'
  | 'VEF'
  | 'VES'
  | 'VND'
  | 'VUV'
  | 'WST'
  | 'XAF'
  | 'XCD'
  | 'XOF'
  | 'XPF'
  | 'XXX'
  | 'YER'
  | 'ZAR'
  | 'ZMW';

export type DeliveryCarrierServiceCreateInput = {
  active: boolean;
  callbackUrl: string;
  name: string;
  supportsServiceDiscovery: boolean;
};

export type DeliveryCarrierServiceUpdateInput = {
  active?: boolean | null | undefined;
  callbackUrl?: string | null | undefined;
  id: Gid<"DeliveryCarrierService">;
  name?: string | null | undefined;
  supportsServiceDiscovery?: boolean | null | undefined;
};

export type DeliveryMethodType =
  | 'LOCAL'
  | 'NONE'
  | 'PICKUP_POINT'
  | 'PICK_UP'
  | 'RETAIL'
  | 'SHIPPING';

export type FileContentType =
  | 'EXTERNAL_VIDEO'
  | 'FILE'
  | 'IMAGE'
  | 'MODEL_3D'
  | 'VIDEO';

export type FileCreateInput = {
  alt?: string | null | undefined;
  contentType?: FileContentType | null | undefined;
  duplicateResolutionMode?: FileCreateInputDuplicateResolutionMode | null | undefined;
  filename?: string | null | undefined;
  originalSource: string;
};

export type FileCreateInputDuplicateResolutionMode =
  | 'APPEND_UUID'
  | 'RAISE_ERROR'
  | 'REPLACE';

export type FileErrorCode =
  | 'DUPLICATE_FILENAME_ERROR'
  | 'EXTERNAL_VIDEO_EMBED_DISABLED'
  | 'EXTERNAL_VIDEO_EMBED_NOT_FOUND_OR_TRANSCODING'
  | 'EXTERNAL_VIDEO_INVALID_ASPECT_RATIO'
  | 'EXTERNAL_VIDEO_NOT_FOUND'
  | 'EXTERNAL_VIDEO_UNLISTED'
  | 'FILE_STORAGE_LIMIT_EXCEEDED'
  | 'GENERIC_FILE_DOWNLOAD_FAILURE'
  | 'GENERIC_FILE_INVALID_SIZE'
  | 'IMAGE_DOWNLOAD_FAILURE'
  | 'IMAGE_PROCESSING_FAILURE'
  | 'INVALID_IMAGE_ASPECT_RATIO'
  | 'INVALID_IMAGE_FILE_SIZE'
  | 'INVALID_IMAGE_RESOLUTION'
  | 'INVALID_SIGNED_URL'
  | 'MEDIA_TIMEOUT_ERROR'
  | 'MODEL3D_GLB_OUTPUT_CREATION_ERROR'
  | 'MODEL3D_GLB_TO_USDZ_CONVERSION_ERROR'
  | 'MODEL3D_PROCESSING_FAILURE'
  | 'MODEL3D_THUMBNAIL_GENERATION_ERROR'
  | 'MODEL3D_THUMBNAIL_REGENERATION_ERROR'
  | 'MODEL3D_VALIDATION_ERROR'
  | 'UNKNOWN'
  | 'UNSUPPORTED_IMAGE_FILE_TYPE'
  | 'VIDEO_INVALID_FILETYPE_ERROR'
  | 'VIDEO_MAX_DURATION_ERROR'
  | 'VIDEO_MAX_HEIGHT_ERROR'
  | 'VIDEO_MAX_WIDTH_ERROR'
  | 'VIDEO_METADATA_READ_ERROR'
  | 'VIDEO_MIN_DURATION_ERROR'
  | 'VIDEO_MIN_HEIGHT_ERROR'
  | 'VIDEO_MIN_WIDTH_ERROR'
  | 'VIDEO_VALIDATION_ERROR';

export type FileStatus =
  | 'FAILED'
  | 'PROCESSING'
  | 'READY'
  | 'UPLOADED';

export type FilesErrorCode =
  | 'ALT_VALUE_LIMIT_EXCEEDED'
  | 'BLANK_SEARCH'
  | 'FILENAME_ALREADY_EXISTS'
  | 'FILE_DOES_NOT_EXIST'
  | 'FILE_LOCKED'
  | 'INVALID'
  | 'INVALID_DUPLICATE_MODE_FOR_TYPE'
  | 'INVALID_DUPLICATE_RESOLUTION_MODE'
  | 'INVALID_FAILED_MEDIA_STATE'
  | 'INVALID_FILENAME'
  | 'INVALID_FILENAME_EXTENSION'
  | 'INVALID_IMAGE_SOURCE_URL'
  | 'INVALID_QUERY'
  | 'MEDIA_CANNOT_BE_MODIFIED'
  | 'MISMATCHED_FILENAME_AND_ORIGINAL_SOURCE'
  | 'MISSING_ARGUMENTS'
  | 'MISSING_FILENAME_FOR_DUPLICATE_MODE_REPLACE'
  | 'NON_IMAGE_MEDIA_PER_SHOP_LIMIT_EXCEEDED'
  | 'NON_READY_STATE'
  | 'PRODUCT_MEDIA_LIMIT_EXCEEDED'
  | 'PRODUCT_SUSPENDED'
  | 'REFERENCE_TARGET_DOES_NOT_EXIST'
  | 'TOO_MANY_ARGUMENTS'
  | 'TOO_MANY_FILE_REFERENCE'
  | 'UNACCEPTABLE_ASSET'
  | 'UNACCEPTABLE_TRIAL_ASSET'
  | 'UNACCEPTABLE_UNVERIFIED_TRIAL_ASSET'
  | 'UNSUPPORTED_FILE_REFERENCE'
  | 'UNSUPPORTED_MEDIA_TYPE_FOR_FILENAME_UPDATE';

export type FulfillmentHoldReason =
  | 'AWAITING_PAYMENT'
  | 'AWAITING_RETURN_ITEMS'
  | 'HIGH_RISK_OF_FRAUD'
  | 'INCORRECT_ADDRESS'
  | 'INVENTORY_OUT_OF_STOCK'
  | 'ONLINE_STORE_POST_PURCHASE_CROSS_SELL'
  | 'OTHER'
  | 'UNKNOWN_DELIVERY_DATE';

export type FulfillmentInput = {
  lineItemsByFulfillmentOrder: Array<FulfillmentOrderLineItemsInput>;
  notifyCustomer?: boolean | null | undefined;
  originAddress?: FulfillmentOriginAddressInput | null | undefined;
  trackingInfo?: FulfillmentTrackingInput | null | undefined;
};

export type FulfillmentOrderAction =
  | 'CANCEL_FULFILLMENT_ORDER'
  | 'CREATE_FULFILLMENT'
  | 'EXTERNAL'
  | 'HOLD'
  | 'MARK_AS_OPEN'
  | 'MERGE'
  | 'MOVE'
  | 'RELEASE_HOLD'
  | 'REPORT_PROGRESS'
  | 'REQUEST_CANCELLATION'
  | 'REQUEST_FULFILLMENT'
  | 'SPLIT';

export type FulfillmentOrderHoldInput = {
  externalId?: string | null | undefined;
  fulfillmentOrderLineItems?: Array<FulfillmentOrderLineItemInput> | null | undefined;
  handle?: string | null | undefined;
  notifyMerchant?: boolean | null | undefined;
  reason: FulfillmentHoldReason;
  reasonNotes?: string | null | undefined;
};

export type FulfillmentOrderHoldUserErrorCode =
  | 'DUPLICATED_FULFILLMENT_ORDER_LINE_ITEMS'
  | 'DUPLICATE_FULFILLMENT_HOLD_HANDLE'
  | 'FULFILLMENT_ORDER_HOLD_LIMIT_REACHED'
  | 'FULFILLMENT_ORDER_NOT_FOUND'
  | 'FULFILLMENT_ORDER_NOT_SPLITTABLE'
  | 'GREATER_THAN_ZERO'
  | 'INVALID_LINE_ITEM_QUANTITY'
  | 'TAKEN';

export type FulfillmentOrderLineItemInput = {
  id: Gid<"FulfillmentOrderLineItem">;
  quantity: number;
};

export type FulfillmentOrderLineItemsInput = {
  fulfillmentOrderId: Gid<"FulfillmentOrder">;
  fulfillmentOrderLineItems?: Array<FulfillmentOrderLineItemInput> | null | undefined;
};

export type FulfillmentOrderReleaseHoldUserErrorCode =
  | 'FULFILLMENT_ORDER_NOT_FOUND'
  | 'INVALID_ACCESS';

export type FulfillmentOrderReportProgressUserErrorCode =
  | 'FULFILLMENT_ORDER_CONTAINS_PICKED_ITEMS'
  | 'FULFILLMENT_ORDER_INVALID_DELIVERY_METHOD'
  | 'FULFILLMENT_ORDER_INVALID_FULFILLMENT_SERVICE_OWNERSHIP'
  | 'FULFILLMENT_ORDER_NOT_FOUND'
  | 'FULFILLMENT_ORDER_STATUS_INVALID'
  | 'FULFILLMENT_ORDER_UNSUPPORTED_ACTION'
  | 'MARKETPLACE_APP_NOT_ELIGIBLE';

export type FulfillmentOrderRequestStatus =
  | 'ACCEPTED'
  | 'CANCELLATION_ACCEPTED'
  | 'CANCELLATION_REJECTED'
  | 'CANCELLATION_REQUESTED'
  | 'CLOSED'
  | 'REJECTED'
  | 'SUBMITTED'
  | 'UNSUBMITTED';

export type FulfillmentOrderStatus =
  | 'CANCELLED'
  | 'CLOSED'
  | 'INCOMPLETE'
  | 'IN_PROGRESS'
  | 'ON_HOLD'
  | 'OPEN'
  | 'SCHEDULED';

export type FulfillmentOriginAddressInput = {
  address1?: string | null | undefined;
  address2?: string | null | undefined;
  city?: string | null | undefined;
  countryCode: string;
  provinceCode?: string | null | undefined;
  zip?: string | null | undefined;
};

export type FulfillmentStatus =
  | 'CANCELLED'
  | 'ERROR'
  | 'FAILURE'
  | 'OPEN'
  | 'PENDING'
  | 'SUCCESS';

export type FulfillmentTrackingInput = {
  company?: string | null | undefined;
  number?: string | null | undefined;
  numbers?: Array<string> | null | undefined;
  url?: string | null | undefined;
  urls?: Array<string> | null | undefined;
};

export type LocalizationExtensionInput = {
  key: LocalizationExtensionKey;
  value: string;
};

export type LocalizationExtensionKey =
  | 'SHIPPING_CREDENTIAL_BR'
  | 'SHIPPING_CREDENTIAL_CL'
  | 'SHIPPING_CREDENTIAL_CN'
  | 'SHIPPING_CREDENTIAL_CO'
  | 'SHIPPING_CREDENTIAL_CR'
  | 'SHIPPING_CREDENTIAL_EC'
  | 'SHIPPING_CREDENTIAL_ES'
  | 'SHIPPING_CREDENTIAL_GT'
  | 'SHIPPING_CREDENTIAL_ID'
  | 'SHIPPING_CREDENTIAL_KR'
  | 'SHIPPING_CREDENTIAL_MX'
  | 'SHIPPING_CREDENTIAL_MY'
  | 'SHIPPING_CREDENTIAL_PE'
  | 'SHIPPING_CREDENTIAL_PT'
  | 'SHIPPING_CREDENTIAL_PY'
  | 'SHIPPING_CREDENTIAL_TR'
  | 'SHIPPING_CREDENTIAL_TW'
  | 'SHIPPING_CREDENTIAL_TYPE_CO'
  | 'TAX_CREDENTIAL_BR'
  | 'TAX_CREDENTIAL_CL'
  | 'TAX_CREDENTIAL_CO'
  | 'TAX_CREDENTIAL_CR'
  | 'TAX_CREDENTIAL_EC'
  | 'TAX_CREDENTIAL_ES'
  | 'TAX_CREDENTIAL_GT'
  | 'TAX_CREDENTIAL_ID'
  | 'TAX_CREDENTIAL_IT'
  | 'TAX_CREDENTIAL_MX'
  | 'TAX_CREDENTIAL_MY'
  | 'TAX_CREDENTIAL_PE'
  | 'TAX_CREDENTIAL_PT'
  | 'TAX_CREDENTIAL_PY'
  | 'TAX_CREDENTIAL_TR'
  | 'TAX_CREDENTIAL_TYPE_CO'
  | 'TAX_CREDENTIAL_TYPE_MX'
  | 'TAX_CREDENTIAL_USE_MX'
  | 'TAX_EMAIL_IT';

export type LocalizedFieldInput = {
  key: LocalizedFieldKey;
  value: string;
};

export type LocalizedFieldKey =
  | 'SHIPPING_CREDENTIAL_BR'
  | 'SHIPPING_CREDENTIAL_CL'
  | 'SHIPPING_CREDENTIAL_CN'
  | 'SHIPPING_CREDENTIAL_CO'
  | 'SHIPPING_CREDENTIAL_CR'
  | 'SHIPPING_CREDENTIAL_EC'
  | 'SHIPPING_CREDENTIAL_ES'
  | 'SHIPPING_CREDENTIAL_GT'
  | 'SHIPPING_CREDENTIAL_ID'
  | 'SHIPPING_CREDENTIAL_KR'
  | 'SHIPPING_CREDENTIAL_MX'
  | 'SHIPPING_CREDENTIAL_MY'
  | 'SHIPPING_CREDENTIAL_PE'
  | 'SHIPPING_CREDENTIAL_PT'
  | 'SHIPPING_CREDENTIAL_PY'
  | 'SHIPPING_CREDENTIAL_TR'
  | 'SHIPPING_CREDENTIAL_TW'
  | 'SHIPPING_CREDENTIAL_TYPE_CO'
  | 'TAX_CREDENTIAL_BR'
  | 'TAX_CREDENTIAL_CL'
  | 'TAX_CREDENTIAL_CO'
  | 'TAX_CREDENTIAL_CR'
  | 'TAX_CREDENTIAL_EC'
  | 'TAX_CREDENTIAL_ES'
  | 'TAX_CREDENTIAL_GT'
  | 'TAX_CREDENTIAL_ID'
  | 'TAX_CREDENTIAL_IT'
  | 'TAX_CREDENTIAL_MX'
  | 'TAX_CREDENTIAL_MY'
  | 'TAX_CREDENTIAL_PE'
  | 'TAX_CREDENTIAL_PT'
  | 'TAX_CREDENTIAL_PY'
  | 'TAX_CREDENTIAL_TR'
  | 'TAX_CREDENTIAL_TYPE_CO'
  | 'TAX_CREDENTIAL_TYPE_MX'
  | 'TAX_CREDENTIAL_USE_MX'
  | 'TAX_EMAIL_IT';

export type MailingAddressInput = {
  address1?: string | null | undefined;
  address2?: string | null | undefined;
  city?: string | null | undefined;
  company?: string | null | undefined;
  /** @deprecated Use `countryCode` instead. */
  country?: string | null | undefined;
  countryCode?: CountryCode | null | undefined;
  firstName?: string | null | undefined;
  /** @deprecated Not needed for 90% of mutations, and provided separately where it is needed. */
  id?: string | null | undefined;
  lastName?: string | null | undefined;
  phone?: string | null | undefined;
  /** @deprecated Use `provinceCode` instead. */
  province?: string | null | undefined;
  provinceCode?: string | null | undefined;
  zip?: string | null | undefined;
};

export type MetafieldIdentifierInput = {
  key: string;
  namespace: string;
  ownerId: Gid<"Order">;
};

export type MetafieldInput = {
  id?: string | null | undefined;
  key?: string | null | undefined;
  namespace?: string | null | undefined;
  type?: string | null | undefined;
  value?: string | null | undefined;
};

export type MetafieldsSetInput = {
  compareDigest?: string | null | undefined;
  key: string;
  namespace?: string | null | undefined;
  ownerId: Gid<"Order">;
  type?: string | null | undefined;
  value: string;
};

export type MetafieldsSetUserErrorCode =
  | 'APP_NOT_AUTHORIZED'
  | 'BLANK'
  | 'CAPABILITY_VIOLATION'
  | 'INCLUSION'
  | 'INTERNAL_ERROR'
  | 'INVALID'
  | 'INVALID_COMPARE_DIGEST'
  | 'INVALID_TYPE'
  | 'INVALID_VALUE'
  | 'LESS_THAN_OR_EQUAL_TO'
  | 'PRESENT'
  | 'STALE_OBJECT'
  | 'TAKEN'
  | 'TOO_LONG'
  | 'TOO_SHORT';

export type OrderDisplayFinancialStatus =
  | 'AUTHORIZED'
  | 'EXPIRED'
  | 'PAID'
  | 'PARTIALLY_PAID'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'VOIDED';

export type OrderInput = {
  customAttributes?: Array<AttributeInput> | null | undefined;
  email?: string | null | undefined;
  id: Gid<"Order">;
  /** @deprecated This field will be removed in a future version. Use `localizedFields` instead. */
  localizationExtensions?: Array<LocalizationExtensionInput> | null | undefined;
  localizedFields?: Array<LocalizedFieldInput> | null | undefined;
  metafields?: Array<MetafieldInput> | null | undefined;
  note?: string | null | undefined;
  phone?: string | null | undefined;
  poNumber?: string | null | undefined;
  shippingAddress?: MailingAddressInput | null | undefined;
  tags?: Array<string> | null | undefined;
};

export type OrderRiskRecommendationResult =
  | 'ACCEPT'
  | 'CANCEL'
  | 'INVESTIGATE'
  | 'NONE';

export type PaymentTermsType =
  | 'FIXED'
  | 'FULFILLMENT'
  | 'NET'
  | 'RECEIPT'
  | 'UNKNOWN';

export type ProductStatus =
  | 'ACTIVE'
  | 'ARCHIVED'
  | 'DRAFT'
  | 'UNLISTED';

export type RiskAssessmentResult =
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM'
  | 'NONE'
  | 'PENDING';

export type StagedUploadHttpMethodType =
  | 'POST'
  | 'PUT';

export type StagedUploadInput = {
  fileSize?: unknown;
  filename: string;
  httpMethod?: StagedUploadHttpMethodType | null | undefined;
  mimeType: string;
  resource: StagedUploadTargetGenerateUploadResource;
};

export type StagedUploadTargetGenerateUploadResource =
  | 'BULK_MUTATION_VARIABLES'
  | 'COLLECTION_IMAGE'
  | 'DISPUTE_FILE_UPLOAD'
  | 'FILE'
  | 'IMAGE'
  | 'MODEL_3D'
  | 'PRODUCT_IMAGE'
  | 'RETURN_LABEL'
  | 'SHOP_IMAGE'
  | 'URL_REDIRECT_IMPORT'
  | 'VIDEO';

export type CarrierServiceCreateMutationVariables = Exact<{
  input: DeliveryCarrierServiceCreateInput;
}>;


export type CarrierServiceCreateMutation = { carrierServiceCreate: { carrierService: { id: Gid<"DeliveryCarrierService"> } | null, userErrors: Array<{ code: CarrierServiceCreateUserErrorCode | null, message: string }> } | null };

export type CarrierServiceDeleteMutationVariables = Exact<{
  id: Gid<"DeliveryCarrierService">;
}>;


export type CarrierServiceDeleteMutation = { carrierServiceDelete: { deletedId: string | null, userErrors: Array<{ code: CarrierServiceDeleteUserErrorCode | null, message: string }> } | null };

export type CarrierServiceUpdateMutationVariables = Exact<{
  input: DeliveryCarrierServiceUpdateInput;
}>;


export type CarrierServiceUpdateMutation = { carrierServiceUpdate: { carrierService: { id: Gid<"DeliveryCarrierService"> } | null, userErrors: Array<{ code: CarrierServiceUpdateUserErrorCode | null, message: string }> } | null };

export type ClearOrderStatusMutationVariables = Exact<{
  id: Gid<"Order">;
  tags: Array<string> | string;
  metafields: Array<MetafieldIdentifierInput> | MetafieldIdentifierInput;
}>;


export type ClearOrderStatusMutation = { tagsRemove: { userErrors: Array<{ field: Array<string> | null, message: string }> } | null, metafieldsDelete: { userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type FileCreateMutationVariables = Exact<{
  files: Array<FileCreateInput> | FileCreateInput;
}>;


export type FileCreateMutation = { fileCreate: { files: Array<
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
    > | null, userErrors: Array<{ code: FilesErrorCode | null, message: string }> } | null };

export type FileDeleteMutationVariables = Exact<{
  fileIds: Array<string> | string;
}>;


export type FileDeleteMutation = { fileDelete: { deletedFileIds: Array<string> | null, userErrors: Array<{ code: FilesErrorCode | null, message: string }> } | null };

export type FindFilesQueryVariables = Exact<{
  query: string;
}>;


export type FindFilesQuery = { files: { nodes: Array<
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
    > } };

export type FlowTriggerReceiveMutationVariables = Exact<{
  handle: string;
  payload: Record<string, unknown>;
}>;


export type FlowTriggerReceiveMutation = { flowTriggerReceive: { userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type FulfillmentCreateMutationVariables = Exact<{
  fulfillment: FulfillmentInput;
  message?: string | null | undefined;
}>;


export type FulfillmentCreateMutation = { fulfillmentCreate: { fulfillment: { id: Gid<"Fulfillment"> } | null, userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type FulfillmentOrderHoldMutationVariables = Exact<{
  id: Gid<"FulfillmentOrder">;
  hold: FulfillmentOrderHoldInput;
}>;


export type FulfillmentOrderHoldMutation = { fulfillmentOrderHold: { fulfillmentHold: { id: Gid<"FulfillmentHold"> } | null, userErrors: Array<{ code: FulfillmentOrderHoldUserErrorCode | null, field: Array<string> | null, message: string }> } | null };

export type FulfillmentOrderOpenMutationVariables = Exact<{
  id: string;
}>;


export type FulfillmentOrderOpenMutation = { fulfillmentOrderOpen: { fulfillmentOrder: { id: Gid<"FulfillmentOrder"> } | null, userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type FulfillmentOrderReleaseHoldMutationVariables = Exact<{
  id: Gid<"FulfillmentOrder">;
  holdIds: Array<Gid<"FulfillmentHold">> | Gid<"FulfillmentHold">;
}>;


export type FulfillmentOrderReleaseHoldMutation = { fulfillmentOrderReleaseHold: { fulfillmentOrder: { id: Gid<"FulfillmentOrder"> } | null, userErrors: Array<{ code: FulfillmentOrderReleaseHoldUserErrorCode | null, field: Array<string> | null, message: string }> } | null };

export type FulfillmentOrderReportProgressMutationVariables = Exact<{
  id: Gid<"FulfillmentOrder">;
}>;


export type FulfillmentOrderReportProgressMutation = { fulfillmentOrderReportProgress: { fulfillmentOrder: { id: Gid<"FulfillmentOrder"> } | null, userErrors: Array<{ code: FulfillmentOrderReportProgressUserErrorCode | null, field: Array<string> | null, message: string }> } | null };

export type FulfillmentTrackingInfoUpdateMutationVariables = Exact<{
  id: Gid<"Fulfillment">;
  tracking: FulfillmentTrackingInput;
  notify: boolean;
}>;


export type FulfillmentTrackingInfoUpdateMutation = { fulfillmentTrackingInfoUpdate: { fulfillment: { id: Gid<"Fulfillment"> } | null, userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type ListCarrierServicesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ListCarrierServicesQuery = { carrierServices: { nodes: Array<{ id: Gid<"DeliveryCarrierService">, name: string | null, active: boolean, callbackUrl: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ListFilesQueryVariables = Exact<{
  query?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type ListFilesQuery = { files: { nodes: Array<
      | { __typename: 'ExternalVideo', id: string, fileStatus: FileStatus, preview: { image: { url: string } | null } | null }
      | { __typename: 'GenericFile', mimeType: string | null, url: string | null, id: string, fileStatus: FileStatus, preview: { image: { url: string } | null } | null }
      | { __typename: 'MediaImage', id: string, fileStatus: FileStatus, image: { url: string, width: number | null, height: number | null } | null, preview: { image: { url: string } | null } | null }
      | { __typename: 'Model3d', id: string, fileStatus: FileStatus, preview: { image: { url: string } | null } | null }
      | { __typename: 'Video', id: string, fileStatus: FileStatus, preview: { image: { url: string } | null } | null }
    >, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ListFulfillmentsQueryVariables = Exact<{
  id: Gid<"Order">;
}>;


export type ListFulfillmentsQuery = { order: { updatedAt: string, fulfillments: Array<{ id: Gid<"Fulfillment"> }> } | null };

export type ListProductsQueryVariables = Exact<{
  query?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ListProductsQuery = { products: { nodes: Array<{ id: Gid<"Product">, title: string, status: ProductStatus, isGiftCard: boolean, variantsCount: { count: number } | null, featuredMedia:
        | { preview: { image: { url: string } | null } | null }
        | { preview: { image: { url: string } | null } | null }
        | { preview: { image: { url: string } | null } | null }
        | { preview: { image: { url: string } | null } | null }
       | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type ProductFieldsFragment = { id: Gid<"Product">, title: string, status: ProductStatus, isGiftCard: boolean, variantsCount: { count: number } | null, featuredMedia:
    | { preview: { image: { url: string } | null } | null }
    | { preview: { image: { url: string } | null } | null }
    | { preview: { image: { url: string } | null } | null }
    | { preview: { image: { url: string } | null } | null }
   | null };

export type ListVariantsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ListVariantsQuery = { productVariants: { nodes: Array<{ id: Gid<"ProductVariant">, title: string, sku: string | null, price: string, position: number, product: { id: Gid<"Product">, title: string, status: ProductStatus, isGiftCard: boolean }, selectedOptions: Array<{ name: string, value: string }>, inventoryItem: { requiresShipping: boolean } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type VariantFieldsFragment = { id: Gid<"ProductVariant">, title: string, sku: string | null, price: string, position: number, selectedOptions: Array<{ name: string, value: string }>, inventoryItem: { requiresShipping: boolean } };

export type OrderOfFulfillmentOrderQueryVariables = Exact<{
  id: Gid<"FulfillmentOrder">;
}>;


export type OrderOfFulfillmentOrderQuery = { fulfillmentOrder: { orderId: Gid<"Order">, status: FulfillmentOrderStatus, requestStatus: FulfillmentOrderRequestStatus, deliveryMethod: { methodType: DeliveryMethodType } | null } | null };

export type OrderUpdateMutationVariables = Exact<{
  input: OrderInput;
}>;


export type OrderUpdateMutation = { orderUpdate: { order: { id: Gid<"Order"> } | null, userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type OrdersPlacedSinceQueryVariables = Exact<{
  query: string;
  after?: string | null | undefined;
}>;


export type OrdersPlacedSinceQuery = { orders: { nodes: Array<{ id: Gid<"Order">, name: string, createdAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type OrdersUpdatedSinceQueryVariables = Exact<{
  query: string;
  after?: string | null | undefined;
}>;


export type OrdersUpdatedSinceQuery = { orders: { nodes: Array<{ id: Gid<"Order">, updatedAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReadAccessScopesQueryVariables = Exact<{ [key: string]: never; }>;


export type ReadAccessScopesQuery = { currentAppInstallation: { accessScopes: Array<{ handle: string }> } };

export type ReadArtworkQueryVariables = Exact<{
  ids: Array<string> | string;
  front: boolean;
  frontNamespace: string;
  frontKey: string;
  back: boolean;
  backNamespace: string;
  backKey: string;
  mockup: boolean;
  mockupNamespace: string;
  mockupKey: string;
}>;


export type ReadArtworkQuery = { nodes: Array<
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Customer"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"DeliveryCarrierService"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Fulfillment"> }
    | { id: string }
    | { id: string }
    | { id: Gid<"FulfillmentHold"> }
    | { id: string }
    | { id: Gid<"FulfillmentOrder"> }
    | { id: string }
    | { id: Gid<"FulfillmentOrderLineItem"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"LineItem"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Order"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Product">, front?: { type: string, value: string, reference:
          | { __typename: 'Article' }
          | { __typename: 'Collection' }
          | { __typename: 'Company' }
          | { __typename: 'Customer' }
          | { __typename: 'GenericFile', mimeType: string | null, url: string | null }
          | { __typename: 'MediaImage', image: { url: string } | null }
          | { __typename: 'Metaobject' }
          | { __typename: 'Model3d' }
          | { __typename: 'Order' }
          | { __typename: 'Page' }
          | { __typename: 'Product' }
          | { __typename: 'ProductVariant' }
          | { __typename: 'TaxonomyValue' }
          | { __typename: 'Video' }
         | null } | null, back?: { type: string, value: string, reference:
          | { __typename: 'Article' }
          | { __typename: 'Collection' }
          | { __typename: 'Company' }
          | { __typename: 'Customer' }
          | { __typename: 'GenericFile', mimeType: string | null, url: string | null }
          | { __typename: 'MediaImage', image: { url: string } | null }
          | { __typename: 'Metaobject' }
          | { __typename: 'Model3d' }
          | { __typename: 'Order' }
          | { __typename: 'Page' }
          | { __typename: 'Product' }
          | { __typename: 'ProductVariant' }
          | { __typename: 'TaxonomyValue' }
          | { __typename: 'Video' }
         | null } | null, mockup?: { type: string, value: string, reference:
          | { __typename: 'Article' }
          | { __typename: 'Collection' }
          | { __typename: 'Company' }
          | { __typename: 'Customer' }
          | { __typename: 'GenericFile', mimeType: string | null, url: string | null }
          | { __typename: 'MediaImage', image: { url: string } | null }
          | { __typename: 'Metaobject' }
          | { __typename: 'Model3d' }
          | { __typename: 'Order' }
          | { __typename: 'Page' }
          | { __typename: 'Product' }
          | { __typename: 'ProductVariant' }
          | { __typename: 'TaxonomyValue' }
          | { __typename: 'Video' }
         | null } | null }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"ProductVariant"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null> };

export type ReadFileQueryVariables = Exact<{
  id: string;
}>;


export type ReadFileQuery = { node:
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Customer"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"DeliveryCarrierService"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Fulfillment"> }
    | { id: string }
    | { id: string }
    | { id: Gid<"FulfillmentHold"> }
    | { id: string }
    | { id: Gid<"FulfillmentOrder"> }
    | { id: string }
    | { id: Gid<"FulfillmentOrderLineItem"> }
    | { id: string }
    | { fileStatus: FileStatus, url: string | null, id: string, fileErrors: Array<{ code: FileErrorCode, message: string }> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"LineItem"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { fileStatus: FileStatus, id: string, fileErrors: Array<{ code: FileErrorCode, message: string }>, image: { url: string } | null }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Order"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Product"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"ProductVariant"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null };

export type ReadFulfillmentOrderLinesQueryVariables = Exact<{
  id: Gid<"FulfillmentOrder">;
  after?: string | null | undefined;
}>;


export type ReadFulfillmentOrderLinesQuery = { fulfillmentOrder: { updatedAt: string, lineItems: { nodes: Array<{ id: Gid<"FulfillmentOrderLineItem">, totalQuantity: number, remainingQuantity: number, lineItem: { id: Gid<"LineItem"> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ReadFulfillmentOrderQueryVariables = Exact<{
  id: Gid<"FulfillmentOrder">;
}>;


export type ReadFulfillmentOrderQuery = { fulfillmentOrder: { id: Gid<"FulfillmentOrder">, updatedAt: string, status: FulfillmentOrderStatus, requestStatus: FulfillmentOrderRequestStatus, fulfillments: { nodes: Array<{ id: Gid<"Fulfillment"> }>, pageInfo: { hasNextPage: boolean } }, supportedActions: Array<{ action: FulfillmentOrderAction }>, assignedLocation: { name: string }, deliveryMethod: { methodType: DeliveryMethodType } | null, fulfillmentHolds: Array<{ id: Gid<"FulfillmentHold">, reason: FulfillmentHoldReason, handle: string | null, heldByRequestingApp: boolean }>, lineItems: { nodes: Array<{ id: Gid<"FulfillmentOrderLineItem">, totalQuantity: number, remainingQuantity: number, lineItem: { id: Gid<"LineItem"> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ReadFulfillmentOrdersQueryVariables = Exact<{
  id: Gid<"Order">;
  after?: string | null | undefined;
}>;


export type ReadFulfillmentOrdersQuery = { order: { updatedAt: string, fulfillmentOrders: { nodes: Array<{ id: Gid<"FulfillmentOrder">, updatedAt: string, status: FulfillmentOrderStatus, requestStatus: FulfillmentOrderRequestStatus, supportedActions: Array<{ action: FulfillmentOrderAction }>, assignedLocation: { name: string }, deliveryMethod: { methodType: DeliveryMethodType } | null, fulfillmentHolds: Array<{ id: Gid<"FulfillmentHold">, reason: FulfillmentHoldReason, handle: string | null, heldByRequestingApp: boolean }>, lineItems: { nodes: Array<{ id: Gid<"FulfillmentOrderLineItem">, totalQuantity: number, remainingQuantity: number, lineItem: { id: Gid<"LineItem"> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type FulfillmentOrdersPageFragment = { nodes: Array<{ id: Gid<"FulfillmentOrder">, updatedAt: string, status: FulfillmentOrderStatus, requestStatus: FulfillmentOrderRequestStatus, supportedActions: Array<{ action: FulfillmentOrderAction }>, assignedLocation: { name: string }, deliveryMethod: { methodType: DeliveryMethodType } | null, fulfillmentHolds: Array<{ id: Gid<"FulfillmentHold">, reason: FulfillmentHoldReason, handle: string | null, heldByRequestingApp: boolean }>, lineItems: { nodes: Array<{ id: Gid<"FulfillmentOrderLineItem">, totalQuantity: number, remainingQuantity: number, lineItem: { id: Gid<"LineItem"> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } };

export type FulfillmentOrderFieldsFragment = { id: Gid<"FulfillmentOrder">, updatedAt: string, status: FulfillmentOrderStatus, requestStatus: FulfillmentOrderRequestStatus, supportedActions: Array<{ action: FulfillmentOrderAction }>, assignedLocation: { name: string }, deliveryMethod: { methodType: DeliveryMethodType } | null, fulfillmentHolds: Array<{ id: Gid<"FulfillmentHold">, reason: FulfillmentHoldReason, handle: string | null, heldByRequestingApp: boolean }>, lineItems: { nodes: Array<{ id: Gid<"FulfillmentOrderLineItem">, totalQuantity: number, remainingQuantity: number, lineItem: { id: Gid<"LineItem"> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type FulfillmentOrderLinesPageFragment = { nodes: Array<{ id: Gid<"FulfillmentOrderLineItem">, totalQuantity: number, remainingQuantity: number, lineItem: { id: Gid<"LineItem"> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } };

export type ReadFulfillmentQueryVariables = Exact<{
  id: Gid<"Fulfillment">;
  after?: string | null | undefined;
}>;


export type ReadFulfillmentQuery = { fulfillment: { id: Gid<"Fulfillment">, updatedAt: string, status: FulfillmentStatus, trackingInfo: Array<{ company: string | null, number: string | null, url: string | null }>, fulfillmentLineItems: { nodes: Array<{ quantity: number | null, lineItem: { id: Gid<"LineItem"> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ReadFulfillmentsQueryVariables = Exact<{
  id: Gid<"Order">;
  fulfillments: number;
  tracking: number;
}>;


export type ReadFulfillmentsQuery = { order: { id: Gid<"Order">, updatedAt: string, cancelledAt: string | null, fulfillmentOrders: { nodes: Array<{ id: Gid<"FulfillmentOrder">, updatedAt: string, status: FulfillmentOrderStatus, requestStatus: FulfillmentOrderRequestStatus, supportedActions: Array<{ action: FulfillmentOrderAction }>, assignedLocation: { name: string }, deliveryMethod: { methodType: DeliveryMethodType } | null, fulfillmentHolds: Array<{ id: Gid<"FulfillmentHold">, reason: FulfillmentHoldReason, handle: string | null, heldByRequestingApp: boolean }>, lineItems: { nodes: Array<{ id: Gid<"FulfillmentOrderLineItem">, totalQuantity: number, remainingQuantity: number, lineItem: { id: Gid<"LineItem"> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, fulfillments: Array<{ id: Gid<"Fulfillment">, updatedAt: string, status: FulfillmentStatus, trackingInfo: Array<{ company: string | null, number: string | null, url: string | null }>, fulfillmentLineItems: { nodes: Array<{ quantity: number | null, lineItem: { id: Gid<"LineItem"> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }> } | null };

export type FulfillmentLinesPageFragment = { nodes: Array<{ quantity: number | null, lineItem: { id: Gid<"LineItem"> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } };

export type ReadHoldsQueryVariables = Exact<{
  id: Gid<"FulfillmentOrder">;
}>;


export type ReadHoldsQuery = { fulfillmentOrder: { id: Gid<"FulfillmentOrder">, fulfillmentHolds: Array<{ id: Gid<"FulfillmentHold">, handle: string | null, heldByRequestingApp: boolean }> } | null };

export type ReadLineShippingQueryVariables = Exact<{
  id: Gid<"Order">;
  after?: string | null | undefined;
}>;


export type ReadLineShippingQuery = { order: { updatedAt: string, fulfillmentOrders: { nodes: Array<{ lineItems: { nodes: Array<{ lineItem: { id: Gid<"LineItem"> }, shippingLine: { title: string, code: string | null } | null }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ReadMetafieldArtworkQueryVariables = Exact<{
  ids: Array<string> | string;
  namespace: string;
  key: string;
}>;


export type ReadMetafieldArtworkQuery = { nodes: Array<
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Customer"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"DeliveryCarrierService"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Fulfillment"> }
    | { id: string }
    | { id: string }
    | { id: Gid<"FulfillmentHold"> }
    | { id: string }
    | { id: Gid<"FulfillmentOrder"> }
    | { id: string }
    | { id: Gid<"FulfillmentOrderLineItem"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"LineItem"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Order"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Product">, metafield: { type: string, value: string, reference:
          | { __typename: 'Article' }
          | { __typename: 'Collection' }
          | { __typename: 'Company' }
          | { __typename: 'Customer' }
          | { __typename: 'GenericFile', mimeType: string | null, url: string | null }
          | { __typename: 'MediaImage', image: { url: string } | null }
          | { __typename: 'Metaobject' }
          | { __typename: 'Model3d' }
          | { __typename: 'Order' }
          | { __typename: 'Page' }
          | { __typename: 'Product' }
          | { __typename: 'ProductVariant' }
          | { __typename: 'TaxonomyValue' }
          | { __typename: 'Video' }
         | null } | null }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"ProductVariant">, metafield: { type: string, value: string, reference:
          | { __typename: 'Article' }
          | { __typename: 'Collection' }
          | { __typename: 'Company' }
          | { __typename: 'Customer' }
          | { __typename: 'GenericFile', mimeType: string | null, url: string | null }
          | { __typename: 'MediaImage', image: { url: string } | null }
          | { __typename: 'Metaobject' }
          | { __typename: 'Model3d' }
          | { __typename: 'Order' }
          | { __typename: 'Page' }
          | { __typename: 'Product' }
          | { __typename: 'ProductVariant' }
          | { __typename: 'TaxonomyValue' }
          | { __typename: 'Video' }
         | null } | null }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null> };

export type ArtworkMetafieldFieldsFragment = { type: string, value: string, reference:
    | { __typename: 'Article' }
    | { __typename: 'Collection' }
    | { __typename: 'Company' }
    | { __typename: 'Customer' }
    | { __typename: 'GenericFile', mimeType: string | null, url: string | null }
    | { __typename: 'MediaImage', image: { url: string } | null }
    | { __typename: 'Metaobject' }
    | { __typename: 'Model3d' }
    | { __typename: 'Order' }
    | { __typename: 'Page' }
    | { __typename: 'Product' }
    | { __typename: 'ProductVariant' }
    | { __typename: 'TaxonomyValue' }
    | { __typename: 'Video' }
   | null };

export type ReadOrderLinesQueryVariables = Exact<{
  id: Gid<"Order">;
  after?: string | null | undefined;
}>;


export type ReadOrderLinesQuery = { order: { updatedAt: string, lineItems: { nodes: Array<{ id: Gid<"LineItem">, title: string, variantTitle: string | null, sku: string | null, vendor: string | null, quantity: number, currentQuantity: number, unfulfilledQuantity: number, requiresShipping: boolean, isGiftCard: boolean, customAttributes: Array<{ key: string, value: string | null }>, variant: { id: Gid<"ProductVariant"> } | null, product: { id: Gid<"Product">, productType: string, tags: Array<string> } | null, discountedUnitPriceAfterAllDiscountsSet: { shopMoney: { amount: string } }, taxLines: Array<{ priceSet: { shopMoney: { amount: string } } }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type OrderLinesPageFragment = { nodes: Array<{ id: Gid<"LineItem">, title: string, variantTitle: string | null, sku: string | null, vendor: string | null, quantity: number, currentQuantity: number, unfulfilledQuantity: number, requiresShipping: boolean, isGiftCard: boolean, customAttributes: Array<{ key: string, value: string | null }>, variant: { id: Gid<"ProductVariant"> } | null, product: { id: Gid<"Product">, productType: string, tags: Array<string> } | null, discountedUnitPriceAfterAllDiscountsSet: { shopMoney: { amount: string } }, taxLines: Array<{ priceSet: { shopMoney: { amount: string } } }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } };

export type ReadOrderQueryVariables = Exact<{
  id: Gid<"Order">;
  withCustomer: boolean;
  withTotal: boolean;
}>;


export type ReadOrderQuery = { shop: { plan: { partnerDevelopment: boolean } }, order: { id: Gid<"Order">, name: string, createdAt: string, updatedAt: string, cancelledAt: string | null, test: boolean, displayFinancialStatus: OrderDisplayFinancialStatus | null, paymentGatewayNames: Array<string>, currencyCode: CurrencyCode, taxesIncluded: boolean, email: string | null, phone: string | null, note: string | null, tags: Array<string>, discountCodes: Array<string>, paymentTerms: { paymentTermsType: PaymentTermsType } | null, customAttributes: Array<{ key: string, value: string | null }>, currentTotalPriceSet?: { shopMoney: { amount: string } }, customer?: { tags: Array<string>, numberOfOrders: unknown, lastOrder: { id: Gid<"Order"> } | null, defaultEmailAddress: { emailAddress: string } | null, defaultPhoneNumber: { phoneNumber: string } | null } | null, risk: { recommendation: OrderRiskRecommendationResult, assessments: Array<{ riskLevel: RiskAssessmentResult }> }, shippingAddress: { firstName: string | null, lastName: string | null, name: string | null, company: string | null, address1: string | null, address2: string | null, city: string | null, zip: string | null, province: string | null, provinceCode: string | null, country: string | null, countryCodeV2: CountryCode | null, phone: string | null } | null, billingAddress: { firstName: string | null, lastName: string | null, name: string | null, company: string | null, address1: string | null, address2: string | null, city: string | null, zip: string | null, province: string | null, provinceCode: string | null, country: string | null, countryCodeV2: CountryCode | null, phone: string | null } | null, shippingLine: { title: string, code: string | null, discountedPriceSet: { shopMoney: { amount: string } }, taxLines: Array<{ priceSet: { shopMoney: { amount: string } } }> } | null, shippingLines: { nodes: Array<{ id: string | null }> }, currentShippingPriceSet: { shopMoney: { amount: string } }, lineItems: { nodes: Array<{ id: Gid<"LineItem">, title: string, variantTitle: string | null, sku: string | null, vendor: string | null, quantity: number, currentQuantity: number, unfulfilledQuantity: number, requiresShipping: boolean, isGiftCard: boolean, customAttributes: Array<{ key: string, value: string | null }>, variant: { id: Gid<"ProductVariant"> } | null, product: { id: Gid<"Product">, productType: string, tags: Array<string> } | null, discountedUnitPriceAfterAllDiscountsSet: { shopMoney: { amount: string } }, taxLines: Array<{ priceSet: { shopMoney: { amount: string } } }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, fulfillmentOrders: { nodes: Array<{ id: Gid<"FulfillmentOrder">, updatedAt: string, status: FulfillmentOrderStatus, requestStatus: FulfillmentOrderRequestStatus, supportedActions: Array<{ action: FulfillmentOrderAction }>, assignedLocation: { name: string }, deliveryMethod: { methodType: DeliveryMethodType } | null, fulfillmentHolds: Array<{ id: Gid<"FulfillmentHold">, reason: FulfillmentHoldReason, handle: string | null, heldByRequestingApp: boolean }>, lineItems: { nodes: Array<{ id: Gid<"FulfillmentOrderLineItem">, totalQuantity: number, remainingQuantity: number, lineItem: { id: Gid<"LineItem"> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type AddressFieldsFragment = { firstName: string | null, lastName: string | null, name: string | null, company: string | null, address1: string | null, address2: string | null, city: string | null, zip: string | null, province: string | null, provinceCode: string | null, country: string | null, countryCodeV2: CountryCode | null, phone: string | null };

export type ReadProductQueryVariables = Exact<{
  id: Gid<"Product">;
  after?: string | null | undefined;
}>;


export type ReadProductQuery = { product: { id: Gid<"Product">, title: string, status: ProductStatus, isGiftCard: boolean, variants: { nodes: Array<{ id: Gid<"ProductVariant">, title: string, sku: string | null, price: string, position: number, media: { nodes: Array<
            | { preview: { image: { url: string } | null } | null }
            | { preview: { image: { url: string } | null } | null }
            | { preview: { image: { url: string } | null } | null }
            | { preview: { image: { url: string } | null } | null }
          > }, selectedOptions: Array<{ name: string, value: string }>, inventoryItem: { requiresShipping: boolean } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, variantsCount: { count: number } | null, featuredMedia:
      | { preview: { image: { url: string } | null } | null }
      | { preview: { image: { url: string } | null } | null }
      | { preview: { image: { url: string } | null } | null }
      | { preview: { image: { url: string } | null } | null }
     | null } | null };

export type ReadProductsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type ReadProductsQuery = { nodes: Array<
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Customer"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"DeliveryCarrierService"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Fulfillment"> }
    | { id: string }
    | { id: string }
    | { id: Gid<"FulfillmentHold"> }
    | { id: string }
    | { id: Gid<"FulfillmentOrder"> }
    | { id: string }
    | { id: Gid<"FulfillmentOrderLineItem"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"LineItem"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Order"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Product">, title: string, status: ProductStatus, isGiftCard: boolean, variantsCount: { count: number } | null, featuredMedia:
        | { preview: { image: { url: string } | null } | null }
        | { preview: { image: { url: string } | null } | null }
        | { preview: { image: { url: string } | null } | null }
        | { preview: { image: { url: string } | null } | null }
       | null }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"ProductVariant"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null> };

export type ReadShopFactsQueryVariables = Exact<{ [key: string]: never; }>;


export type ReadShopFactsQuery = { shop: { ianaTimezone: string }, productVariantsCount: { count: number } | null };

export type ReadShopQueryVariables = Exact<{ [key: string]: never; }>;


export type ReadShopQuery = { shop: { name: string, currencyCode: CurrencyCode, ianaTimezone: string } };

export type ReadVariantProductQueryVariables = Exact<{
  id: Gid<"ProductVariant">;
}>;


export type ReadVariantProductQuery = { productVariant: { product: { id: Gid<"Product"> } } | null };

export type SetOrderStatusMutationVariables = Exact<{
  id: Gid<"Order">;
  tags: Array<string> | string;
  removed: Array<string> | string;
  removes: boolean;
  metafields: Array<MetafieldsSetInput> | MetafieldsSetInput;
}>;


export type SetOrderStatusMutation = { tagsAdd: { userErrors: Array<{ field: Array<string> | null, message: string }> } | null, tagsRemove?: { userErrors: Array<{ field: Array<string> | null, message: string }> } | null, metafieldsSet: { userErrors: Array<{ code: MetafieldsSetUserErrorCode | null, field: Array<string> | null, message: string }> } | null };

export type StagedUploadsCreateMutationVariables = Exact<{
  input: Array<StagedUploadInput> | StagedUploadInput;
}>;


export type StagedUploadsCreateMutation = { stagedUploadsCreate: { stagedTargets: Array<{ url: string | null, resourceUrl: string | null, parameters: Array<{ name: string, value: string }> }> | null, userErrors: Array<{ message: string }> } | null };

export type SummarizeOrdersQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type SummarizeOrdersQuery = { nodes: Array<
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Customer"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"DeliveryCarrierService"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Fulfillment"> }
    | { id: string }
    | { id: string }
    | { id: Gid<"FulfillmentHold"> }
    | { id: string }
    | { id: Gid<"FulfillmentOrder"> }
    | { id: string }
    | { id: Gid<"FulfillmentOrderLineItem"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"LineItem"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { updatedAt: string, cancelledAt: string | null, displayFinancialStatus: OrderDisplayFinancialStatus | null, id: Gid<"Order">, shippingAddress: { firstName: string | null, lastName: string | null, name: string | null, company: string | null, address1: string | null, address2: string | null, city: string | null, zip: string | null, province: string | null, provinceCode: string | null, country: string | null, countryCodeV2: CountryCode | null, phone: string | null } | null, lineItems: { nodes: Array<{ id: Gid<"LineItem">, currentQuantity: number, unfulfilledQuantity: number }>, pageInfo: { hasNextPage: boolean } } }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"Product"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: Gid<"ProductVariant"> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null> };

export const CarrierServiceCreate: Operation<CarrierServiceCreateMutation, CarrierServiceCreateMutationVariables> = {
  name: "CarrierServiceCreate",
  kind: "mutation",
  text: `mutation CarrierServiceCreate($input: DeliveryCarrierServiceCreateInput!) {
  carrierServiceCreate(input: $input) {
    carrierService {
      id
    }
    userErrors {
      code
      message
    }
  }
}`,
};

export const CarrierServiceDelete: Operation<CarrierServiceDeleteMutation, CarrierServiceDeleteMutationVariables> = {
  name: "CarrierServiceDelete",
  kind: "mutation",
  text: `mutation CarrierServiceDelete($id: ID!) {
  carrierServiceDelete(id: $id) {
    deletedId
    userErrors {
      code
      message
    }
  }
}`,
};

export const CarrierServiceUpdate: Operation<CarrierServiceUpdateMutation, CarrierServiceUpdateMutationVariables> = {
  name: "CarrierServiceUpdate",
  kind: "mutation",
  text: `mutation CarrierServiceUpdate($input: DeliveryCarrierServiceUpdateInput!) {
  carrierServiceUpdate(input: $input) {
    carrierService {
      id
    }
    userErrors {
      code
      message
    }
  }
}`,
};

export const ClearOrderStatus: Operation<ClearOrderStatusMutation, ClearOrderStatusMutationVariables> = {
  name: "ClearOrderStatus",
  kind: "mutation",
  text: `mutation ClearOrderStatus($id: ID!, $tags: [String!]!, $metafields: [MetafieldIdentifierInput!]!) {
  tagsRemove(id: $id, tags: $tags) {
    userErrors {
      field
      message
    }
  }
  metafieldsDelete(metafields: $metafields) {
    userErrors {
      field
      message
    }
  }
}`,
};

export const FileCreate: Operation<FileCreateMutation, FileCreateMutationVariables> = {
  name: "FileCreate",
  kind: "mutation",
  text: `mutation FileCreate($files: [FileCreateInput!]!) {
  fileCreate(files: $files) {
    files {
      id
    }
    userErrors {
      code
      message
    }
  }
}`,
};

export const FileDelete: Operation<FileDeleteMutation, FileDeleteMutationVariables> = {
  name: "FileDelete",
  kind: "mutation",
  text: `mutation FileDelete($fileIds: [ID!]!) {
  fileDelete(fileIds: $fileIds) {
    deletedFileIds
    userErrors {
      code
      message
    }
  }
}`,
};

export const FindFiles: Operation<FindFilesQuery, FindFilesQueryVariables> = {
  name: "FindFiles",
  kind: "query",
  text: `query FindFiles($query: String!) {
  files(first: 10, query: $query) {
    nodes {
      id
    }
  }
}`,
};

export const FlowTriggerReceive: Operation<FlowTriggerReceiveMutation, FlowTriggerReceiveMutationVariables> = {
  name: "FlowTriggerReceive",
  kind: "mutation",
  text: `mutation FlowTriggerReceive($handle: String!, $payload: JSON!) {
  flowTriggerReceive(handle: $handle, payload: $payload) {
    userErrors {
      field
      message
    }
  }
}`,
};

export const FulfillmentCreate: Operation<FulfillmentCreateMutation, FulfillmentCreateMutationVariables> = {
  name: "FulfillmentCreate",
  kind: "mutation",
  text: `mutation FulfillmentCreate($fulfillment: FulfillmentInput!, $message: String) {
  fulfillmentCreate(fulfillment: $fulfillment, message: $message) {
    fulfillment {
      id
    }
    userErrors {
      field
      message
    }
  }
}`,
};

export const FulfillmentOrderHold: Operation<FulfillmentOrderHoldMutation, FulfillmentOrderHoldMutationVariables> = {
  name: "FulfillmentOrderHold",
  kind: "mutation",
  text: `mutation FulfillmentOrderHold($id: ID!, $hold: FulfillmentOrderHoldInput!) {
  fulfillmentOrderHold(id: $id, fulfillmentHold: $hold) {
    fulfillmentHold {
      id
    }
    userErrors {
      code
      field
      message
    }
  }
}`,
};

export const FulfillmentOrderOpen: Operation<FulfillmentOrderOpenMutation, FulfillmentOrderOpenMutationVariables> = {
  name: "FulfillmentOrderOpen",
  kind: "mutation",
  text: `mutation FulfillmentOrderOpen($id: ID!) {
  fulfillmentOrderOpen(id: $id) {
    fulfillmentOrder {
      id
    }
    userErrors {
      field
      message
    }
  }
}`,
};

export const FulfillmentOrderReleaseHold: Operation<FulfillmentOrderReleaseHoldMutation, FulfillmentOrderReleaseHoldMutationVariables> = {
  name: "FulfillmentOrderReleaseHold",
  kind: "mutation",
  text: `mutation FulfillmentOrderReleaseHold($id: ID!, $holdIds: [ID!]!) {
  fulfillmentOrderReleaseHold(id: $id, holdIds: $holdIds) {
    fulfillmentOrder {
      id
    }
    userErrors {
      code
      field
      message
    }
  }
}`,
};

export const FulfillmentOrderReportProgress: Operation<FulfillmentOrderReportProgressMutation, FulfillmentOrderReportProgressMutationVariables> = {
  name: "FulfillmentOrderReportProgress",
  kind: "mutation",
  text: `mutation FulfillmentOrderReportProgress($id: ID!) {
  fulfillmentOrderReportProgress(id: $id) {
    fulfillmentOrder {
      id
    }
    userErrors {
      code
      field
      message
    }
  }
}`,
};

export const FulfillmentTrackingInfoUpdate: Operation<FulfillmentTrackingInfoUpdateMutation, FulfillmentTrackingInfoUpdateMutationVariables> = {
  name: "FulfillmentTrackingInfoUpdate",
  kind: "mutation",
  text: `mutation FulfillmentTrackingInfoUpdate($id: ID!, $tracking: FulfillmentTrackingInput!, $notify: Boolean!) {
  fulfillmentTrackingInfoUpdate(
    fulfillmentId: $id
    trackingInfoInput: $tracking
    notifyCustomer: $notify
  ) {
    fulfillment {
      id
    }
    userErrors {
      field
      message
    }
  }
}`,
};

export const ListCarrierServices: Operation<ListCarrierServicesQuery, ListCarrierServicesQueryVariables> = {
  name: "ListCarrierServices",
  kind: "query",
  text: `query ListCarrierServices($after: String) {
  carrierServices(first: 50, after: $after) {
    nodes {
      id
      name
      active
      callbackUrl
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`,
};

export const ListFiles: Operation<ListFilesQuery, ListFilesQueryVariables> = {
  name: "ListFiles",
  kind: "query",
  text: `query ListFiles($query: String, $after: String) {
  files(
    first: 20
    after: $after
    query: $query
    sortKey: CREATED_AT
    reverse: true
  ) {
    nodes {
      __typename
      id
      fileStatus
      preview {
        image {
          url(transform: {maxWidth: 160, maxHeight: 160})
        }
      }
      ... on MediaImage {
        image {
          url
          width
          height
        }
      }
      ... on GenericFile {
        mimeType
        url
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`,
};

export const ListFulfillments: Operation<ListFulfillmentsQuery, ListFulfillmentsQueryVariables> = {
  name: "ListFulfillments",
  kind: "query",
  text: `query ListFulfillments($id: ID!) {
  order(id: $id) {
    updatedAt
    fulfillments(first: 100) {
      id
    }
  }
}`,
};

export const ListProducts: Operation<ListProductsQuery, ListProductsQueryVariables> = {
  name: "ListProducts",
  kind: "query",
  text: `query ListProducts($query: String, $first: Int, $after: String, $last: Int, $before: String) {
  products(
    query: $query
    first: $first
    after: $after
    last: $last
    before: $before
    sortKey: TITLE
  ) {
    nodes {
      ...ProductFields
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
fragment ProductFields on Product {
  id
  title
  status
  isGiftCard
  variantsCount {
    count
  }
  featuredMedia {
    preview {
      image {
        url(transform: {maxWidth: 160, maxHeight: 160})
      }
    }
  }
}`,
};

export const ListVariants: Operation<ListVariantsQuery, ListVariantsQueryVariables> = {
  name: "ListVariants",
  kind: "query",
  text: `query ListVariants($after: String) {
  productVariants(first: 100, after: $after, sortKey: ID) {
    nodes {
      ...VariantFields
      product {
        id
        title
        status
        isGiftCard
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment VariantFields on ProductVariant {
  id
  title
  sku
  price
  position
  selectedOptions {
    name
    value
  }
  inventoryItem {
    requiresShipping
  }
}`,
};

export const OrderOfFulfillmentOrder: Operation<OrderOfFulfillmentOrderQuery, OrderOfFulfillmentOrderQueryVariables> = {
  name: "OrderOfFulfillmentOrder",
  kind: "query",
  text: `query OrderOfFulfillmentOrder($id: ID!) {
  fulfillmentOrder(id: $id) {
    orderId
    status
    requestStatus
    deliveryMethod {
      methodType
    }
  }
}`,
};

export const OrderUpdate: Operation<OrderUpdateMutation, OrderUpdateMutationVariables> = {
  name: "OrderUpdate",
  kind: "mutation",
  text: `mutation OrderUpdate($input: OrderInput!) {
  orderUpdate(input: $input) {
    order {
      id
    }
    userErrors {
      field
      message
    }
  }
}`,
};

export const OrdersPlacedSince: Operation<OrdersPlacedSinceQuery, OrdersPlacedSinceQueryVariables> = {
  name: "OrdersPlacedSince",
  kind: "query",
  text: `query OrdersPlacedSince($query: String!, $after: String) {
  orders(
    first: 250
    after: $after
    query: $query
    sortKey: CREATED_AT
    reverse: true
  ) {
    nodes {
      id
      name
      createdAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`,
};

export const OrdersUpdatedSince: Operation<OrdersUpdatedSinceQuery, OrdersUpdatedSinceQueryVariables> = {
  name: "OrdersUpdatedSince",
  kind: "query",
  text: `query OrdersUpdatedSince($query: String!, $after: String) {
  orders(first: 100, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes {
      id
      updatedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`,
};

export const ReadAccessScopes: Operation<ReadAccessScopesQuery, ReadAccessScopesQueryVariables> = {
  name: "ReadAccessScopes",
  kind: "query",
  text: `query ReadAccessScopes {
  currentAppInstallation {
    accessScopes {
      handle
    }
  }
}`,
};

export const ReadArtwork: Operation<ReadArtworkQuery, ReadArtworkQueryVariables> = {
  name: "ReadArtwork",
  kind: "query",
  text: `query ReadArtwork($ids: [ID!]!, $front: Boolean!, $frontNamespace: String!, $frontKey: String!, $back: Boolean!, $backNamespace: String!, $backKey: String!, $mockup: Boolean!, $mockupNamespace: String!, $mockupKey: String!) {
  nodes(ids: $ids) {
    id
    ... on Product {
      front: metafield(namespace: $frontNamespace, key: $frontKey) @include(if: $front) {
        ...ArtworkMetafieldFields
      }
      back: metafield(namespace: $backNamespace, key: $backKey) @include(if: $back) {
        ...ArtworkMetafieldFields
      }
      mockup: metafield(namespace: $mockupNamespace, key: $mockupKey) @include(if: $mockup) {
        ...ArtworkMetafieldFields
      }
    }
  }
}
fragment ArtworkMetafieldFields on Metafield {
  type
  value
  reference {
    __typename
    ... on MediaImage {
      image {
        url
      }
    }
    ... on GenericFile {
      mimeType
      url
    }
  }
}`,
};

export const ReadFile: Operation<ReadFileQuery, ReadFileQueryVariables> = {
  name: "ReadFile",
  kind: "query",
  text: `query ReadFile($id: ID!) {
  node(id: $id) {
    id
    ... on MediaImage {
      fileStatus
      fileErrors {
        code
        message
      }
      image {
        url
      }
    }
    ... on GenericFile {
      fileStatus
      fileErrors {
        code
        message
      }
      url
    }
  }
}`,
};

export const ReadFulfillmentOrderLines: Operation<ReadFulfillmentOrderLinesQuery, ReadFulfillmentOrderLinesQueryVariables> = {
  name: "ReadFulfillmentOrderLines",
  kind: "query",
  text: `query ReadFulfillmentOrderLines($id: ID!, $after: String) {
  fulfillmentOrder(id: $id) {
    updatedAt
    lineItems(first: 50, after: $after) {
      ...FulfillmentOrderLinesPage
    }
  }
}
fragment FulfillmentOrderLinesPage on FulfillmentOrderLineItemConnection {
  nodes {
    id
    totalQuantity
    remainingQuantity
    lineItem {
      id
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}`,
};

export const ReadFulfillmentOrder: Operation<ReadFulfillmentOrderQuery, ReadFulfillmentOrderQueryVariables> = {
  name: "ReadFulfillmentOrder",
  kind: "query",
  text: `query ReadFulfillmentOrder($id: ID!) {
  fulfillmentOrder(id: $id) {
    ...FulfillmentOrderFields
    fulfillments(first: 100) {
      nodes {
        id
      }
      pageInfo {
        hasNextPage
      }
    }
  }
}
fragment FulfillmentOrderFields on FulfillmentOrder {
  id
  updatedAt
  status
  requestStatus
  supportedActions {
    action
  }
  assignedLocation {
    name
  }
  deliveryMethod {
    methodType
  }
  fulfillmentHolds {
    id
    reason
    handle
    heldByRequestingApp
  }
  lineItems(first: 5) {
    ...FulfillmentOrderLinesPage
  }
}
fragment FulfillmentOrderLinesPage on FulfillmentOrderLineItemConnection {
  nodes {
    id
    totalQuantity
    remainingQuantity
    lineItem {
      id
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}`,
};

export const ReadFulfillmentOrders: Operation<ReadFulfillmentOrdersQuery, ReadFulfillmentOrdersQueryVariables> = {
  name: "ReadFulfillmentOrders",
  kind: "query",
  text: `query ReadFulfillmentOrders($id: ID!, $after: String) {
  order(id: $id) {
    updatedAt
    fulfillmentOrders(first: 10, after: $after) {
      ...FulfillmentOrdersPage
    }
  }
}
fragment FulfillmentOrdersPage on FulfillmentOrderConnection {
  nodes {
    ...FulfillmentOrderFields
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
fragment FulfillmentOrderFields on FulfillmentOrder {
  id
  updatedAt
  status
  requestStatus
  supportedActions {
    action
  }
  assignedLocation {
    name
  }
  deliveryMethod {
    methodType
  }
  fulfillmentHolds {
    id
    reason
    handle
    heldByRequestingApp
  }
  lineItems(first: 5) {
    ...FulfillmentOrderLinesPage
  }
}
fragment FulfillmentOrderLinesPage on FulfillmentOrderLineItemConnection {
  nodes {
    id
    totalQuantity
    remainingQuantity
    lineItem {
      id
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}`,
};

export const ReadFulfillment: Operation<ReadFulfillmentQuery, ReadFulfillmentQueryVariables> = {
  name: "ReadFulfillment",
  kind: "query",
  text: `query ReadFulfillment($id: ID!, $after: String) {
  fulfillment(id: $id) {
    id
    updatedAt
    status
    trackingInfo(first: 100) {
      company
      number
      url
    }
    fulfillmentLineItems(first: 100, after: $after) {
      ...FulfillmentLinesPage
    }
  }
}
fragment FulfillmentLinesPage on FulfillmentLineItemConnection {
  nodes {
    quantity
    lineItem {
      id
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}`,
};

export const ReadFulfillments: Operation<ReadFulfillmentsQuery, ReadFulfillmentsQueryVariables> = {
  name: "ReadFulfillments",
  kind: "query",
  text: `query ReadFulfillments($id: ID!, $fulfillments: Int!, $tracking: Int!) {
  order(id: $id) {
    id
    updatedAt
    cancelledAt
    fulfillmentOrders(first: 3) {
      ...FulfillmentOrdersPage
    }
    fulfillments(first: $fulfillments) {
      id
      updatedAt
      status
      trackingInfo(first: $tracking) {
        company
        number
        url
      }
      fulfillmentLineItems(first: 5) {
        ...FulfillmentLinesPage
      }
    }
  }
}
fragment FulfillmentOrdersPage on FulfillmentOrderConnection {
  nodes {
    ...FulfillmentOrderFields
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
fragment FulfillmentOrderFields on FulfillmentOrder {
  id
  updatedAt
  status
  requestStatus
  supportedActions {
    action
  }
  assignedLocation {
    name
  }
  deliveryMethod {
    methodType
  }
  fulfillmentHolds {
    id
    reason
    handle
    heldByRequestingApp
  }
  lineItems(first: 5) {
    ...FulfillmentOrderLinesPage
  }
}
fragment FulfillmentOrderLinesPage on FulfillmentOrderLineItemConnection {
  nodes {
    id
    totalQuantity
    remainingQuantity
    lineItem {
      id
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
fragment FulfillmentLinesPage on FulfillmentLineItemConnection {
  nodes {
    quantity
    lineItem {
      id
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}`,
};

export const ReadHolds: Operation<ReadHoldsQuery, ReadHoldsQueryVariables> = {
  name: "ReadHolds",
  kind: "query",
  text: `query ReadHolds($id: ID!) {
  fulfillmentOrder(id: $id) {
    id
    fulfillmentHolds {
      id
      handle
      heldByRequestingApp
    }
  }
}`,
};

export const ReadLineShipping: Operation<ReadLineShippingQuery, ReadLineShippingQueryVariables> = {
  name: "ReadLineShipping",
  kind: "query",
  text: `query ReadLineShipping($id: ID!, $after: String) {
  order(id: $id) {
    updatedAt
    fulfillmentOrders(first: 5, after: $after) {
      nodes {
        lineItems(first: 250) {
          nodes {
            lineItem {
              id
            }
            shippingLine {
              title
              code
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}`,
};

export const ReadMetafieldArtwork: Operation<ReadMetafieldArtworkQuery, ReadMetafieldArtworkQueryVariables> = {
  name: "ReadMetafieldArtwork",
  kind: "query",
  text: `query ReadMetafieldArtwork($ids: [ID!]!, $namespace: String!, $key: String!) {
  nodes(ids: $ids) {
    id
    ... on ProductVariant {
      metafield(namespace: $namespace, key: $key) {
        ...ArtworkMetafieldFields
      }
    }
    ... on Product {
      metafield(namespace: $namespace, key: $key) {
        ...ArtworkMetafieldFields
      }
    }
  }
}
fragment ArtworkMetafieldFields on Metafield {
  type
  value
  reference {
    __typename
    ... on MediaImage {
      image {
        url
      }
    }
    ... on GenericFile {
      mimeType
      url
    }
  }
}`,
};

export const ReadOrderLines: Operation<ReadOrderLinesQuery, ReadOrderLinesQueryVariables> = {
  name: "ReadOrderLines",
  kind: "query",
  text: `query ReadOrderLines($id: ID!, $after: String) {
  order(id: $id) {
    updatedAt
    lineItems(first: 25, after: $after) {
      ...OrderLinesPage
    }
  }
}
fragment OrderLinesPage on LineItemConnection {
  nodes {
    id
    title
    variantTitle
    sku
    vendor
    quantity
    currentQuantity
    unfulfilledQuantity
    requiresShipping
    isGiftCard
    customAttributes {
      key
      value
    }
    variant {
      id
    }
    product {
      id
      productType
      tags
    }
    discountedUnitPriceAfterAllDiscountsSet {
      shopMoney {
        amount
      }
    }
    taxLines {
      priceSet {
        shopMoney {
          amount
        }
      }
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}`,
};

export const ReadOrder: Operation<ReadOrderQuery, ReadOrderQueryVariables> = {
  name: "ReadOrder",
  kind: "query",
  text: `query ReadOrder($id: ID!, $withCustomer: Boolean!, $withTotal: Boolean!) {
  shop {
    plan {
      partnerDevelopment
    }
  }
  order(id: $id) {
    id
    name
    createdAt
    updatedAt
    cancelledAt
    test
    displayFinancialStatus
    paymentGatewayNames
    paymentTerms {
      paymentTermsType
    }
    currencyCode
    taxesIncluded
    email
    phone
    note
    customAttributes {
      key
      value
    }
    tags
    discountCodes
    currentTotalPriceSet @include(if: $withTotal) {
      shopMoney {
        amount
      }
    }
    customer @include(if: $withCustomer) {
      tags
      numberOfOrders
      lastOrder {
        id
      }
      defaultEmailAddress {
        emailAddress
      }
      defaultPhoneNumber {
        phoneNumber
      }
    }
    risk {
      recommendation
      assessments {
        riskLevel
      }
    }
    shippingAddress {
      ...AddressFields
    }
    billingAddress {
      ...AddressFields
    }
    shippingLine {
      title
      code
      discountedPriceSet {
        shopMoney {
          amount
        }
      }
      taxLines {
        priceSet {
          shopMoney {
            amount
          }
        }
      }
    }
    shippingLines(first: 2) {
      nodes {
        id
      }
    }
    currentShippingPriceSet {
      shopMoney {
        amount
      }
    }
    lineItems(first: 5) {
      ...OrderLinesPage
    }
    fulfillmentOrders(first: 3) {
      ...FulfillmentOrdersPage
    }
  }
}
fragment AddressFields on MailingAddress {
  firstName
  lastName
  name
  company
  address1
  address2
  city
  zip
  province
  provinceCode
  country
  countryCodeV2
  phone
}
fragment OrderLinesPage on LineItemConnection {
  nodes {
    id
    title
    variantTitle
    sku
    vendor
    quantity
    currentQuantity
    unfulfilledQuantity
    requiresShipping
    isGiftCard
    customAttributes {
      key
      value
    }
    variant {
      id
    }
    product {
      id
      productType
      tags
    }
    discountedUnitPriceAfterAllDiscountsSet {
      shopMoney {
        amount
      }
    }
    taxLines {
      priceSet {
        shopMoney {
          amount
        }
      }
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
fragment FulfillmentOrdersPage on FulfillmentOrderConnection {
  nodes {
    ...FulfillmentOrderFields
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
fragment FulfillmentOrderFields on FulfillmentOrder {
  id
  updatedAt
  status
  requestStatus
  supportedActions {
    action
  }
  assignedLocation {
    name
  }
  deliveryMethod {
    methodType
  }
  fulfillmentHolds {
    id
    reason
    handle
    heldByRequestingApp
  }
  lineItems(first: 5) {
    ...FulfillmentOrderLinesPage
  }
}
fragment FulfillmentOrderLinesPage on FulfillmentOrderLineItemConnection {
  nodes {
    id
    totalQuantity
    remainingQuantity
    lineItem {
      id
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}`,
};

export const ReadProduct: Operation<ReadProductQuery, ReadProductQueryVariables> = {
  name: "ReadProduct",
  kind: "query",
  text: `query ReadProduct($id: ID!, $after: String) {
  product(id: $id) {
    ...ProductFields
    variants(first: 100, after: $after) {
      nodes {
        ...VariantFields
        media(first: 1) {
          nodes {
            preview {
              image {
                url(transform: {maxWidth: 160, maxHeight: 160})
              }
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
fragment ProductFields on Product {
  id
  title
  status
  isGiftCard
  variantsCount {
    count
  }
  featuredMedia {
    preview {
      image {
        url(transform: {maxWidth: 160, maxHeight: 160})
      }
    }
  }
}
fragment VariantFields on ProductVariant {
  id
  title
  sku
  price
  position
  selectedOptions {
    name
    value
  }
  inventoryItem {
    requiresShipping
  }
}`,
};

export const ReadProducts: Operation<ReadProductsQuery, ReadProductsQueryVariables> = {
  name: "ReadProducts",
  kind: "query",
  text: `query ReadProducts($ids: [ID!]!) {
  nodes(ids: $ids) {
    id
    ... on Product {
      ...ProductFields
    }
  }
}
fragment ProductFields on Product {
  id
  title
  status
  isGiftCard
  variantsCount {
    count
  }
  featuredMedia {
    preview {
      image {
        url(transform: {maxWidth: 160, maxHeight: 160})
      }
    }
  }
}`,
};

export const ReadShopFacts: Operation<ReadShopFactsQuery, ReadShopFactsQueryVariables> = {
  name: "ReadShopFacts",
  kind: "query",
  text: `query ReadShopFacts {
  shop {
    ianaTimezone
  }
  productVariantsCount(limit: null) {
    count
  }
}`,
};

export const ReadShop: Operation<ReadShopQuery, ReadShopQueryVariables> = {
  name: "ReadShop",
  kind: "query",
  text: `query ReadShop {
  shop {
    name
    currencyCode
    ianaTimezone
  }
}`,
};

export const ReadVariantProduct: Operation<ReadVariantProductQuery, ReadVariantProductQueryVariables> = {
  name: "ReadVariantProduct",
  kind: "query",
  text: `query ReadVariantProduct($id: ID!) {
  productVariant(id: $id) {
    product {
      id
    }
  }
}`,
};

export const SetOrderStatus: Operation<SetOrderStatusMutation, SetOrderStatusMutationVariables> = {
  name: "SetOrderStatus",
  kind: "mutation",
  text: `mutation SetOrderStatus($id: ID!, $tags: [String!]!, $removed: [String!]!, $removes: Boolean!, $metafields: [MetafieldsSetInput!]!) {
  tagsAdd(id: $id, tags: $tags) {
    userErrors {
      field
      message
    }
  }
  tagsRemove(id: $id, tags: $removed) @include(if: $removes) {
    userErrors {
      field
      message
    }
  }
  metafieldsSet(metafields: $metafields) {
    userErrors {
      code
      field
      message
    }
  }
}`,
};

export const StagedUploadsCreate: Operation<StagedUploadsCreateMutation, StagedUploadsCreateMutationVariables> = {
  name: "StagedUploadsCreate",
  kind: "mutation",
  text: `mutation StagedUploadsCreate($input: [StagedUploadInput!]!) {
  stagedUploadsCreate(input: $input) {
    stagedTargets {
      url
      resourceUrl
      parameters {
        name
        value
      }
    }
    userErrors {
      message
    }
  }
}`,
};

export const SummarizeOrders: Operation<SummarizeOrdersQuery, SummarizeOrdersQueryVariables> = {
  name: "SummarizeOrders",
  kind: "query",
  text: `query SummarizeOrders($ids: [ID!]!) {
  nodes(ids: $ids) {
    id
    ... on Order {
      updatedAt
      cancelledAt
      displayFinancialStatus
      shippingAddress {
        ...AddressFields
      }
      lineItems(first: 5) {
        nodes {
          id
          currentQuantity
          unfulfilledQuantity
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
}
fragment AddressFields on MailingAddress {
  firstName
  lastName
  name
  company
  address1
  address2
  city
  zip
  province
  provinceCode
  country
  countryCodeV2
  phone
}`,
};
