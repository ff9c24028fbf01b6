// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import type { HandoverState } from '../../../lib/dashboard/assistant/record.ts'
import { DEFAULT_INSTRUCTIONS, type Instructions } from '../../../lib/dashboard/model/instructions.ts'
import { queryKeyOf } from '../../../lib/dashboard/query/dashboard-query.ts'
import { fieldOf, press, showingInTests, shown, typeInto } from './rendered.tsx'

vi.mock('@clerk/nextjs', () => import('./clerk-mock.ts'))
vi.mock('@clerk/nextjs/errors', () => import('./clerk-mock.ts'))
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }))

const { AssistantSettings } = await import('../../../components/dashboard/assistant/assistant-settings.tsx')

const READER = { organizationId: 'org_1', userId: 'user_1' }
const AT = '2026-03-08T13:00:00.000Z'
const NO_LINE: HandoverState = { hasLine: false, handedOverAt: null, refusal: null, refusedAt: null, isWaiting: false }

const screen = showingInTests()

const page = (instructions: Instructions, version: number, handover: HandoverState = NO_LINE) => ({
  instructions,
  version,
  handover,
  timeZone: 'America/New_York',
})

async function show(answer: ReturnType<typeof page>): Promise<string> {
  screen.cache.setQueryData(queryKeyOf('assistant', READER), answer)
  return screen.show(<AssistantSettings reader={READER} hasFailed={false} mayChange />)
}

type Sent = { version: number; instructions: Instructions }

function answering(...answers: { status: number; body: unknown }[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', (_address: string, { method, body }: RequestInit) => {
    const answer = method === 'PUT' ? answers.shift() : undefined
    if (!answer) return new Promise(() => undefined)
    sent.push(JSON.parse(String(body)) as Sent)
    return Promise.resolve(Response.json(answer.body, { status: answer.status }))
  })
  return sent
}

const fees = (visit: string | null, afterHours: string | null = null): Instructions => ({
  ...DEFAULT_INSTRUCTIONS,
  fees: { visit, afterHours },
})

const conflictWith = (instructions: Instructions, version: number) => ({
  status: 409,
  body: {
    error: 'Someone else edited this. Save again to keep your version.',
    reason: 'conflict',
    current: { instructions, version },
  },
})

describe('assistant form', () => {
  it('submits valid values and omits empty rows', async () => {
    await show(page(DEFAULT_INSTRUCTIONS, 0))
    const wanted = {
      ...fees('$89'),
      jobs: { taken: ['Furnace repair', 'Tune-up'], refused: [{ job: 'Window units', words: 'Not ours.' }] },
    }
    const sent = answering({ status: 200, body: { assistant: { instructions: wanted, version: 1 } } })
    await typeInto(fieldOf('Service call fee'), ' $89 ')
    await typeInto(fieldOf('Jobs you take'), '• Furnace repair\n\n• Tune-up\n')
    await press('Add an excluded job')
    await press('Add an excluded job')
    await typeInto(fieldOf('Job', 1), 'Window units')
    await typeInto(fieldOf('Your reply', 1), 'Not ours.')
    await press('Save')
    expect(sent).toEqual([{ version: 0, instructions: { ...wanted, fees: { visit: ' $89 ', afterHours: '' } } }])
    expect(shown()).toContain('This is version 1.')
  })

  it('shows validation errors and does not submit invalid values', async () => {
    await show(page(DEFAULT_INSTRUCTIONS, 0))
    const sent = answering()
    await typeInto(fieldOf('Brands you service'), 'Samplair\nsamplair')
    await press('Add an answer')
    await typeInto(fieldOf('Question'), 'Are you insured?')
    await press('Save')
    expect(shown()).toContain('Duplicates: “Samplair”. List each only once.')
    expect(shown()).toContain('Fix 2 fields before saving.')
    expect(fieldOf('Answer')?.getAttribute('aria-invalid')).toBe('true')
    expect(fieldOf('Brands you service')?.value).toBe('Samplair\nsamplair')
    expect(sent).toEqual([])
  })

  it('warns about a keyword under two urgencies and names the effective one', async () => {
    await show(page(DEFAULT_INSTRUCTIONS, 0))
    expect(shown()).not.toContain('The most urgent wins.')
    await typeInto(fieldOf('Flexible'), 'tune-up\nno heat')
    expect(shown()).toContain('“no heat” is listed under Today and Flexible and counts as Today.')
  })
})

