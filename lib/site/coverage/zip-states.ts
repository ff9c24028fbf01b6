/*
 * ZIP prefixes from the Domestic Mail Manual, Labeling List L002, "3-Digit ZIP Code Prefix Matrix". A few ZIP codes
 * cross a state border; for those, the prefix gives the state of most addresses.
 */

/** States, the District of Columbia and inhabited territories, each with its prefixes: single prefixes and ranges. */
const STATE_LINES =
  'AL Alabama 350-352 354-369|AK Alaska 995-999|AZ Arizona 850-853 855-857 859-860 863-865|AR Arkansas 716-729|' +
  'CA California 900-908 910-928 930-961|CO Colorado 800-816|CT Connecticut 060-062 064-069|DE Delaware 197-199|' +
  'DC District_of_Columbia 200 202-205 569|FL Florida 320-339 341-342 344 346-347 349|GA Georgia 300-319 398-399|' +
  'HI Hawaii 967-968|ID Idaho 832-838|IL Illinois 600-620 622-629|IN Indiana 460-479|IA Iowa 500-516 520-528|' +
  'KS Kansas 660-662 664-679|KY Kentucky 400-418 420-427|LA Louisiana 700-701 703-708 710-714|ME Maine 039-049|' +
  'MD Maryland 206-212 214-219|MA Massachusetts 010-027 055|MI Michigan 480-499|MN Minnesota 550-551 553-567|' +
  'MS Mississippi 386-397|MO Missouri 630-631 633-641 644-658|MT Montana 590-599|NE Nebraska 680-681 683-693|' +
  'NV Nevada 889-891 893-895 897-898|NH New_Hampshire 030-038|NJ New_Jersey 070-089|NM New_Mexico 870-871 873-884|' +
  'NY New_York 005 063 100-149|NC North_Carolina 270-289|ND North_Dakota 580-588|OH Ohio 430-459|' +
  'OK Oklahoma 730-731 734-741 743-749|OR Oregon 970-979|PA Pennsylvania 150-196|PR Puerto_Rico 006-007 009|' +
  'RI Rhode_Island 028-029|SC South_Carolina 290-299|SD South_Dakota 570-577|TN Tennessee 370-385|' +
  'TX Texas 733 750-770 772-799 885|UT Utah 840-847|VT Vermont 050-054 056-059|VI U.S._Virgin_Islands 008|' +
  'VA Virginia 201 220-246|WA Washington 980-986 988-994|WV West_Virginia 247-268|WI Wisconsin 530-532 534-535 537-549|' +
  'WY Wyoming 820-831|GU Guam 969|AS American_Samoa'

type State = { letters: string; name: string; prefixes: string[] }

const states: State[] = STATE_LINES.split('|').map((line) => {
  const [letters = '', name = '', ...prefixes] = line.split(' ')
  return { letters, name: name.replaceAll('_', ' '), prefixes }
})

/** Returns whether the digits start with one of the prefixes, such as `606`, or are in a range such as `600-608`. */
export const hasPrefix = (prefixes: readonly string[], digits: string): boolean =>
  prefixes.some((prefix) => {
    const [first = '', last = first] = prefix.split('-')
    return digits >= first && digits <= last
  })

/** Returns the full name of the state; undefined for an unassigned prefix. */
export const findStateByZip = (digits: string): string | undefined =>
  states.find(({ prefixes }) => hasPrefix(prefixes, digits))?.name

export const isState = (text: string): boolean => states.some(({ name }) => name === text)

const normalizeText = (text: string) => text.trim().toLowerCase()

export const findStateByName = (text: string): string | undefined =>
  states.find(({ letters, name }) => [letters, name].some((label) => normalizeText(label) === normalizeText(text)))
    ?.name
