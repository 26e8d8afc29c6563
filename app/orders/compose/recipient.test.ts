import { describe, expect, it } from "vitest";
import { address, settings, snapshot } from "../../../tests/support/order-fixtures.ts";
import type { Address, OrderSnapshot } from "../../ports/order-model.ts";
import { buildRecipient, type Recipient } from "./recipient.ts";

const build = (over: Partial<Address>, order: Partial<OrderSnapshot> = {}, shop = settings()) =>
  buildRecipient(snapshot({ shippingAddress: address(over), ...order }), shop);

function recipient(...input: Parameters<typeof build>): Recipient {
  const result = build(...input);
  if (!result.ok) throw new Error(`missing: ${JSON.stringify(result.missing)}`);
  return result.recipient;
}

function missing(...input: Parameters<typeof build>) {
  const result = build(...input);
  return result.ok ? [] : result.missing;
}

it("fills every field from a complete address", () => {
  expect(recipient({})).toEqual({
    name: "Ada Example",
    email: "ada@shop.example",
    phone: "+1 555 010 0001",
    address1: "1 Sample Street",
    address2: "",
    city: "Springfield",
    zip: "62701",
    province: "Illinois",
    provinceCode: "IL",
    country: "United States",
    countryCode: "US",
  });
});

it("has none of the invisible marks that Shopify or a keyboard puts into an address", () => {
  const marked = {
    address1: "Rua Augusta, \u2060123",
    address2: "apto 4, \u2060Centro",
    name: "Ada\u200b Example",
    zip: "\u200e62701",
  };
  expect(recipient({ ...marked, phone: "\u202a+1 555 010 0001\u202c" })).toMatchObject({
    ...{ address1: "Rua Augusta, 123", address2: "apto 4, Centro", name: "Ada Example", zip: "62701" },
    phone: "+1 555 010 0001",
  });
});

it.each([
  ["TW", "Taiwan"],
  ["CN", "China"],
  ["RU", "Russia"],
  ["DE", "Germany"],
])("names a country that the order does not name as Shopify does: %s is %s", (countryCode, country) => {
  expect(recipient({ country: null, countryCode }).country).toBe(country);
});

describe("name and company", () => {
  it("puts a company before the second line", () => {
    expect(recipient({ company: "Sample Ltd", address2: "Floor 2" }).address2).toBe("Sample Ltd, Floor 2");
    expect(recipient({ company: "Sample Ltd" }).address2).toBe("Sample Ltd");
  });

  it("falls back: first and last name, company, billing name", () => {
    expect(recipient({ name: " " }).name).toBe("Ada Example");
    expect(recipient({ name: null, lastName: null }).name).toBe("Ada");
    const nameless = { name: null, firstName: null, lastName: null };
    expect(recipient({ ...nameless, company: "Sample Ltd" })).toMatchObject({ name: "Sample Ltd", address2: "" });
    expect(recipient(nameless, { billingAddress: address({ name: "Bill Payer" }) }).name).toBe("Bill Payer");
    expect(missing(nameless)).toEqual([{ code: "address_incomplete", fields: ["name"] }]);
  });
});

describe("protected customer data that Shopify withholds", () => {
  const withheld = {
    name: null,
    firstName: null,
    lastName: null,
    company: null,
    phone: null,
    address1: null,
    address2: null,
  };
  const nobody = { email: null, phone: null, customerEmail: null, customerPhone: null, billingAddress: null };

  it("is named as that, and not as a bad address", () => {
    expect(missing(withheld, nobody)).toEqual([{ code: "protected_data_withheld", fields: [] }]);
    expect(missing({ ...withheld, zip: null }, { ...nobody, billingAddress: address(withheld) })).toEqual([
      { code: "protected_data_withheld", fields: [] },
    ]);
  });

  it.each([
    ["a street", { ...withheld, address1: "1 Sample Street" }, nobody],
    ["an email", withheld, { ...nobody, email: "ada@shop.example" }],
    ["a payer", withheld, { ...nobody, billingAddress: address({}) }],
  ] as const)("is not the reason where Shopify shares %s", (_what, to, order) => {
    expect(missing(to, order).map(({ code }) => code)).toContain("address_incomplete");
  });
});

