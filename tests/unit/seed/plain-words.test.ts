import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allowanceOf } from '../../../lib/integrations/plan.ts'
import { wordGroups } from '../../../lib/words.ts'
import { sample, samples, samplesOf } from '../../support/sample-content.ts'

/** What is said in more than one place is said in one way, in the English of the trade in the United States. */

type Said = { where: string; text: string }

/** Fields that nobody reads as a sentence. */
const NO_WORDS = new Set(['code', 'href', 'url', 'path', 'file', 'filename', 'orderRank', 'source', 'destination'])

function textsIn(value: unknown, where: string): Said[] {
  if (typeof value === 'string') return [{ where, text: value }]
  if (typeof value !== 'object' || value === null) return []
  if ('_type' in value && value._type === 'block') {
    const { children } = value as unknown as { children: { text: string }[] }
    return [{ where, text: children.map(({ text }) => text).join('') }]
  }
  return Object.entries(value).flatMap(([name, child]) =>
    NO_WORDS.has(name) || name.startsWith('_') ? [] : textsIn(child, where),
  )
}

const ofTheSite: Said[] = [
  ...samples.flatMap((document) => textsIn(document, document._id)),
  ...globSync('sanity/seed/files/*.md').map((where) => ({ where, text: readFileSync(where, 'utf8') })),
]

const sentences = ofTheSite.flatMap(({ where, text }) =>
  text.split(/(?<=[.?!])\s+|\n/).map((sentence) => ({ where, text: sentence })),
)

const RULE =
  'Night line reads one calendar and takes requests that your office confirms. Front desk and Several crews book the caller into the windows you opened. It writes into your own Google or Outlook calendar only after you switch writing on for it.'

/** Plans that book, which say so on their own cards. */
const BOOKING_PLANS = new Set(['plan-front-desk', 'plan-several-crews'])

describe('what the assistant does with a calendar', () => {
  it('says what each plan does with a calendar, in the same words', () => {
    expect(textsIn(sample('faqItem', 'faq-booking').answer, '')[0]?.text).toContain(RULE)
    for (const page of ['page-home', 'page-pricing', 'page-features']) {
      expect(JSON.stringify(samples.find(({ _id }) => _id === page))).toContain('"_ref":"faq-booking"')
    }
    const [booking] = JSON.stringify(sample('page', 'page-pricing')).match(/"Requests or bookings"[^\]]*/) ?? []
    expect(booking).toContain('["Requests","Bookings","Bookings"')
  })

  it('is booking in no sentence that leaves out where it only takes a request', () => {
    // The books of a company at QuickBooks are others.
    const booking = sentences.filter(({ text }) => /(?<!company’s |all of its )\bbooks\b/i.test(text))
    expect(booking.length).toBeGreaterThan(5)
    const unsaid = booking.filter(({ where, text }) => !BOOKING_PLANS.has(where) && !/request|Front desk/i.test(text))
    expect(unsaid).toEqual([])
  })

  it('is writing into the own calendar of a company in no sentence without the switch', () => {
    const writing = sentences.filter(({ text }) =>
      /\binto (?:your|the) (?:own )?(?:\w+ or \w+ )?calendar\b/i.test(text),
    )
    expect(writing.length).toBeGreaterThan(0)
    expect(writing.filter(({ text }) => !text.includes('switch'))).toEqual([])
  })

  it('is on the card of each plan what the plan allows', () => {
    const said = samplesOf('pricingPlan').map(({ name, features }) => [name, features.join('. ')] as const)
    const cards = Object.fromEntries(said) as Record<string, string>
    expect(allowanceOf(['night_line'])).toMatchObject({ systems: 1, writing: 0, calendarsOnly: true })
    expect(cards['Night line']).toContain('requests that your office confirms')
    expect(cards['Night line']).not.toMatch(/\bbook/i)
    expect(allowanceOf(['front_desk'])).toMatchObject({ systems: 2, writing: 1 })
    expect(cards['Front desk']).toContain('Connects two systems, writes to one (off by default)')
    for (const name of ['Front desk', 'Several crews']) expect(cards[name]).toMatch(/\bBooks\b/)
  })
})

/** What is read as in the dashboard: cells of tables, code, and pictures of the product. */
const isData = (value: object): boolean =>
  '_type' in value && /^(?:tableRow|table|codeBlock|code|.*Picture)$/.test(String(value._type))

