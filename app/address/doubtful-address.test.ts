import fc from "fast-check";
import { expect, it } from "vitest";
import { readPostalData, renderPostalData } from "../../scripts/postal-data.ts";
import { readFileSync } from "node:fs";
import { findAddressDoubts, LINE_MAX } from "./doubtful-address.ts";
import { POSTAL_DATA } from "./postal-data.ts";
import { isPostalCodeRequired } from "./postal-code.ts";
import { regionsOfPostalCode, writePostalCode } from "./postal-regions.ts";
import { provincesOf } from "./province.ts";

const US = { address1: "12 Elm Road", address2: "", zip: "40202", provinceCode: "KY", countryCode: "US", method: null };
type Sent = Parameters<typeof findAddressDoubts>[0];
const doubtsOf = (over: Partial<Sent>) => findAddressDoubts({ ...US, ...over }).map(({ doubt }) => doubt);
const suggested = (over: Partial<Sent>) => findAddressDoubts({ ...US, ...over }).map(({ suggestion }) => suggestion);

it.each([
  ["an ordinary address", {}],
  ["a ZIP+4", { zip: "40202-1234" }],
  ["a ZIP+4 without its hyphen", { zip: "402021234" }],
  ["a number in the second line", { address1: "The Old Mill", address2: "Unit 4" }],
  ["a number in words", { address1: "One Main Street" }],
  ["a post office that serves two states", { zip: "42223", provinceCode: "TN" }],
  ["a military address", { address1: "Unit 2050 Box 4190", zip: "96278", provinceCode: "AP" }],
  ["a PO box with standard shipping", { address1: "PO Box 1234" }],
  ["a street called after a box", { address1: "7 Po Box Lane", method: 1 }],
  ["a Canadian code in small letters", { zip: "k1a0b1", provinceCode: "ON", countryCode: "CA" }],
  ["a house with a name abroad", { address1: "Rose Cottage", zip: "SW1A 1AA", provinceCode: "ENG", countryCode: "GB" }],
  ["a code that stands for none", { zip: "00000", provinceCode: "AE", countryCode: "AE" }],
  ["the letters of a country before its code", { zip: "D-10115", provinceCode: "DE", countryCode: "DE" }],
])("does not doubt %s", (_what, over) => expect(doubtsOf(over)).toEqual([]));

it.each([
  ["a ZIP code of no state", { zip: "00000" }, ["zip"]],
  ["a ZIP code of another state", { zip: "10001" }, ["zip_region"]],
  ["a ZIP code with a digit too few", { zip: "4020" }, ["zip"]],
  ["a German code with a digit too few", { zip: "1011", countryCode: "DE", provinceCode: "DE" }, ["zip"]],
  ["a Canadian code of another province", { zip: "V5K 0A1", provinceCode: "ON", countryCode: "CA" }, ["zip_region"]],
  ["an Australian code of another state", { zip: "3000", provinceCode: "NSW", countryCode: "AU" }, ["zip_region"]],
  ["a Japanese code of another prefecture", { zip: "530-0001", provinceCode: "13", countryCode: "JP" }, ["zip_region"]],
  ["a street without a number", { address1: "Elm Road" }, ["house_number"]],
  ["a line of 70 characters", { address1: `12 ${"E".repeat(67)}` }, ["line_too_long"]],
  ["a PO box with express shipping", { address1: "P.O. Box 1234", method: 1 }, ["po_box"]],
  ["a locked bag in Australia with express shipping", { ...AU(), address1: "Locked Bag 12", method: 1 }, ["po_box"]],
  ["a military address with ground shipping", { ...AP(), method: 2 }, ["po_box"]],
])("doubts %s", (_what, over, doubts) => expect(doubtsOf(over)).toEqual(doubts));

function AU() {
  return { zip: "2000", provinceCode: "NSW", countryCode: "AU" };
}
function AP() {
  return { address1: "Unit 2050 Box 4190", zip: "96278", provinceCode: "AP" };
}

it.each([
  ["a first zero that a spreadsheet dropped", { zip: "2139", provinceCode: "MA" }, { zip: "02139" }],
  ["a letter for a digit", { zip: "1O115", countryCode: "DE", provinceCode: "DE" }, { zip: "10115" }],
  ["the state of the ZIP code", { zip: "10001" }, { provinceCode: "NY" }],
  [
    "two lines for a long one",
    { address1: "Building 12, Industrial Park North, 4500 Very Long Avenue" },
    { address1: "Building 12, Industrial Park North, 4500 Very Long", address2: "Avenue" },
  ],
])("suggests %s", (_what, over, suggestion) => expect(suggested(over)).toEqual([suggestion]));

it("suggests nothing where several things may be meant", () => {
  expect(suggested({ zip: "42223", provinceCode: "OH" })).toEqual([null]);
  expect(suggested({ address1: `12 ${"E".repeat(67)}` })).toEqual([null]);
  expect(suggested({ address1: "12 Long Street".repeat(4), address2: "Floor 3" })).toEqual([null]);
});