describe("personal data that a marketplace masks", () => {
  it.each([
    ["********", "********", ["name", "address1"]],
    ["J*** D***", "1*** M*** S***", ["name", "address1"]],
    ["张*", "1 Sample Street", ["name"]],
    ["Ada Example", "12 ***** Road", ["address1"]],
  ] as const)("%s, %s is held, with the fields", (name, address1, fields) => {
    expect(missing({ name, address1 })).toEqual([{ code: "recipient_masked", fields }]);
  });

  it("is not replaced by the payer, the company or a substitute", () => {
    const payer = { billingAddress: address({ name: "Bill Payer" }) };
    expect(missing({ name: "J***", company: "Sample Ltd" }, payer)).toEqual([
      { code: "recipient_masked", fields: ["name"] },
    ]);
    expect(missing({ countryCode: "SG", city: "***", province: null, provinceCode: null })).toEqual([
      { code: "recipient_masked", fields: ["city", "province"] },
    ]);
    expect(missing({ company: "S***" })).toEqual([{ code: "recipient_masked", fields: ["address2"] }]);
  });

  it("is no contact: the next email and phone count", () => {
    const masked = { email: "a***@shop.example", customerPhone: "********" };
    const shop = settings({ fallbackPhone: "5", fallbackEmail: "shop@shop.example" });
    const to = recipient({ phone: "(+1)555*****00" }, masked, shop);
    expect(to).toMatchObject({ email: "shop@shop.example", phone: "5" });
    expect(missing({ phone: "********" }, masked)).toEqual([{ code: "contact_missing", fields: ["email", "phone"] }]);
  });
});

it("takes a text without a letter or a digit for none", () => {
  expect(missing({ name: ".", firstName: "-", lastName: null, address1: "-", city: "–" })).toEqual([
    { code: "address_incomplete", fields: ["name", "address1", "city"] },
  ]);
  expect(recipient({ countryCode: "AE", zip: "-", city: "-", company: ".", provinceCode: null })).toMatchObject({
    ...{ zip: "00000", city: "United States", address2: "" },
  });
});

describe("province", () => {
  it.each([
    ["JP", "JP-13", "13"],
    ["KR", "KR-11", "11"],
    ["KW", "KW-KU", "KU"],
    ["PE", "PE-AMA", "AMA"],
    ["PH", "PH-ABR", "ABR"],
    ["PT", "PT-20", "20"],
    ["SV", "SV-SS", "SS"],
    ["UY", "UY-MO", "MO"],
    ["TH", "TH-10", "10"],
    ["TH", "TH-S", "S"],
    ["PA", "PA-1", "1"],
    ["PA", "PA-NB", "NB"],
    ["VE", "VE-Z", "Z"],
    ["CR", "CR-SJ", "SJ"],
    ["MX", "Q ROO", "ROO"],
    ["MX", "TAMPS", "TAM"],
    ["MX", "CAMP", "CAMP"],
    ["JP", "jp-01", "01"],
  ])("%s: %s is sent as %s", (countryCode, provinceCode, sent) => {
    expect(recipient({ countryCode, provinceCode, zip: "12345" }).provinceCode).toBe(sent);
  });

  it("holds a code that is too long, and never cuts it", () => {
    expect(missing({ provinceCode: "ABCDE" })).toEqual([{ code: "address_incomplete", fields: ["provinceCode"] }]);
  });

  it("fills in what is missing", () => {
    const none = { provinceCode: null, province: null, countryCode: "SG", country: "Singapore", zip: "018956" };
    expect(recipient({ ...none, city: "Queenstown" })).toMatchObject({ province: "Queenstown", provinceCode: "SG" });
    expect(recipient({ ...none, city: null })).toMatchObject({
      city: "Singapore",
      province: "Singapore",
      provinceCode: "SG",
    });
    expect(recipient({ province: null })).toMatchObject({ province: "IL", provinceCode: "IL" });
    expect(recipient({ countryCode: "JP", provinceCode: "JP-" }).provinceCode).toBe("JP");
  });

  it.each([
    ["US", "Illinois", "IL"],
    ["US", " oregon ", "OR"],
    ["US", "tx", "TX"],
    ["US", "District of Columbia", "DC"],
    ["CA", "Quebec", "QC"],
    ["AU", "New South Wales", "NSW"],
  ])("%s: %j without a code is sent as %s", (countryCode, province, sent) => {
    expect(recipient({ countryCode, province, provinceCode: null })).toMatchObject({ provinceCode: sent });
  });

  it.each([null, "", "Somewhere"])("is not guessed from %j where addresses have one", (province) => {
    const incomplete = [{ code: "address_incomplete", fields: ["provinceCode"] }];
    for (const countryCode of ["US", "CA", "AU"])
      expect(missing({ countryCode, province, provinceCode: null })).toEqual(incomplete);
  });
});

