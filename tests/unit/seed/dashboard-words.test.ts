import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { IDEMPOTENCY_MS, API_RATE_LIMIT } from '../../../lib/api/limits.ts'
import { PROBLEMS } from '../../../lib/api/problem.ts'
import {
  AREAS,
  OFFERED_PLANS,
  type Permission,
  PLANS,
  plansWith,
  ROLES,
  rolesWith,
} from '../../../lib/auth/access-table.ts'
import { CALL_FACTS, CALL_OUTCOMES } from '../../../lib/calls/call.ts'
import { MESSAGE_RETENTION_DAYS } from '../../../lib/contact/retention.ts'
import { URGENCIES } from '../../../lib/leads/lead.ts'
import { MAX_ZIP_CODES } from '../../../lib/settings/organization-settings.ts'
import { wordGroups } from '../../../lib/words.ts'
import type { ArticleBody, DocPage, PortableText } from '../../../sanity/types.ts'
import { sample, samplesOf } from '../../support/sample-content.ts'

/** Names, numbers and roles that the pages of the site say of the dashboard, compared with the code that has them. */

const apiBasics = sample('docPage', 'doc-api-basics')

const number = new Intl.NumberFormat('en-US')

/** The rows of the first table of a page, without the names of its columns. */
const rowsOf = ({ body }: DocPage): string[][] => {
  const [, ...rows] = body.find((part) => part._type === 'table')?.rows ?? []
  return rows.map(({ cells }) => cells ?? [])
}

/** What each task asks for; inviting people is decided by Clerk, and tried in tests/e2e/account/company.spec.ts. */
const TASKS: Record<string, Permission> = {
  'Read calls and leads': 'org:leads:read',
  'Change, assign and export leads': 'org:leads:manage',
  'Confirm and move bookings': 'org:appointments:manage',
  'Change hours, service area, greeting': 'org:settings:manage',
  'Change what it says and asks': 'org:settings:manage',
  'Change the on-call list': 'org:settings:manage',
  'Connect or remove other systems': 'org:integrations:manage',
  'Set retention, read the log, export or delete all': 'org:settings:manage',
}

const AT_CLERK = ['Invite and remove people', 'Yes', 'No', 'No']

describe('the table of roles in the documentation', () => {
  it('says of each role what it may', () => {
    const columns = ['Admin', 'Dispatcher', 'Member']
    expect(
      Object.values(ROLES)
        .map(({ label }) => label)
        .toSorted(),
    ).toEqual(columns)
    const own = Object.entries(TASKS).map(([task, permission]) => [
      task,
      ...columns.map((role) => (rolesWith(permission).includes(role) ? 'Yes' : 'No')),
    ])
    expect(rowsOf(sample('docPage', 'doc-roles'))).toEqual([...own, AT_CLERK])
  })
})

describe('numbers in the documentation', () => {
  it('are those of the API', () => {
    expect(API_RATE_LIMIT.windowMs).toBe(60_000)
    expect(JSON.stringify(apiBasics.body)).toContain(`A key has ${API_RATE_LIMIT.count} requests in a minute.`)
    expect(JSON.stringify(apiBasics.body)).toContain(`within ${IDEMPOTENCY_MS / 3_600_000} hours`)
    const said = rowsOf(apiBasics).flatMap(([codes = '']) => codes.match(/\d{3}/g) ?? [])
    const statuses = Object.values(PROBLEMS).map(({ status }) => String(Math.min(status, 500)))
    expect(new Set(said)).toEqual(new Set(statuses))
  })

  it('are those of the service area', () => {
    expect(JSON.stringify(sample('docPage', 'doc-service-area').body)).toContain(
      `Up to ${number.format(MAX_ZIP_CODES)} fit in.`,
    )
  })
})

describe('numbers in the privacy policy', () => {
  it('are those of the contact form', () => {
    const policy = JSON.stringify(sample('legalPage', 'legal-privacy-policy'))
    expect(policy).toContain(`used to answer you, kept for ${MESSAGE_RETENTION_DAYS} days`)
    expect(policy).toContain(`["Your message","${MESSAGE_RETENTION_DAYS} days","The website deletes it by itself"]`)
  })
})