it("knows the ZIP codes of every state that Shopify has", () => {
  for (const { code } of provincesOf("US"))
    expect([code, doubtsOf({ zip: "00000", provinceCode: code })]).toEqual([code, ["zip"]]);
});

it("has the postal codes of the library, as they are there now", () => {
  const now = renderPostalData(readPostalData());
  const squeeze = (text: string) => text.replace(/\s|,(?=\s*[}\]])|"(?=\w+":)|(?<=\w)"(?=:)/g, "");
  expect(squeeze(readFileSync(new URL("./postal-data.ts", import.meta.url), "utf8"))).toBe(squeeze(now));
});

it("takes every example of the library for a code of its country, and of its region", () => {
  for (const [country, { examples }] of Object.entries(readPostalData()))
    for (const zip of examples.filter((one) => /\d/.test(one)))
      expect([country, zip, writePostalCode(zip, country)]).toEqual([country, zip, expect.any(String)]);
});

const PLACES = Object.entries(POSTAL_DATA).flatMap(([country, { regions = {} }]) =>
  Object.keys(regions).map((region) => ({ country, region })),
);

it("is sure of no code that it suggests, but of its form and region", () => {
  const address = fc.record({
    address1: fc.string({ maxLength: 80 }),
    address2: fc.string({ maxLength: 20 }),
    zip: fc.oneof(fc.string({ maxLength: 12 }), fc.stringMatching(/^[0-9OIL]{3,6}$/)),
    provinceCode: fc.constantFrom("KY", "NY", "ON", "NSW", "13", ""),
    countryCode: fc.constantFrom(...Object.keys(POSTAL_DATA), "AE", ""),
    method: fc.constantFrom(null, 1, 2),
  });
  fc.assert(
    fc.property(address, (given) => {
      for (const { doubt, suggestion } of findAddressDoubts(given)) {
        if (!suggestion) continue;
        const mended = { ...given, ...suggestion };
        expect(findAddressDoubts(mended).map((one) => one.doubt)).not.toContain(doubt);
        for (const line of [suggestion.address1 ?? "", suggestion.address2 ?? ""])
          expect([...line].length).toBeLessThanOrEqual(LINE_MAX);
      }
    }),
    { numRuns: 2_000 },
  );
});

it("finds a region again by the beginnings of its codes", () => {
  fc.assert(
    fc.property(fc.constantFrom(...PLACES), ({ country, region }) => {
      const beginnings = POSTAL_DATA[country]?.regions?.[region] ?? "";
      fc.pre(/^[\d|]+$/.test(beginnings));
      const [first = ""] = beginnings.split("|");
      expect(regionsOfPostalCode(first.padEnd(8, "0"), country)).toContain(region);
    }),
  );
});

