import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { IDEMPOTENCY_TTL_MS, API_RATE_LIMIT } from '../../../lib/dashboard/api/limits.ts'
import { PROBLEMS } from '../../../lib/dashboard/api/problem.ts'
import {
  AREAS,
  OFFERED_PLANS,
  type Permission,
  PLANS,
  getPlansWithFeature,
  ROLES,
  getRolesWithPermission,
} from '../../../lib/platform/auth/access-table.ts'
import { CALL_FACTS, CALL_OUTCOMES } from '../../../lib/dashboard/model/call.ts'
import { MESSAGE_RETENTION_DAYS } from '../../../lib/site/contact/retention.ts'
import { URGENCIES } from '../../../lib/dashboard/model/lead.ts'
import { MAX_ZIP_CODES } from '../../../lib/dashboard/model/organization-settings.ts'
import { copyGroups } from '../../../lib/site/ui-copy.ts'
import type { ArticleBody, DocPage, PortableText } from '../../../sanity/types.ts'
import { getSample, findSamples, samples } from '../../support/sample-content.ts'
import { findAllowance } from '../../../lib/dashboard/integrations/plan.ts'

const apiBasics = getSample('docPage', 'doc-api-basics')

const number = new Intl.NumberFormat('en-US')

const getTableRows = ({ body }: DocPage): string[][] => {
  const [, ...rows] = body.find((part) => part._type === 'table')?.rows ?? []
  return rows.map(({ cells }) => cells ?? [])
}

/** Permission per documented task. Clerk handles invitations, which tests/e2e/account/company.spec.ts covers. */
const TASKS: Record<string, Permission> = {
  'Read calls and leads': 'org:leads:read',
  'Change, assign and export leads': 'org:leads:manage',
  'Confirm and move bookings': 'org:appointments:manage',
  'Change hours, service area, greeting': 'org:settings:manage',
  'Change the assistant settings': 'org:settings:manage',
  'Change the on-call list': 'org:settings:manage',
  'Connect or remove other systems': 'org:integrations:manage',
  'Set retention, view the audit log, export or delete all': 'org:settings:manage',
}

const CLERK_ROW = ['Invite and remove people', 'Yes', 'No', 'No']

describe('documented role table', () => {
  it('lists the permissions of each role', () => {
    const columns = ['Admin', 'Dispatcher', 'Member']
    const labels = Object.values(ROLES).map(({ label }) => label)
    expect(labels.toSorted()).toEqual(columns)
    const permissionRows = Object.entries(TASKS).map(([task, permission]) => [
      task,
      ...columns.map((role) => (getRolesWithPermission(permission).includes(role) ? 'Yes' : 'No')),
    ])
    expect(getTableRows(getSample('docPage', 'doc-roles'))).toEqual([...permissionRows, CLERK_ROW])
  })
})

describe('documented limits', () => {
  it('match the API', () => {
    expect(API_RATE_LIMIT.windowMs).toBe(60_000)
    expect(JSON.stringify(apiBasics.body)).toContain(
      `Each key is limited to ${API_RATE_LIMIT.count} requests per minute.`,
    )
    expect(JSON.stringify(apiBasics.body)).toContain(`within ${IDEMPOTENCY_TTL_MS / 3_600_000} hours`)
    const documentedCodes = getTableRows(apiBasics).flatMap(([codes = '']) => codes.match(/\d{3}/g) ?? [])
    const statuses = Object.values(PROBLEMS).map(({ status }) => String(Math.min(status, 500)))
    expect(new Set(documentedCodes)).toEqual(new Set(statuses))
  })

  it('match the service area', () => {
    const text = JSON.stringify(getSample('docPage', 'doc-service-area').body)
    expect(text).toContain(`You can enter up to ${number.format(MAX_ZIP_CODES)}.`)
  })
})

describe('privacy policy retention', () => {
  it('matches the contact form', () => {
    const policy = JSON.stringify(getSample('legalPage', 'legal-privacy-policy'))
    expect(policy).toContain(`used to answer you, kept for ${MESSAGE_RETENTION_DAYS} days`)
    expect(policy).toContain(`["Your message","${MESSAGE_RETENTION_DAYS} days","The website deletes it automatically"]`)
  })
})

