/** Countries whose states and provinces are chosen by name: code and English name, as Shopify has them. */
const LISTS: Readonly<Record<string, string>> = {
  US:
    "AL Alabama|AK Alaska|AS American Samoa|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|" +
    "DC Washington DC|FM Micronesia|FL Florida|GA Georgia|GU Guam|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|" +
    "KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MH Marshall Islands|MD Maryland|MA Massachusetts|MI Michigan|" +
    "MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|" +
    "NM New Mexico|NY New York|NC North Carolina|ND North Dakota|MP Northern Mariana Islands|OH Ohio|OK Oklahoma|" +
    "OR Oregon|PW Palau|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|" +
    "TX Texas|VI U.S. Virgin Islands|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|" +
    "WY Wyoming|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific",
  CA:
    "AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|" +
    "NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon",
  AU:
    "ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|" +
    "TAS Tasmania|VIC Victoria|WA Western Australia",
};

export interface Province {
  code: string;
  name: string;
}

/** The provinces of a country (ISO alpha-2, capitals) by name; none where they are typed as a code. */
export const provincesOf = (country: string): readonly Province[] => PROVINCES.get(country) ?? [];

const PROVINCES: ReadonlyMap<string, readonly Province[]> = new Map(
  Object.entries(LISTS).map(([country, list]) => [country, list.split("|").map(readProvince)]),
);

function readProvince(entry: string): Province {
  const space = entry.indexOf(" ");
  return { code: entry.slice(0, space), name: entry.slice(space + 1) };
}
