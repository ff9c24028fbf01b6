// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildQueryKey } from '../../../lib/dashboard/query/dashboard-query.ts'
import { settle, createTestScreen } from './test-screen.tsx'

class CancelledError extends Error {}

let shouldConfirm: () => boolean
vi.mock('@clerk/nextjs', () => ({
  useReverification:
    <Args extends unknown[]>(operation: (...args: Args) => Promise<object>) =>
    async (...args: Args) => {
      const response = await operation(...args)
      if (!('clerk_error' in response)) return response
      if (!shouldConfirm()) throw new CancelledError()
      return operation(...args)
    },
}))
vi.mock('@clerk/nextjs/errors', () => ({
  isReverificationCancelledError: (error: unknown) => error instanceof CancelledError,
}))

const { buildCachedChange, sendChange, useOptimisticMutation } =
  await import('../../../components/dashboard/use-optimistic-mutation.ts')

type Lead = { id: string; stage: string }
type List = { leads: Lead[] }
type Move = { id: string; stage: string }

const READER = { organizationId: 'org_1', userId: 'user_1' }
const LEADS_KEY = buildQueryKey('leads', READER)
const LEADS_PAGE_KEY = buildQueryKey('leads', READER, { page: 2 })
const CALLERS_KEY = buildQueryKey('callers', READER)

const screen = createTestScreen()
let serverList: List
/** Reads from the server. While the read is pending, only the optimistic update is visible. */
let read: () => Promise<List>
let readOther: () => Promise<object>
let send: (move: Move) => Promise<object>
let move: (input: Move) => void
/** Key of a versioned record. If set, its changes are sent in sequence. */
let record: string | undefined

function Leads() {
  const { data } = useQuery<List>({ queryKey: LEADS_PAGE_KEY, queryFn: () => read() })
  useQuery({ queryKey: CALLERS_KEY, queryFn: () => readOther() })
  const { mutate } = useOptimisticMutation<Move, object>({
    send: (input) => send(input),
    ...(record !== undefined && { record }),
    changes: [
      buildCachedChange<List, Move>(LEADS_KEY, ({ leads }, { id, stage }) => ({
        leads: leads.map((lead) => (lead.id === id ? { ...lead, stage } : lead)),
      })),
    ],
    invalidates: [CALLERS_KEY],
    buildToast: ({ stage }) => ({ title: `Moved to ${stage}` }),
    describeCurrent: (current) => `It is ${(current as Lead).stage} now.`,
  })
  useEffect(() => {
    move = mutate
  }, [mutate])
  return <output id="stages">{data?.leads.map(({ stage }) => stage).join(' ')}</output>
}

const buildLeads = (a: string, b: string): List => ({
  leads: [
    { id: 'a', stage: a },
    { id: 'b', stage: b },
  ],
})

const neverResolve = () => new Promise<never>(() => undefined)
const readStages = () => document.querySelector('#stages')?.textContent
const readToasts = () => document.querySelector('[data-slot=toasts]')?.textContent ?? ''

function createDeferred() {
  const { promise, resolve, reject } = Promise.withResolvers<object>()
  return { promise, answer: (body: object) => settle(() => resolve(body)), fail: () => settle(reject) }
}

async function bookLead() {
  const { promise, ...deferred } = createDeferred()
  send = () => promise
  await settle(() => move({ id: 'a', stage: 'booked' }))
  return deferred
}

const renderLeads = () => screen.show(<Leads />)

beforeEach(async () => {
  record = undefined
  shouldConfirm = () => true
  read = async () => serverList
  readOther = async () => ({})
  serverList = buildLeads('new', 'new')
  await renderLeads()
})