describe('pricing', () => {
  it('states the number of included calls', () => {
    const calls = OFFERED_PLANS.map((plan) => number.format(PLANS[plan].calls))
    const [row] = JSON.stringify(getSample('page', 'page-pricing')).match(/"Answered calls a month"[^\]]*/) ?? []
    expect(row?.match(/[\d,]*\d/g)).toEqual(calls)
    expect(findSamples('pricingPlan').map(({ includedCalls }) => includedCalls)).toEqual(
      OFFERED_PLANS.map((plan) => PLANS[plan].calls),
    )
  })

  it('table matches the plan cards', () => {
    const plans = findSamples('pricingPlan')
    const table = JSON.stringify(getSample('page', 'page-pricing'))
    const findCells = (feature: string) =>
      [...(table.match(new RegExp(`"${feature}"[^\\]]*`))?.[0].matchAll(/\$[\d.]+/g) ?? [])].map(([price]) => price)
    expect(findCells('Price per month, billed monthly')).toEqual(plans.map(({ monthly }) => `$${monthly}`))
    expect(findCells('Price per month, billed yearly')).toEqual(plans.map(({ yearly }) => `$${yearly}`))
    expect(findCells('Extra call')).toEqual(plans.map(({ furtherCall }) => `$${furtherCall?.toFixed(2)}`))
  })

  it('offers calls and transcripts in every plan and required two-step sign-in in one', () => {
    expect(AREAS.calls.permission).toBe('org:leads:read')
    expect(getPlansWithFeature('leads')).toEqual(OFFERED_PLANS.map((plan) => PLANS[plan].label))
    const plansWithTwoStep = findSamples('pricingPlan').filter(({ features }) =>
      /Two-step verification/.test(JSON.stringify(features)),
    )
    expect(plansWithTwoStep.map(({ name }) => name)).toEqual(getPlansWithFeature('second_factor_policy'))
  })
})

describe('product pictures', () => {
  const { labels } = copyGroups.product
  const entries = Object.entries(labels).map(([name, { text }]) => [name, text])
  const texts: Record<string, string> = Object.fromEntries(entries)

  it('use the labels of the dashboard', () => {
    const { later: _later, ...urgencies } = URGENCIES
    expect(texts).toMatchObject({ ...CALL_FACTS, ...CALL_OUTCOMES, ...urgencies })
    const sources = globSync('components/dashboard/{calls,today}/*')
      .map((file) => readFileSync(file, 'utf8'))
      .join('')
    for (const name of ['handoverNote', 'rule', 'sinceClosed', 'needsYou']) expect(sources).toContain(texts[name])
    expect(sources).toContain(texts.notFoundOut?.split('{')[0])
  })
})

const collectBoldTexts = (parts: ArticleBody | PortableText): string[] =>
  parts.flatMap((part) => {
    if (part._type === 'callout') return collectBoldTexts(part.body)
    return part._type === 'block'
      ? (part.children ?? []).flatMap(({ marks, text = '' }) => (marks?.includes('strong') ? [text] : []))
      : []
  })

/** Bold phrases that are not names of pages or buttons. */
const NON_LABELS = [
  'read-only access by default',
  // Steps in the guides for the first day and for webhook receivers.
  'Jobs',
  'Test calls',
  'Forwarding',
  'Check the signature',
  'Check the time',
  'Expect repeats',
  'Respond fast',
]

/** Labels on Clerk's own pages, which tests/e2e/account/company.spec.ts covers. */
const CLERK_LABELS = ['Members', 'Invite']

