// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import type { SyncState } from '../../../lib/dashboard/assistant/record.ts'
import { DEFAULT_INSTRUCTIONS, type Instructions } from '../../../lib/dashboard/model/instructions.ts'
import { buildQueryKey } from '../../../lib/dashboard/query/dashboard-query.ts'
import { findField, pressButton, createTestScreen, getPageText, typeInto } from './test-screen.tsx'

vi.mock('@clerk/nextjs', () => import('./clerk-mock.ts'))
vi.mock('@clerk/nextjs/errors', () => import('./clerk-mock.ts'))
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }))

const { AssistantSettings } = await import('../../../components/dashboard/assistant/assistant-settings.tsx')

const READER = { organizationId: 'org_1', userId: 'user_1' }
const SYNCED_AT = '2026-03-08T13:00:00.000Z'
const NO_LINE: SyncState = { hasLine: false, handedOverAt: null, refusal: null, refusedAt: null, isWaiting: false }

const screen = createTestScreen()

const buildResponse = (instructions: Instructions, version: number, syncState: SyncState = NO_LINE) => ({
  instructions,
  version,
  handover: syncState,
  timeZone: 'America/New_York',
})

async function show(response: ReturnType<typeof buildResponse>): Promise<string> {
  screen.cache.setQueryData(buildQueryKey('assistant', READER), response)
  return screen.show(<AssistantSettings reader={READER} hasFailed={false} canChange />)
}

type SentUpdate = { version: number; instructions: Instructions }

function mockResponses(...answers: { status: number; body: unknown }[]): SentUpdate[] {
  const sent: SentUpdate[] = []
  vi.stubGlobal('fetch', (_address: string, { method, body }: RequestInit) => {
    const response = method === 'PUT' ? answers.shift() : undefined
    if (!response) return new Promise(() => undefined)
    sent.push(JSON.parse(String(body)) as SentUpdate)
    return Promise.resolve(Response.json(response.body, { status: response.status }))
  })
  return sent
}

const buildFees = (visit: string | null, afterHours: string | null = null): Instructions => ({
  ...DEFAULT_INSTRUCTIONS,
  fees: { visit, afterHours },
})

const buildConflict = (instructions: Instructions, version: number) => ({
  status: 409,
  body: {
    error: 'Someone else edited this. Save again to keep your version.',
    reason: 'conflict',
    current: { instructions, version },
  },
})

describe('assistant form', () => {
  it('submits valid values and omits empty rows', async () => {
    await show(buildResponse(DEFAULT_INSTRUCTIONS, 0))
    const expected = {
      ...buildFees('$89'),
      jobs: { taken: ['Furnace repair', 'Tune-up'], refused: [{ job: 'Window units', words: 'Not ours.' }] },
    }
    const requests = mockResponses({ status: 200, body: { assistant: { instructions: expected, version: 1 } } })
    await typeInto(findField('Service call fee'), ' $89 ')
    await typeInto(findField('Jobs you take'), '• Furnace repair\n\n• Tune-up\n')
    await pressButton('Add an excluded job')
    await pressButton('Add an excluded job')
    await typeInto(findField('Job', 1), 'Window units')
    await typeInto(findField('Your reply', 1), 'Not ours.')
    await pressButton('Save')
    expect(requests).toEqual([{ version: 0, instructions: { ...expected, fees: { visit: ' $89 ', afterHours: '' } } }])
    expect(getPageText()).toContain('This is version 1.')
  })

  it('shows validation errors and does not submit invalid values', async () => {
    await show(buildResponse(DEFAULT_INSTRUCTIONS, 0))
    const requests = mockResponses()
    await typeInto(findField('Brands you service'), 'Samplair\nsamplair')
    await pressButton('Add an answer')
    await typeInto(findField('Question'), 'Are you insured?')
    await pressButton('Save')
    expect(getPageText()).toContain('Duplicates: “Samplair”. List each only once.')
    expect(getPageText()).toContain('Fix 2 fields before saving.')
    expect(findField('Answer')?.getAttribute('aria-invalid')).toBe('true')
    expect(findField('Brands you service')?.value).toBe('Samplair\nsamplair')
    expect(requests).toEqual([])
  })

  it('warns about a keyword under two urgencies and names the effective one', async () => {
    await show(buildResponse(DEFAULT_INSTRUCTIONS, 0))
    expect(getPageText()).not.toContain('The most urgent wins.')
    await typeInto(findField('Flexible'), 'tune-up\nno heat')
    expect(getPageText()).toContain('“no heat” is listed under Today and Flexible and counts as Today.')
  })
})