describe('concurrent edit', () => {
  it('of another field is merged without a conflict', async () => {
    await show(page(DEFAULT_INSTRUCTIONS, 0))
    const sent = answering(conflictWith(fees(null, '$180'), 1), {
      status: 200,
      body: { assistant: { instructions: fees('$89', '$180'), version: 2 } },
    })
    await typeInto(fieldOf('Service call fee'), '$89')
    await press('Save')
    expect(sent.map(({ version, instructions }) => [version, instructions.fees])).toEqual([
      [0, { visit: '$89', afterHours: '' }],
      [1, { visit: '$89', afterHours: '$180' }],
    ])
    expect(shown()).toContain('This is version 2.')
  })

  it('of the same field shows a conflict and can be overwritten', async () => {
    await show(page(DEFAULT_INSTRUCTIONS, 0))
    const sent = answering(conflictWith(fees('$95', '$180'), 1), {
      status: 200,
      body: { assistant: { instructions: fees('$89', '$180'), version: 2 } },
    })
    await typeInto(fieldOf('Service call fee'), '$89')
    await press('Save')
    expect(shown()).toContain('Someone else edited this.')
    expect(fieldOf('Service call fee')?.value).toBe('$89')
    expect(sent).toHaveLength(1)
    await press('Save mine')
    expect(sent[1]).toMatchObject({ version: 1, instructions: { fees: { visit: '$89', afterHours: '$180' } } })
  })

  it('of the same field can be accepted instead', async () => {
    await show(page(DEFAULT_INSTRUCTIONS, 0))
    answering(conflictWith(fees('$95'), 1))
    await typeInto(fieldOf('Service call fee'), '$89')
    await press('Save')
    await press('Show theirs')
    expect(fieldOf('Service call fee')?.value).toBe('$95')
  })
})

describe('agent sync status', () => {
  const LINE = { ...NO_LINE, hasLine: true }

  it('shows the sync time, a pending sync or the reason for a failure', async () => {
    const stateOf = (handover: HandoverState) => show(page(DEFAULT_INSTRUCTIONS, 1, handover))
    expect(await stateOf({ ...LINE, handedOverAt: AT })).toContain('Live since Mar 8, 2026, 9:00 AM')
    expect(await stateOf({ ...LINE, isWaiting: true })).toContain('Your changes are being sent to the voice provider.')
    expect(await stateOf(LINE)).toContain('Not live yet')
    const refused = { ...LINE, handedOverAt: AT, refusal: 'invalid_api_key', refusedAt: AT }
    const words = await stateOf({ ...refused, isWaiting: true })
    expect(words).toContain('Sync failed on Mar 8, 2026, 9:00 AM')
    expect(words).toContain('rejected our sign-in')
    expect(words).toContain('We’ll retry automatically.')
    expect(words).not.toContain('api_key')
    expect(await stateOf({ ...refused, refusal: 'http_404' })).toContain('can’t find your assistant')
  })

  it('shows that the sync starts once the company has a phone line', async () => {
    const words = await show(page(DEFAULT_INSTRUCTIONS, 1, { ...NO_LINE, isWaiting: true }))
    expect(words).toContain('Your assistant goes live when your line is set up.')
    expect(document.querySelector('a[href="/dashboard"]')).not.toBeNull()
    expect(await show(page(DEFAULT_INSTRUCTIONS, 1, { ...LINE, refusal: 'no-agent' }))).toContain(
      'Your assistant goes live when your line is set up.',
    )
  })
})