/** Country, region and postal code, street: as buyers of thirty countries and more write them. */
const PLAUSIBLE = `
US|NY 10001|350 5th Ave
US|CA 90210|1 N Rodeo Dr Apt 4B
US|MA 02139|77 Massachusetts Ave
US|TX 73301|3651 S Interstate 35
US|PR 00901|Calle Fortaleza 63
US|AE 09630|PSC 103 Box 1234
US|NY 06390|1 Fox Ave
US|KY 42223|5662 Screaming Eagle Blvd
US|HI 96813|415 S Beretania St
US|AK 99501|632 W 6th Ave
US|DC 20500|1600 Pennsylvania Avenue NW
US|GU 96910|123 Marine Corps Dr
US|MT 59718|HC 2 Box 57
CA|ON K1A 0B1|111 Wellington St
CA|QC H2Y1C6|275 Rue Notre-Dame E
CA|QC K1A 0H3|140 Promenade du Portage
CA|NU X0A 0H0|1 Sivumugiaq Street
CA|NT X1A 2L9|4570 48th Street
CA|SK S7K 0J5|222 3rd Ave N
CA|BC v6b 1a1|RR 2
AU|NSW 2000|1 Macquarie St
AU|ACT 2600|Parliament Dr 1
AU|VIC 3000|Level 3, 120 Collins St
AU|NT 0800|12 Mitchell St
AU|NSW 2620|5 Crawford St
AU|ACT 2620|8 Beard Pl
AU|SA 0872|Community Store
AU|QLD 4000|Locked Bag 7
NZ|WGN 6011|Parliament Buildings
GB|ENG SW1A1AA|Buckingham Palace
GB|SCT EH1 1BB|The Old Bakery
GB|NIR BT1 5GS|Donegall Sq
GB|ENG M1 1AE|Flat 2, 10 Piccadilly
IE|D D02 AF30|Leinster House, Kildare St
IE|CO T12 XF62|Anglesea St
DE|DE 10115|Chausseestraße 1
DE|DE 80331|Marienplatz 8
DE|DE 53113|Packstation 145
DE|DE D-20095|Mönckebergstr. 7
AT|AT 1010|Stephansplatz 3
CH|CH 8001|Bahnhofstrasse 1
CH|CH CH-3011|Bundesplatz
NL|NL 1012 JS|Dam 1
NL|NL 3511ab|Oudegracht 12 bis
BE|BE 1000|Grand-Place 1
LU|LU L-1648|Place Guillaume II 42
FR|FR 75001|Rue de Rivoli
FR|FR 33000|Lieu-dit Le Bourg
MC|MC 98000|Place du Palais
ES|M 28013|Calle Mayor, s/n
ES|B 08002|Carrer de Ferran 12, 3º 2ª
ES|PM 07001|Plaça de Cort 1
ES|GC 35001|Calle Triana 5
PT|PT 1100-148|Rua Augusta 24
PT|PT 4000 322|Avenida dos Aliados
IT|RM 00184|Piazza del Colosseo 1
IT|SU 09010|Via Roma snc
DK|DK 1550|Rådhuspladsen 1
SE|SE 111 52|Hamngatan
SE|SE SE-41103|Östra Hamngatan 16
NO|NO 0150|Karl Johans gate 1
NO|NO 9990|Båtsfjord
FI|FI 00100|Mannerheimintie 2
FI|FI FI-33100|Hämeenkatu 1
IS|IS 101|Laugavegur 1
PL|PL 00-950|Krakowskie Przedmieście 5
PL|PL 31042|Rynek Główny 1
CZ|CZ 110 00|Václavské náměstí 1
SK|SK 81101|Hlavné námestie 1
HU|HU 1052|Váci utca 1
RO|B 010011|Calea Victoriei 1
BG|BG 1000|bul. Vitosha 1
GR|GR 105 57|Syntagma Square
HR|HR 10000|Ilica 1
SI|SI SI-1000|Prešernov trg 1
EE|EE 10146|Raekoja plats 1
LV|LV 1050|Brīvības iela 1
LV|LV LV-1010|Raiņa bulvāris 19
LT|LT LT-01103|Gedimino pr. 1
CY|CY 1010|Ledra 1
MT|MT VLT 1117|Republic Street
JP|13 100-0001|千代田1-1
JP|13 1500002|Shibuya 2-21-1
JP|01 060-0001|Kita 1-jo
JP|23 498-0001|Yatomi 5
JP|24 498-0801|Kisosaki 1
KR|11 03051|Sejong-daero 1
SG|SG 018956|10 Bayfront Ave
TW|TW 10048|No. 122, Sec. 1, Chongqing S. Rd
MY|KUL 50088|Kuala Lumpur City Centre
TH|10 10200|Na Phra Lan Rd
PH|PH 1000|Padre Burgos Ave
ID|JK 10110|Jl. Medan Merdeka
IN|DL 110001|Rajpath
IN|TG 500001|Abids
CN|BJ 100006|东长安街
HK|HK 00000|1 Queen's Road Central
IL|IL 9195023|Jaffa St 1
TR|TR 34122|Sultanahmet Mh.
ZA|GP 0002|Church Square
BR|SP 01310-100|Av. Paulista, 1578
BR|RJ 20040020|Av. Rio Branco 1
BR|DF 70150-900|Praça dos Três Poderes
MX|CMX 06000|Plaza de la Constitución S/N
MX|DF 06000|Plaza de la Constitución S/N
MX|NL 64000|Zaragoza 1
MX|JAL 44100|Av. Hidalgo 400
MX|ROO 77500|Blvd. Kukulcán km 9
AR|C C1002AAA|Av. de Mayo 500
AR|B 1900|Calle 12
CL|RM 00000|Moneda 1
CO|DC 00000|Carrera 7
UA|30 01001|Khreshchatyk 1
AE|AE 00000|Sheikh Zayed Road
SA|SA 11564|King Fahd Rd`;

it("has no doubt about plausible addresses of more than thirty countries", () => {
  const addresses = PLAUSIBLE.trim()
    .split("\n")
    .map((line) => {
      const [countryCode = "", place = "", address1 = ""] = line.split("|");
      const space = place.indexOf(" ");
      return { ...US, countryCode, provinceCode: place.slice(0, space), zip: place.slice(space + 1), address1 };
    });
  expect(new Set(addresses.map(({ countryCode }) => countryCode)).size).toBeGreaterThan(30);
  expect(addresses.filter((one) => findAddressDoubts(one).length > 0)).toEqual([]);
});

it("doubts no postal code of a country whose checkout asks for none", () => {
  for (const country of Object.keys(POSTAL_DATA).filter((one) => !isPostalCodeRequired(one)))
    expect([country, doubtsOf({ countryCode: country, provinceCode: "", zip: "?" })]).toEqual([country, []]);
});