describe("city", () => {
  it.each(["GI", "MC", "SG", "VA", "HK", "AE"])("is the country in %s, where an address may lack it", (countryCode) => {
    expect(recipient({ countryCode, city: null, country: "The country", provinceCode: null }).city).toBe("The country");
  });

  it.each(["US", "DE", "GB", "JP", "PK", "SA"])("is required in %s", (countryCode) => {
    expect(missing({ countryCode, city: " " })).toEqual([{ code: "address_incomplete", fields: ["city"] }]);
  });
});

describe("postal code", () => {
  it.each([
    ["has none", ["AE", "HK", "MO", "QA", "AG", "ZW"]],
    ["makes it optional at checkout", ["PA", "SA", "KE", "BH", "NG", "IQ", "KZ", "MV", "TT", "BB", "CL", "VN"]],
    ["recommends it at checkout", ["PK", "CO", "TW", "IL", "TR", "RO", "LK", "BD"]],
  ])("is 00000 in a country that %s", (_what, countries) => {
    for (const countryCode of countries) {
      expect(recipient({ countryCode, zip: null, provinceCode: null }).zip).toBe("00000");
      expect(recipient({ countryCode, zip: "0815", provinceCode: null }).zip).toBe("0815");
    }
  });

  it.each([
    ["AI", "AI-2640"],
    ["GI", "GX11 1AA"],
    ["VA", "00120"],
  ])("is that of %s where the country has one alone: %s", (countryCode, zip) => {
    expect(recipient({ countryCode, zip: null, provinceCode: null }).zip).toBe(zip);
  });

  it.each(["US", "DE", "IE", "SG", "GB", "IN", "AS"])("is required in %s", (countryCode) => {
    expect(missing({ countryCode, zip: " " })).toEqual([{ code: "address_incomplete", fields: ["zip"] }]);
  });
});

describe("country", () => {
  it.each([null, "", "AN", "XK", "AC", "TA", "ZZ", "*", "USA", "UK", "840"])(
    "holds %j, which ISO does not have",
    (code) => {
      expect(missing({ countryCode: code })).toEqual([{ code: "country_unknown", fields: ["countryCode"] }]);
    },
  );

  it("is sent in capitals, with its English name when it has none", () => {
    expect(recipient({ countryCode: "de", country: null })).toMatchObject({ countryCode: "DE", country: "Germany" });
  });
});

describe("contact", () => {
  it("takes the first phone: shipping address, order, customer, billing address, settings", () => {
    const shop = settings({ fallbackPhone: "5", fallbackEmail: "shop@shop.example" });
    const all = { phone: "2", customerPhone: "3", billingAddress: address({ phone: "4" }) };
    expect(recipient({ phone: "1" }, all, shop).phone).toBe("1");
    expect(recipient({ phone: null }, all, shop).phone).toBe("2");
    expect(recipient({ phone: "" }, { ...all, phone: null }, shop).phone).toBe("3");
    expect(recipient({ phone: "" }, { ...all, phone: null, customerPhone: " " }, shop).phone).toBe("4");
    expect(recipient({ phone: null }, {}, shop).phone).toBe("5");
  });

  it("takes the first email: order, customer, settings", () => {
    const shop = settings({ fallbackEmail: "shop@shop.example" });
    expect(recipient({}, { customerEmail: "c@shop.example" }, shop).email).toBe("ada@shop.example");
    expect(recipient({}, { email: null, customerEmail: "c@shop.example" }, shop).email).toBe("c@shop.example");
    expect(recipient({}, { email: null }, shop).email).toBe("shop@shop.example");
  });

  it("holds an order without one", () => {
    expect(missing({ phone: null }, { email: null })).toEqual([
      { code: "contact_missing", fields: ["email", "phone"] },
    ]);
  });
});

it("holds an order without an address (point of sale)", () => {
  expect(buildRecipient(snapshot({ shippingAddress: null }), settings())).toEqual({
    ok: false,
    missing: [
      { code: "address_missing", fields: [] },
      { code: "contact_missing", fields: ["phone"] },
    ],
  });
});

it("reports everything missing at once", () => {
  expect(missing({ address1: null, zip: null, countryCode: "US", phone: null })).toEqual([
    { code: "address_incomplete", fields: ["address1", "zip"] },
    { code: "contact_missing", fields: ["phone"] },
  ]);
});
