// @vitest-environment jsdom
import { defaultScheduler, notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HandoverState } from '../../../lib/assistant/handover-state.ts'
import { DEFAULT_INSTRUCTIONS, type Instructions } from '../../../lib/assistant/instructions.ts'
import { makeQueryClient } from '../../../lib/query/client.ts'
import { queryKeyOf } from '../../../lib/query/dashboard-query.ts'
import { renderingInTests, settled } from './rendered.tsx'

/** The form of what the assistant says and asks: what it sends, what it keeps, and what it says of the handover. */

vi.mock('@clerk/nextjs', () => ({ useReverification: (operation: unknown) => operation }))
vi.mock('@clerk/nextjs/errors', () => ({ isReverificationCancelledError: () => false }))
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }))

const { ToastProvider } = await import('../../../components/ui/toast.tsx')
const { AssistantSettings } = await import('../../../components/dashboard/assistant/assistant-settings.tsx')

const READER = { organizationId: 'org_1', userId: 'user_1' }
const AT = '2026-03-08T13:00:00.000Z'
const NO_LINE: HandoverState = {
  hasLine: false,
  handedOverAt: null,
  refusal: null,
  refusedAt: null,
  isWaiting: false,
}

beforeAll(() => notifyManager.setScheduler(queueMicrotask))
afterAll(() => notifyManager.setScheduler(defaultScheduler))

const render = renderingInTests()
let cache: ReturnType<typeof makeQueryClient>
beforeEach(() => {
  cache = makeQueryClient()
})

const page = (instructions: Instructions, version: number, handover: HandoverState = NO_LINE) => ({
  instructions,
  version,
  handover,
  timeZone: 'America/New_York',
})

async function show(shown: ReturnType<typeof page>): Promise<string> {
  cache.setQueryData(queryKeyOf('assistant', READER), shown)
  await render(
    <QueryClientProvider client={cache}>
      <ToastProvider>
        <AssistantSettings reader={READER} hasFailed={false} mayChange />
      </ToastProvider>
    </QueryClientProvider>,
  )
  return document.body.textContent ?? ''
}

type Field = HTMLInputElement | HTMLTextAreaElement

const field = (label: string, position = 0): Field => {
  const labels = [...document.querySelectorAll('label')].filter(({ textContent }) => textContent === label)
  return document.getElementById(labels.at(position)?.htmlFor ?? '') as Field
}

const type = (input: Field, text: string) =>
  settled(() => {
    const prototype = input instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })

const press = (name: string) =>
  settled(() => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    button?.click()
  })

type Sent = { version: number; instructions: Instructions }

/** Answers what is sent, one after the other; what is read meanwhile is not answered. */
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
  body: { error: 'Somebody else changed this meanwhile.', reason: 'conflict', current: { instructions, version } },
})

describe('what is typed', () => {
  it('is sent as the schema reads it, without rows in which nothing was written', async () => {
    await show(page(DEFAULT_INSTRUCTIONS, 0))
    const wanted = {
      ...fees('$89'),
      jobs: { taken: ['Furnace repair', 'Tune-up'], refused: [{ job: 'Window units', words: 'Not ours.' }] },
    }
    const sent = answering({ status: 200, body: { assistant: { instructions: wanted, version: 1 } } })
    await type(field('For a visit'), ' $89 ')
    await type(field('Jobs you take'), '• Furnace repair\n\n• Tune-up\n')
    await press('Add a job you refuse')
    await press('Add a job you refuse')
    await type(field('Job', 1), 'Window units')
    await type(field('What the caller hears', 1), 'Not ours.')
    await press('Save')
    expect(sent).toEqual([{ version: 0, instructions: { ...wanted, fees: { visit: ' $89 ', afterHours: '' } } }])
    expect(document.body.textContent).toContain('It is version 1.')
  })

  it('stays where it is wrong, and is not sent', async () => {
    await show(page(DEFAULT_INSTRUCTIONS, 0))
    const sent = answering()
    await type(field('Brands you work on'), 'Samplair\nsamplair')
    await press('Add an answer')
    await type(field('Question'), 'Are you insured?')
    await press('Save')
    const shown = document.body.textContent ?? ''
    expect(shown).toContain('More than once: “Samplair”. Leave each once.')
    expect(shown).toContain('2 fields have to be corrected first.')
    expect(field('Answer').getAttribute('aria-invalid')).toBe('true')
    expect(field('Brands you work on').value).toBe('Samplair\nsamplair')
    expect(sent).toEqual([])
  })

  it('is said to stand under two urgencies, of which the more urgent decides', async () => {
    await show(page(DEFAULT_INSTRUCTIONS, 0))
    expect(document.body.textContent).not.toContain('The most urgent decides.')
    await type(field('No hurry'), 'tune-up\nno heat')
    expect(document.body.textContent).toContain('“no heat” stands under Today and No hurry, and counts as Today.')
  })
})