/** The texts of a document that are data, or all others. */
function textsBy(value: unknown, where: string, wanted: 'data' | 'sentences', isWithin = false): Said[] {
  if (typeof value === 'string') return isWithin === (wanted === 'data') ? [{ where, text: value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((child) => textsBy(child, where, wanted, isWithin || isData(value)))
}

const saidAs = (wanted: 'data' | 'sentences') =>
  samples.flatMap((document) => textsBy(document, document._id, wanted)).filter(({ text }) => /\d/.test(text))

describe('a time of day', () => {
  it('is “2 a.m.” in a sentence', () => {
    const times = saidAs('sentences').filter(({ text }) => /\d[ap]\.?m\b|\d\s[ap]\.?m\b/i.test(text))
    expect(times.length).toBeGreaterThan(10)
    expect(
      times.filter(({ text }) => !/\d\s[ap]\.m\.(?![a-z])/.test(text) || /\d\s?(?:[AP]M|[ap]m)\b/.test(text)),
    ).toEqual([])
  })

  it('is “2:00 AM” in a table and in a picture of the product, as in the dashboard', () => {
    const times = saidAs('data').filter(({ text }) => /\d\s?[ap]\.?m\b/i.test(text))
    expect(times.length).toBeGreaterThan(10)
    expect(times.filter(({ text }) => /\d\s?(?:[ap]\.m\.|[ap]m\b|[AP]\.M\.)/.test(text))).toEqual([])
  })

  it('is never one of a clock of 24 hours', () => {
    const times = [...saidAs('sentences'), ...saidAs('data')]
    expect(times.filter(({ text }) => /(?<!T)\b(?:1[3-9]|2[0-3]):[0-5]\d\b/.test(text))).toEqual([])
  })
})

/** British spellings, and turns that an owner in the United States does not use. */
const FOREIGN = new RegExp(
  String.raw`\b(?:${[
    String.raw`(?:dis|multi|un)?colour\w*`,
    String.raw`(?:fav|behavi|lab|hon|neighb|harb|hum)our\w*`,
    String.raw`(?:cent|met|lit|fib|theat)res?`,
    'grey',
    'licence',
    'defence',
    'programmes?',
    'cheques?',
    String.raw`(?:organ|real|recogn|apolog|summar|custom|author|categor|priorit|optim|minim)is(?:e[ds]?|ing|ation)`,
    String.raw`(?:cancel|travel|label|model|signal|dial)l(?:ed|ing)`,
    'whilst',
    'amongst',
    'towards',
    'afterwards',
    'fortnight',
    'straight away',
    'rota',
    'power cuts?',
    '(?:do|is|takes?) the sum',
    'turn it round',
    'get round',
    'ring (?:it|back|the number|the office|you)',

    'in the night',
  ].join('|')})\b`,
  'i',
)

/** Texts of the source: in quotation marks with a space in them, or between two tags. Comments are left out. */
function textsOfSource(path: string): Said[] {
  const source = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, '')
  const found = source.matchAll(/(['"`])((?:(?!\1)[^\n])* (?:(?!\1)[^\n])*)\1|>([^<>{}]+)</g)
  return [...found].map(([, , quoted, shown]) => ({ where: path, text: quoted ?? shown ?? '' }))
}

describe('the English', () => {
  it('is that of the United States on the site', () => {
    const words = Object.values(wordGroups).flatMap((group) => textsIn(Object.values(group.words), 'lib/words.ts'))
    expect(words.length).toBeGreaterThan(300)
    expect([...sentences, ...words].filter(({ text }) => FOREIGN.test(text))).toEqual([])
  })

  it('is the same in the dashboard and in the Studio', () => {
    const files = globSync(['components/**/*.tsx', 'sanity/schema/**/*.ts', 'lib/**/*.ts'])
    const texts = files.flatMap(textsOfSource)
    expect(texts.length).toBeGreaterThan(2000)
    const foreign = texts.filter(({ text }) => !/[=;(){}]|var\(|--/.test(text) && FOREIGN.test(text))
    expect(foreign).toEqual([])
  })

  it('would be found out otherwise', () => {
    expect(
      ['Do the sum', 'the warm colour', 'cancelled', 'at three in the night'].every((text) => FOREIGN.test(text)),
    ).toBe(true)
    expect(FOREIGN.test('Do the math, then color it; canceled at three in the morning')).toBe(false)
  })
})
