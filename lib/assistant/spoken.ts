/*
 * Finds a company's words in what a caller said: whatever the size of the letters and their accents, as whole words, with the
 * small words between them left out, so that "smell gas" is found in "it smells of gas".
 */

/** Words that say nothing by themselves; they are left out on both sides. */
const SMALL = new Set(
  'a an the of like is are was were my our your some any really very so just that there its un una el la los las de del mi es esta hay'.split(
    ' ',
  ),
)

/** A word that says the opposite of what follows it at once. */
const NEGATIONS = new Set(
  'no not dont doesnt didnt isnt arent wasnt cant cannot never without nothing sin nunca ni'.split(' '),
)

/** Words between a negation and what it denies: "I do not hear a carbon monoxide alarm", "no veo humo". */
const BETWEEN = new Set(
  'have has see seeing hear hearing smell smelling notice se tengo tenemos veo ve oigo huelo siento suena sale alarma detector'.split(
    ' ',
  ),
)

/** "I cannot see smoke" may as well say that the smoke is thick: what cannot be seen is not denied. */
const UNABLE = new Set(['cant', 'cannot'])

/** Words of questions that do not say what is asked about. */
const ASKING = new Set(
  'do does did offer provide accept you we i can could would will how what when where which who why to in on for with and or have has it this if at me us please que como cuando donde cual para con y o tienen puedo'.split(
    ' ',
  ),
)

type Word = {
  /** Without accents, size and the s of a plural. */
  stem: string
  /** Where it stands in the text. */
  from: number
  to: number
}

/** A letter with its accent is as long as without one, once composed. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

function stemOf(word: string): string {
  const plain = folded(word).replaceAll(/['’]/g, '')
  return plain.length > 3 && /[^s]s$/.test(plain) ? plain.slice(0, -1) : plain
}

/** The words of a text, clause by clause: what is said across a full stop or a comma belongs not together. */
function clausesOf(text: string): Word[][] {
  const clauses: Word[][] = [[]]
  for (const { 0: token, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*|[.,;:!?¡¿]+/gu)) {
    if (/^[.,;:!?¡¿]/.test(token)) clauses.push([])
    else clauses.at(-1)?.push({ stem: stemOf(token), from: index, to: index + token.length })
  }
  return clauses
}

/** A text in its words: clause by clause, all of them, and those of a phrase with "and" part by part. */
type Read = { clauses: Word[][]; stems: ReadonlySet<string>; parts: string[]; telling: string[] }

const known = new Map<string, Read>()

/** Texts whose words are remembered: those of one conversation are looked through for each of a company's words. */
const MOST_KNOWN = 2_000

function read(text: string): Read {
  const found = known.get(text)
  if (found) return found
  if (known.size > MOST_KNOWN) known.clear()
  const clauses = clausesOf(text).map((clause) => clause.filter(({ stem }) => !SMALL.has(stem)))
  const stems = new Set(clauses.flatMap((clause) => clause.map(({ stem }) => stem)))
  const parts = folded(text)
    .split(/(?<!\s)\s+(?:and|y)\s+/)
    .filter((part) => part.trim() !== '')
  const words = { clauses, stems, parts, telling: [...stems].filter((stem) => !ASKING.has(stem)) }
  known.set(text, words)
  return words
}

/** "No smoke or gas smell" says neither. */
function isDenied(clause: Word[], at: number): boolean {
  let last = at - 1
  while (BETWEEN.has(clause[last]?.stem ?? '')) last -= 1
  const before = clause[last]
  if (!before || (last < at - 1 && UNABLE.has(before.stem))) return false
  if (NEGATIONS.has(before.stem)) return true
  const isOther = before.stem === 'or' || before.stem === 'nor'
  return isOther && clause.slice(0, last).some(({ stem }) => NEGATIONS.has(stem))
}

/** The words of a text that say a phrase without an "and"; undefined where it is not said, or said not to be so. */
function findTogether(phrase: string, text: string): string | undefined {
  const wanted = read(phrase).clauses.flatMap((clause) => clause.map(({ stem }) => stem))
  const [first] = wanted
  const { clauses, stems } = read(text)
  if (first === undefined || !stems.has(first)) return undefined
  for (const clause of clauses) {
    for (let at = 0; at + wanted.length <= clause.length; at += 1) {
      if (!wanted.every((stem, offset) => clause[at + offset]?.stem === stem)) continue
      if (!NEGATIONS.has(first) && isDenied(clause, at)) continue
      return text.slice(clause[at]?.from, clause[at + wanted.length - 1]?.to)
    }
  }
  return undefined
}

/** Where something was said: the line, by its position, and the words of it. */
export type Place = { line: number; quote: string }

/** A line of what was said, with its position in the conversation. */
export type Said = { line: number; text: string }

/**
 * Where a phrase was said. The parts of one with "and", such as "no heat and a baby", may be said in different lines.
 * @returns the place of its first part; undefined where a part was not said
 */
export function findSaid(phrase: string, lines: readonly Said[]): Place | undefined {
  const places = read(phrase).parts.map((part) => {
    for (const { line, text } of lines) {
      const quote = findTogether(part, text)
      if (quote) return { line, quote }
    }
    return undefined
  })
  const [first] = places
  return places.length > 0 && places.every(Boolean) ? first : undefined
}

/** The share of a text's telling words that a line has, from 0 to 1; of a text without any it is 0. */
export function likeness(text: string, line: string): number {
  const { telling } = read(text)
  if (telling.length === 0) return 0
  const { stems } = read(line)
  return telling.filter((stem) => stems.has(stem)).length / telling.length
}