describe('what the prices say of a plan', () => {
  it('is how many answered calls it includes', () => {
    const calls = OFFERED_PLANS.map((plan) => number.format(PLANS[plan].calls))
    const [row] = JSON.stringify(sample('page', 'page-pricing')).match(/"Answered calls a month"[^\]]*/) ?? []
    expect(row?.match(/[\d,]*\d/g)).toEqual(calls)
    expect(samplesOf('pricingPlan').map(({ includedCalls }) => includedCalls)).toEqual(
      OFFERED_PLANS.map((plan) => PLANS[plan].calls),
    )
  })

  it('is in the table what is on the cards', () => {
    const plans = samplesOf('pricingPlan')
    const table = JSON.stringify(sample('page', 'page-pricing'))
    const cellsOf = (feature: string) =>
      [...(table.match(new RegExp(`"${feature}"[^\\]]*`))?.[0].matchAll(/\$[\d.]+/g) ?? [])].map(([price]) => price)
    expect(cellsOf('A month, billed monthly')).toEqual(plans.map(({ monthly }) => `$${monthly}`))
    expect(cellsOf('A month, billed yearly')).toEqual(plans.map(({ yearly }) => `$${yearly}`))
    expect(cellsOf('Extra call')).toEqual(plans.map(({ furtherCall }) => `$${furtherCall?.toFixed(2)}`))
  })

  it('is that calls and transcripts are in each, and a second factor for everyone in one', () => {
    expect(AREAS.calls.permission).toBe('org:leads:read')
    expect(plansWith('leads')).toEqual(OFFERED_PLANS.map((plan) => PLANS[plan].label))
    const asking = samplesOf('pricingPlan').filter(({ features }) =>
      JSON.stringify(features).includes('Two-step sign-in'),
    )
    expect(asking.map(({ name }) => name)).toEqual(plansWith('second_factor_policy'))
  })
})

describe('the pictures of the product', () => {
  const { words } = wordGroups.product
  const texts: Record<string, string> = Object.fromEntries(
    Object.entries(words).map(([name, { text }]) => [name, text]),
  )

  it('have the labels of the dashboard', () => {
    const { later: _later, ...urgencies } = URGENCIES
    expect(texts).toMatchObject({ ...CALL_FACTS, ...CALL_OUTCOMES, ...urgencies })
    const sources = ['calls/handover-card', 'today/today-list', 'today/today-words']
      .map((file) => readFileSync(`components/dashboard/${file}.tsx`.replace('words.tsx', 'words.ts'), 'utf8'))
      .join('')
    for (const name of ['handoverNote', 'rule', 'sinceClosed', 'needsYou']) expect(sources).toContain(texts[name])
    expect(sources).toContain(texts.notFoundOut?.split('{')[0])
  })
})

/** Words in bold: names of pages and buttons, as a rule. */
const boldIn = (parts: ArticleBody | PortableText): string[] =>
  parts.flatMap((part) => {
    if (part._type === 'callout') return boldIn(part.body)
    return part._type === 'block'
      ? (part.children ?? []).flatMap(({ marks, text = '' }) => (marks?.includes('strong') ? [text] : []))
      : []
  })

/** In bold for another reason. */
const NO_NAMES = [
  'read-only access by default',
  // Steps of the first day, and of a receiver of webhooks.
  'Jobs',
  'Test calls',
  'Forwarding',
  'Check the signature',
  'Check the time',
  'Expect repeats',
  'Answer fast',
]

/** On pages of Clerk's; tried in tests/e2e/account/company.spec.ts. */
const OF_CLERK = ['Members', 'Invite']

describe('names of pages and buttons in the documentation', () => {
  it('are those that the dashboard shows', () => {
    const labels = new Set(Object.values(AREAS).map(({ label }): string => label))
    const sources = globSync('components/dashboard/**/*.tsx').map((file) => readFileSync(file, 'utf8'))
    const isShown = (name: string) => {
      const shown = new RegExp(String.raw`(?:[>'"\`]|^ +)${RegExp.escape(name)}(?:[<'"\`:]|$)`, 'm')
      return labels.has(name) || sources.some((source) => shown.test(source))
    }
    const bold = samplesOf('docPage').flatMap(({ body }) => boldIn(body))
    const names = new Set(bold.flatMap((text) => text.split(', ')).map((name) => name.replace(/\.$/, '')))
    const known = new Set([...NO_NAMES, ...OF_CLERK])
    expect(names.size).toBeGreaterThan(20)
    expect([...names].filter((name) => !known.has(name) && !isShown(name))).toEqual([])
    expect(isShown('No such button')).toBe(false)
  })
})