describe('documented page and button names', () => {
  it('match the dashboard', () => {
    const labels = new Set(Object.values(AREAS).map(({ label }): string => label))
    const sources = globSync('components/dashboard/**/*.tsx').map((file) => readFileSync(file, 'utf8'))
    const isShown = (name: string) => {
      const pattern = new RegExp(String.raw`(?:[>'"\`]|^ +)${RegExp.escape(name)}(?:[<'"\`:]|$)`, 'm')
      return labels.has(name) || sources.some((source) => pattern.test(source))
    }
    const bold = findSamples('docPage').flatMap(({ body }) => collectBoldTexts(body))
    const names = new Set(bold.flatMap((text) => text.split(', ')).map((name) => name.replace(/\.$/, '')))
    const knownNames = new Set([...NON_LABELS, ...CLERK_LABELS])
    expect(names.size).toBeGreaterThan(20)
    expect([...names].filter((name) => !knownNames.has(name) && !isShown(name))).toEqual([])
    expect(isShown('No such button')).toBe(false)
  })
})

type LocatedText = { where: string; text: string }

const NON_TEXT_FIELDS = new Set([
  'code',
  'href',
  'url',
  'path',
  'file',
  'filename',
  'orderRank',
  'source',
  'destination',
])

function collectTexts(value: unknown, where: string): LocatedText[] {
  if (typeof value === 'string') return [{ where, text: value }]
  if (typeof value !== 'object' || value === null) return []
  if ('_type' in value && value._type === 'block') {
    const { children } = value as unknown as { children: { text: string }[] }
    return [{ where, text: children.map(({ text }) => text).join('') }]
  }
  return Object.entries(value).flatMap(([name, child]) =>
    NON_TEXT_FIELDS.has(name) || name.startsWith('_') ? [] : collectTexts(child, where),
  )
}

const siteTexts: LocatedText[] = [
  ...samples.flatMap((document) => collectTexts(document, document._id)),
  ...globSync('sanity/seed/files/*.md').map((where) => ({ where, text: readFileSync(where, 'utf8') })),
]

const sentences = siteTexts.flatMap(({ where, text }) =>
  text.split(/(?<=[.?!])\s+|\n/).map((sentence) => ({ where, text: sentence })),
)

const BOOKING_RULE =
  'Night line reads one calendar and takes requests that your office confirms. Front desk and Several crews book the caller into the windows you opened. It writes into your own Google or Outlook calendar only after you turn that on.'

/** Plans that include booking, according to their own cards. */
const BOOKING_PLANS = new Set(['plan-front-desk', 'plan-several-crews'])

describe('documented calendar features', () => {
  it('are described in the same words for each plan', () => {
    expect(collectTexts(getSample('faqItem', 'faq-booking').answer, '')[0]?.text).toContain(BOOKING_RULE)
    for (const page of ['page-home', 'page-pricing', 'page-features']) {
      expect(JSON.stringify(samples.find(({ _id }) => _id === page))).toContain('"_ref":"faq-booking"')
    }
    const [bookingRow] = JSON.stringify(getSample('page', 'page-pricing')).match(/"Requests or bookings"[^\]]*/) ?? []
    expect(bookingRow).toContain('["Requests","Bookings","Bookings"')
  })

  it('mention booking only together with requests or the plan that books', () => {
    // The pattern ignores "books" as in bookkeeping, for example a company's books in QuickBooks.
    const bookingSentences = sentences.filter(({ text }) => /(?<!company’s |all of its )\bbooks\b/i.test(text))
    expect(bookingSentences.length).toBeGreaterThan(5)
    const unqualified = bookingSentences.filter(
      ({ where, text }) => !BOOKING_PLANS.has(where) && !/request|Front desk/i.test(text),
    )
    expect(unqualified).toEqual([])
  })

  it('mention writing to a company calendar only together with turning it on', () => {
    const calendarPattern = /\binto (?:your|the) (?:own )?(?:\w+ or \w+ )?calendar\b/i
    const calendarSentences = sentences.filter(({ text }) => calendarPattern.test(text))
    expect(calendarSentences.length).toBeGreaterThan(0)
    expect(calendarSentences.filter(({ text }) => !/turn (?:that|it) on|turn on write access/.test(text))).toEqual([])
  })

  it('match the plan on each plan card', () => {
    const planTexts = findSamples('pricingPlan').map(({ name, features }) => [name, features.join('. ')] as const)
    const planTextByName = Object.fromEntries(planTexts) as Record<string, string>
    expect(findAllowance(['night_line'])).toMatchObject({ systems: 1, writing: 0, calendarsOnly: true })
    expect(planTextByName['Night line']).toContain('requests that your office confirms')
    expect(planTextByName['Night line']).not.toMatch(/\bbook/i)
    expect(findAllowance(['front_desk'])).toMatchObject({ systems: 2, writing: 1 })
    expect(planTextByName['Front desk']).toContain('Connects two systems, writes to one (off by default)')
    for (const name of ['Front desk', 'Several crews']) expect(planTextByName[name]).toMatch(/\bBooks\b/)
  })
})

