import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import subsetFont from 'subset-font'

/** A range of code points, inclusive. */
type Range = [first: number, last: number]

type Family = {
  name: string
  /** Name of the package in `@fontsource-variable`. */
  source: string
  weight: number | Range
  /** OpenType features to keep. Glyphs that only other features use are dropped. */
  features: string[]
  /** Whether `app/fonts.ts` declares the first font files, which makes Next preload them. */
  isPreloaded: boolean
}

type Folders = { packages: string; out: string }

/** OpenType features that browsers apply by default, and tabular figures. */
const READING_FEATURES = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'tnum']

/**
 * Characters of English pages: ASCII plus common punctuation and signs. A page with only these characters loads one
 * file per family. Keep in sync with `app/fonts.ts`.
 */
export const FIRST_RANGE =
  'U+0000-007F,U+00A0,U+00A7,U+00A9,U+00AD-00AE,U+00B0,U+00B7,U+00BD,U+00D7,U+00F7,U+2011,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2122,U+2212'

const FAMILIES: Family[] = [
  {
    name: 'display',
    source: 'bricolage-grotesque',
    weight: [400, 700],
    features: READING_FEATURES,
    isPreloaded: true,
  },
  {
    name: 'text',
    source: 'hanken-grotesk',
    weight: [400, 700],
    features: READING_FEATURES,
    isPreloaded: true,
  },
  {
    name: 'mono',
    source: 'jetbrains-mono',
    weight: 400,
    // Omits ligatures for program code, which are two thirds of the package's file.
    features: ['ccmp', 'mark', 'mkmk'],
    isPreloaded: false,
  },
]

const ADDITIONAL_SUBSETS = ['latin', 'latin-ext', 'vietnamese']

const parseRanges = (range: string): Range[] =>
  range.split(',').map((part) => {
    const [first = '', last = first] = part.replace('U+', '').split('-')
    return [parseInt(first, 16), parseInt(last, 16)]
  })

const expandRange = ([first, last]: Range): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

const parseCodePoints = (range: string): number[] => parseRanges(range).flatMap(expandRange)

/**
 * Returns the characters of each subset that are not in the first files. Where subsets overlap, the narrower range
 * wins: `latin-ext` lists the dagger, while `latin` covers it with a block.
 */
function groupAdditionalCodePoints(ranges: Record<string, string>): [subset: string, letters: number[]][] {
  const owners = new Map<number, { subset: string; size: number }>()
  for (const subset of ADDITIONAL_SUBSETS) {
    for (const range of parseRanges(ranges[subset] ?? '')) {
      const size = range[1] - range[0]
      for (const codePoint of expandRange(range)) {
        if (size < (owners.get(codePoint)?.size ?? Infinity)) owners.set(codePoint, { subset, size })
      }
    }
  }
  for (const codePoint of parseCodePoints(FIRST_RANGE)) owners.delete(codePoint)
  const ownedCodePoints = [...owners].toSorted(([a], [b]) => a - b)
  return ADDITIONAL_SUBSETS.map((subset) => [
    subset,
    ownedCodePoints.flatMap(([codePoint, owner]) => (owner.subset === subset ? codePoint : [])),
  ])
}

const formatCodePoint = (codePoint: number) => codePoint.toString(16).toUpperCase().padStart(4, '0')

function formatRanges(codePoints: number[]): string {
  const ranges: Range[] = []
  for (const codePoint of codePoints) {
    const last = ranges.at(-1)
    if (last && last[1] === codePoint - 1) last[1] = codePoint
    else ranges.push([codePoint, codePoint])
  }
  return ranges
    .map(([first, last]) => `U+${formatCodePoint(first)}${first === last ? '' : `-${formatCodePoint(last)}`}`)
    .join(',')
}

const getFileName = ({ name }: Family, subset: string) => `${name}-${subset}.woff2`

async function writeFontFile(family: Family, subset: string, codePoints: number[], folders: Folders) {
  const source = subset === 'first' ? 'latin' : subset
  const file = resolve(folders.packages, family.source, `files/${family.source}-${source}-wght-normal.woff2`)
  const { weight } = family
  const options = {
    targetFormat: 'woff2' as const,
    keepFeatures: family.features,
    variationAxes: { wght: typeof weight === 'number' ? weight : { min: weight[0], max: weight[1] } },
  }
  const font = await subsetFont(readFileSync(file), String.fromCodePoint(...codePoints), options)
  writeFileSync(resolve(folders.out, getFileName(family, subset)), font)
}

const buildFontFaceRule = (family: Family, subset: string, codePoints: number[]) => `@font-face {
  font-family: ${family.name};
  font-weight: ${[family.weight].flat().join(' ')};
  font-display: swap;
  src: url('./${getFileName(family, subset)}') format('woff2');
  unicode-range: ${formatRanges(codePoints)};
}
`

/** Writes the font files and their CSS. @param folders `packages` contains `@fontsource-variable`; `out` is replaced */
export async function writeFonts(folders: Folders): Promise<void> {
  rmSync(folders.out, { recursive: true, force: true })
  mkdirSync(folders.out, { recursive: true })
  const css: string[] = []
  for (const family of FAMILIES) {
    const names = readFileSync(resolve(folders.packages, family.source, 'unicode.json'), 'utf8')
    const ranges = JSON.parse(names) as Record<string, string>
    const first: [string, number[]] = ['first', parseCodePoints(FIRST_RANGE)]
    for (const [subset, codePoints] of [first, ...groupAdditionalCodePoints(ranges)]) {
      await writeFontFile(family, subset, codePoints, folders)
      if (subset !== 'first' || !family.isPreloaded) css.push(buildFontFaceRule(family, subset, codePoints))
    }
  }
  writeFileSync(resolve(folders.out, 'faces.css'), css.join('\n'))
}
