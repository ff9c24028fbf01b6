const STREET_PATTERN =
  /\b\d{1,6}\s{1,3}(?:[\p{L}.'’-][\p{L}\d.'’-]{0,30}\s{1,3}|\d{1,3}(?:st|nd|rd|th)?\s{1,3}){1,5}?(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|court|ct|boulevard|blvd|(?<!the\s)way|place|pl|terrace|ter|parkway|pkwy|circle|cir|highway|hwy|calle|avenida)\b\.?(?:[\s,]{1,3}(?:apt|apartment|unit|suite|apartamento|#)\s{0,2}\w+)?/iu

const SPANISH_STREET_PATTERN =
  /(?<!\p{L})(?:calle|avenida|av|paseo|camino)\.?\s{1,3}(?:[\p{L}.'’-]{1,30}\s{1,3}){1,4}(?:n[uú]mero\s{1,3})?\d{1,6}\b|\b\d{1,6}\s{1,3}(?:de\s{1,3})?(?:la\s{1,3})?(?:calle|avenida|av)\.?\s{1,3}[\p{L}.'’-]{1,30}/iu

type Street = { value: string; from: number; to: number }

/** Finds street addresses. Spoken numbers must already be digits. English matches come first. */
export const findStreets = (digits: string): Street[] =>
  [STREET_PATTERN, SPANISH_STREET_PATTERN].flatMap((pattern) => {
    const match = pattern.exec(digits)
    return match ? [{ value: match[0], from: match.index, to: match.index + match[0].length }] : []
  })