describe('somebody else’s change', () => {
  it('of another field stays, and is no conflict', async () => {
    await show(page(DEFAULT_INSTRUCTIONS, 0))
    const sent = answering(conflictWith(fees(null, '$180'), 1), {
      status: 200,
      body: { assistant: { instructions: fees('$89', '$180'), version: 2 } },
    })
    await type(field('For a visit'), '$89')
    await press('Save')
    expect(sent.map(({ version, instructions }) => [version, instructions.fees])).toEqual([
      [0, { visit: '$89', afterHours: '' }],
      [1, { visit: '$89', afterHours: '$180' }],
    ])
    expect(document.body.textContent).toContain('It is version 2.')
  })

  it('of the same field asks whose is to hold', async () => {
    await show(page(DEFAULT_INSTRUCTIONS, 0))
    const sent = answering(conflictWith(fees('$95', '$180'), 1), {
      status: 200,
      body: { assistant: { instructions: fees('$89', '$180'), version: 2 } },
    })
    await type(field('For a visit'), '$89')
    await press('Save')
    expect(document.body.textContent).toContain('Somebody else changed the same meanwhile.')
    expect(field('For a visit').value).toBe('$89')
    expect(sent).toHaveLength(1)
    await press('Save mine')
    expect(sent[1]).toMatchObject({ version: 1, instructions: { fees: { visit: '$89', afterHours: '$180' } } })
  })

  it('is shown instead to who wants theirs', async () => {
    await show(page(DEFAULT_INSTRUCTIONS, 0))
    answering(conflictWith(fees('$95'), 1))
    await type(field('For a visit'), '$89')
    await press('Save')
    await press('Show theirs')
    expect(field('For a visit').value).toBe('$95')
  })
})

describe('the state of the handover', () => {
  const LINE = { ...NO_LINE, hasLine: true }

  it('says when it was handed over, that it is on its way, or why it was refused', async () => {
    const shown = (handover: HandoverState) => show(page(DEFAULT_INSTRUCTIONS, 1, handover))
    expect(await shown({ ...LINE, handedOverAt: AT })).toContain('Handed over on Mar 8, 2026, 9:00 AM')
    expect(await shown({ ...LINE, isWaiting: true })).toContain('The voice service is being told.')
    expect(await shown(LINE)).toContain('Not handed over yet')
    const refused = { ...LINE, handedOverAt: AT, refusal: 'invalid_api_key', refusedAt: AT }
    const words = await shown({ ...refused, isWaiting: true })
    expect(words).toContain('Not taken on Mar 8, 2026, 9:00 AM')
    expect(words).toContain('did not let us in')
    expect(words).toContain('It is tried again by itself.')
    expect(words).not.toContain('api_key')
    expect(await shown({ ...refused, refusal: 'http_404' })).toContain('does not know your assistant')
  })

  it('is that of a company without a line, which has nobody to be handed over to', async () => {
    const shown = await show(page(DEFAULT_INSTRUCTIONS, 1, { ...NO_LINE, isWaiting: true }))
    expect(shown).toContain('It is handed over when your line is set up.')
    expect(document.querySelector('a[href="/dashboard"]')).not.toBeNull()
    expect(await show(page(DEFAULT_INSTRUCTIONS, 1, { ...LINE, refusal: 'no-agent' }))).toContain(
      'It is handed over when your line is set up.',
    )
  })
})
