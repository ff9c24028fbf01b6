/** Callers of the sample company. Made up: their numbers are those that are kept for fiction (555-0100 to 555-0199). */

const FIRST = [
  'Ana',
  'Ben',
  'Carla',
  'Dev',
  'Ella',
  'Frank',
  'Grace',
  'Hugo',
  'Iris',
  'Jonah',
  'Kim',
  'Luis',
  'Maya',
  'Noah',
  'Olga',
  'Pete',
  'Rosa',
  'Sven',
  'Tara',
  'Will',
]
const LAST = [
  'Adler',
  'Brook',
  'Castle',
  'Dunn',
  'Evans',
  'Foster',
  'Garcia',
  'Hale',
  'Irving',
  'Jansen',
  'Keller',
  'Lopez',
  'Marsh',
  'Nolan',
  'Ortiz',
  'Price',
  'Quinn',
  'Reyes',
  'Stone',
  'Tran',
]
const STREETS = [
  'Maple Street',
  'Oak Avenue',
  'Cedar Lane',
  'Birch Road',
  'Lake Drive',
  'Hill Street',
  'Mill Road',
  'Park Avenue',
  'River Road',
  'Elm Street',
]

/** ZIP codes that the sample company serves, each with its crew. */
export const SERVICE_AREA = [
  { zip: '60601', crew: 'North' },
  { zip: '60607', crew: 'North' },
  { zip: '60614', crew: 'North' },
  { zip: '60622', crew: 'North' },
  { zip: '60647', crew: 'North' },
  { zip: '60608', crew: 'South' },
  { zip: '60616', crew: 'South' },
  { zip: '60632', crew: 'South' },
]

export const TECHNICIANS = ['Alex', 'Jordan', 'Sasha']

/** Area codes around the sample company. */
const AREA_CODES = ['312', '773', '872']
const NUMBERS_OF_FICTION = 100

export type Caller = { name: string; first: string; phone: string; address: string; zip: string }

/** A number from 0 to below 1, the same for the same seed: sample data is the same each time. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    // mulberry32, small and even enough for sample data.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)] as Item

/** The caller of a number: the same number is the same person. */
export function callerOf(index: number, random: () => number): Caller {
  const first = pick(FIRST, random)
  const { zip } = pick(SERVICE_AREA, random)
  const area = AREA_CODES[Math.floor(index / NUMBERS_OF_FICTION) % AREA_CODES.length]
  return {
    first,
    name: `${first} ${pick(LAST, random)}`,
    phone: `+1${area}55501${String(index % NUMBERS_OF_FICTION).padStart(2, '0')}`,
    address: `${10 + Math.floor(random() * 890)} ${pick(STREETS, random)}`,
    zip,
  }
}