describe('optimistic mutation', () => {
  it('appears immediately and is replaced by the server data', async () => {
    const { answer } = await bookLead()
    expect(readStages()).toBe('booked new')
    serverList = buildLeads('booked', 'lost')
    await answer({})
    expect(readStages()).toBe('booked lost')
    expect(readToasts()).toContain('Moved to booked')
  })

  it.each([
    ['is denied', { error: 'Your role does not.', reason: 'missing-permission' }, 'Your role does not.'],
    ['failed', { error: 'The database is unavailable.', reason: 'unavailable' }, 'The database is unavailable.'],
  ])('rolls back with the reason when it %s', async (_what, body, sentence) => {
    read = neverResolve
    const { answer } = await bookLead()
    expect(readStages()).toBe('booked new')
    await answer(body)
    expect(readStages()).toBe('new new')
    expect(readToasts()).toContain('Couldn’t save your change')
    expect(readToasts()).toContain(sentence)
  })

  it('rolls back if there is no response', async () => {
    read = neverResolve
    const { fail } = await bookLead()
    await fail()
    expect(readStages()).toBe('new new')
    expect(readToasts()).toContain('Check your connection')
  })

  it('shows the current server data after a conflict', async () => {
    const { answer } = await bookLead()
    serverList = buildLeads('lost', 'new')
    await answer({ error: 'It was changed.', reason: 'conflict', current: { id: 'a', stage: 'lost' } })
    expect(readStages()).toBe('lost new')
    expect(readToasts()).toContain('Someone else edited this')
    expect(readToasts()).toContain('It is lost now.')
  })

  it('is retried after Clerk reverifies the user', async () => {
    const attempts: Move[] = []
    send = async (input) => {
      attempts.push(input)
      return attempts.length === 1 ? { error: 'Confirm your identity first.', reason: 'reverify', clerk_error: {} } : {}
    }
    serverList = { leads: [{ id: 'a', stage: 'booked' }] }
    await settle(() => move({ id: 'a', stage: 'booked' }))
    expect(attempts).toHaveLength(2)
    expect(readStages()).toBe('booked')
  })

  it('rolls back silently if the user cancels reverification', async () => {
    read = neverResolve
    shouldConfirm = () => false
    send = async () => ({ error: 'Confirm your identity first.', reason: 'reverify', clerk_error: {} })
    await settle(() => move({ id: 'a', stage: 'booked' }))
    expect(readStages()).toBe('new new')
    expect(readToasts()).toBe('')
  })

  it('stays visible while an earlier mutation finishes', async () => {
    const [first, second] = [createDeferred(), createDeferred()]
    send = ({ id }) => (id === 'a' ? first.promise : second.promise)
    await settle(() => move({ id: 'a', stage: 'booked' }))
    await settle(() => move({ id: 'b', stage: 'lost' }))
    serverList = buildLeads('booked', 'new')
    await first.answer({})
    expect(readStages()).toBe('booked lost')
    serverList = buildLeads('booked', 'lost')
    await second.answer({})
    expect(readStages()).toBe('booked lost')
  })

  it('of a versioned record appears immediately and is sent after the previous one', async () => {
    record = 'leads/a'
    await renderLeads()
    const [first, second] = [createDeferred(), createDeferred()]
    const sentIds: string[] = []
    send = ({ stage }) => {
      sentIds.push(stage)
      return sentIds.length === 1 ? first.promise : second.promise
    }
    await settle(() => move({ id: 'a', stage: 'booked' }))
    await settle(() => move({ id: 'a', stage: 'lost' }))
    expect(readStages()).toBe('lost new')
    expect(sentIds).toEqual(['booked'])
    await first.answer({})
    expect(sentIds).toEqual(['booked', 'lost'])
    await second.answer({})
  })

  it('of a versioned record does not wait for refetches', async () => {
    record = 'leads/a'
    await renderLeads()
    readOther = neverResolve
    const sentIds: string[] = []
    send = async ({ stage }) => {
      sentIds.push(stage)
      return {}
    }
    await settle(() => move({ id: 'a', stage: 'booked' }))
    await settle(() => move({ id: 'a', stage: 'lost' }))
    expect(sentIds).toEqual(['booked', 'lost'])
  })

  it('rolls back independently of other pending mutations', async () => {
    read = neverResolve
    const [first, second] = [createDeferred(), createDeferred()]
    send = ({ id }) => (id === 'a' ? first.promise : second.promise)
    await settle(() => move({ id: 'a', stage: 'booked' }))
    await settle(() => move({ id: 'b', stage: 'lost' }))
    expect(readStages()).toBe('booked lost')
    await first.fail()
    expect(readStages()).toBe('new lost')
    await second.fail()
    expect(readStages()).toBe('new new')
  })

  it('does not change the cache of another organization', async () => {
    const otherKey = buildQueryKey('leads', { ...READER, organizationId: 'org_2' })
    screen.cache.setQueryData(otherKey, serverList)
    send = async () => ({})
    await settle(() => move({ id: 'a', stage: 'booked' }))
    expect(screen.cache.getQueryData(otherKey)).toEqual(serverList)
  })
})

describe('sendChange', () => {
  it("sends JSON and returns the server's response, including errors", async () => {
    const fetchMock = vi.fn<typeof fetch>(async () =>
      Response.json({ error: 'No.', reason: 'conflict' }, { status: 409 }),
    )
    vi.stubGlobal('fetch', fetchMock)
    expect(await sendChange('leads/a', 'PATCH', { stage: 'lost' })).toEqual({ error: 'No.', reason: 'conflict' })
    expect(fetchMock).toHaveBeenCalledWith('/api/dashboard/leads/a', {
      method: 'PATCH',
      body: '{"stage":"lost"}',
      headers: { 'content-type': 'application/json' },
    })
  })

  it('accepts an empty 204 response', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
    expect(await sendChange('leads/a', 'DELETE')).toEqual({})
  })
})