describe('concurrent edit', () => {
  it('of another field is merged without a conflict', async () => {
    await show(buildResponse(DEFAULT_INSTRUCTIONS, 0))
    const requests = mockResponses(buildConflict(buildFees(null, '$180'), 1), {
      status: 200,
      body: { assistant: { instructions: buildFees('$89', '$180'), version: 2 } },
    })
    await typeInto(findField('Service call fee'), '$89')
    await pressButton('Save')
    expect(requests.map(({ version, instructions }) => [version, instructions.fees])).toEqual([
      [0, { visit: '$89', afterHours: '' }],
      [1, { visit: '$89', afterHours: '$180' }],
    ])
    expect(getPageText()).toContain('This is version 2.')
  })

  it('of the same field shows a conflict and can be overwritten', async () => {
    await show(buildResponse(DEFAULT_INSTRUCTIONS, 0))
    const requests = mockResponses(buildConflict(buildFees('$95', '$180'), 1), {
      status: 200,
      body: { assistant: { instructions: buildFees('$89', '$180'), version: 2 } },
    })
    await typeInto(findField('Service call fee'), '$89')
    await pressButton('Save')
    expect(getPageText()).toContain('Someone else edited this.')
    expect(findField('Service call fee')?.value).toBe('$89')
    expect(requests).toHaveLength(1)
    await pressButton('Save mine')
    expect(requests[1]).toMatchObject({ version: 1, instructions: { fees: { visit: '$89', afterHours: '$180' } } })
  })

  it('of the same field can be accepted instead', async () => {
    await show(buildResponse(DEFAULT_INSTRUCTIONS, 0))
    mockResponses(buildConflict(buildFees('$95'), 1))
    await typeInto(findField('Service call fee'), '$89')
    await pressButton('Save')
    await pressButton('Show theirs')
    expect(findField('Service call fee')?.value).toBe('$95')
  })
})

describe('agent sync status', () => {
  const LINE = { ...NO_LINE, hasLine: true }

  it('shows the sync time, a pending sync or the reason for a failure', async () => {
    const showState = (syncState: SyncState) => show(buildResponse(DEFAULT_INSTRUCTIONS, 1, syncState))
    expect(await showState({ ...LINE, handedOverAt: SYNCED_AT })).toContain('Live since Mar 8, 2026, 9:00 AM')
    expect(await showState({ ...LINE, isWaiting: true })).toContain(
      'Your changes are being sent to the voice provider.',
    )
    expect(await showState(LINE)).toContain('Not live yet')
    const refusedState = { ...LINE, handedOverAt: SYNCED_AT, refusal: 'invalid_api_key', refusedAt: SYNCED_AT }
    const text = await showState({ ...refusedState, isWaiting: true })
    expect(text).toContain('Sync failed on Mar 8, 2026, 9:00 AM')
    expect(text).toContain('rejected our sign-in')
    expect(text).toContain('We’ll retry automatically.')
    expect(text).not.toContain('api_key')
    expect(await showState({ ...refusedState, refusal: 'http_404' })).toContain('can’t find your assistant')
  })

  it('shows that the sync starts once the company has a phone line', async () => {
    const text = await show(buildResponse(DEFAULT_INSTRUCTIONS, 1, { ...NO_LINE, isWaiting: true }))
    expect(text).toContain('Your assistant goes live when your line is set up.')
    expect(document.querySelector('a[href="/dashboard"]')).not.toBeNull()
    expect(await show(buildResponse(DEFAULT_INSTRUCTIONS, 1, { ...LINE, refusal: 'no-agent' }))).toContain(
      'Your assistant goes live when your line is set up.',
    )
  })
})