const isData = (value: object): boolean =>
  '_type' in value && /^(?:tableRow|table|codeBlock|code|.*Picture)$/.test(String(value._type))

function collectTextsOfKind(
  value: unknown,
  where: string,
  kind: 'data' | 'sentences',
  isWithin = false,
): LocatedText[] {
  if (typeof value === 'string') return isWithin === (kind === 'data') ? [{ where, text: value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((child) => collectTextsOfKind(child, where, kind, isWithin || isData(value)))
}

const collectDocumentTexts = (kind: 'data' | 'sentences') =>
  samples.flatMap((document) => collectTextsOfKind(document, document._id, kind)).filter(({ text }) => /\d/.test(text))

describe('time of day', () => {
  it('has the format "2 a.m." in sentences', () => {
    const times = collectDocumentTexts('sentences').filter(({ text }) => /\d[ap]\.?m\b|\d\s[ap]\.?m\b/i.test(text))
    expect(times.length).toBeGreaterThan(10)
    expect(
      times.filter(({ text }) => !/\d\s[ap]\.m\.(?![a-z])/.test(text) || /\d\s?(?:[AP]M|[ap]m)\b/.test(text)),
    ).toEqual([])
  })

  it('has the format "2:00 AM" in tables and product pictures, as in the dashboard', () => {
    const times = collectDocumentTexts('data').filter(({ text }) => /\d\s?[ap]\.?m\b/i.test(text))
    expect(times.length).toBeGreaterThan(10)
    expect(times.filter(({ text }) => /\d\s?(?:[ap]\.m\.|[ap]m\b|[AP]\.M\.)/.test(text))).toEqual([])
  })

  it('never uses the 24-hour clock', () => {
    const times = [...collectDocumentTexts('sentences'), ...collectDocumentTexts('data')]
    expect(times.filter(({ text }) => /(?<!T)\b(?:1[3-9]|2[0-3]):[0-5]\d\b/.test(text))).toEqual([])
  })
})

/** British spellings and phrases that are unusual in the United States. */
const FOREIGN_PATTERN = new RegExp(
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

/** Returns quoted strings with a space and text between tags from source code, without comments. */
function readSourceTexts(path: string): LocatedText[] {
  const source = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, '')
  const literals = source.matchAll(/(['"`])((?:(?!\1)[^\n])* (?:(?!\1)[^\n])*)\1|>([^<>{}]+)</g)
  return [...literals].map(([, , quoted, jsxText]) => ({ where: path, text: quoted ?? jsxText ?? '' }))
}

describe('American English', () => {
  it('is used on the site', () => {
    const labels = Object.values(copyGroups).flatMap((group) =>
      collectTexts(Object.values(group.labels), 'lib/site/ui-copy.ts'),
    )
    expect(labels.length).toBeGreaterThan(300)
    expect([...sentences, ...labels].filter(({ text }) => FOREIGN_PATTERN.test(text))).toEqual([])
  })

  it('is used in the dashboard and the Studio', () => {
    const files = globSync(['components/**/*.tsx', 'sanity/schema/**/*.ts', 'lib/**/*.ts'])
    const texts = files.flatMap(readSourceTexts)
    expect(texts.length).toBeGreaterThan(2000)
    const foreign = texts.filter(({ text }) => !/[=;(){}]|var\(|--/.test(text) && FOREIGN_PATTERN.test(text))
    expect(foreign).toEqual([])
  })
})
