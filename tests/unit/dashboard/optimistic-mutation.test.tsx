// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryKeyOf } from '../../../lib/dashboard/query/dashboard-query.ts'
import { settled, showingInTests } from './rendered.tsx'

class CancelledError extends Error {}

let confirms: () => boolean
vi.mock('@clerk/nextjs', () => ({
  useReverification:
    <Args extends unknown[]>(operation: (...args: Args) => Promise<object>) =>
    async (...args: Args) => {
      const answer = await operation(...args)
      if (!('clerk_error' in answer)) return answer
      if (!confirms()) throw new CancelledError()
      return operation(...args)
    },
}))
vi.mock('@clerk/nextjs/errors', () => ({
  isReverificationCancelledError: (error: unknown) => error instanceof CancelledError,
}))

const { changeOf, sendChange, useOptimisticMutation } =
  await import('../../../components/dashboard/use-optimistic-mutation.ts')

type Lead = { id: string; stage: string }
type List = { leads: Lead[] }
type Move = { id: string; stage: string }

const READER = { organizationId: 'org_1', userId: 'user_1' }
const KEY = queryKeyOf('leads', READER)
const PAGE = queryKeyOf('leads', READER, { page: 2 })
const OTHER = queryKeyOf('callers', READER)

const screen = showingInTests()
let onServer: List
/** Reads from the server. While the read is pending, only the optimistic update is visible. */
let read: () => Promise<List>
let readOther: () => Promise<object>
let send: (move: Move) => Promise<object>
let move: (input: Move) => void
/** Key of a versioned record. If set, its changes are sent in sequence. */
let record: string | undefined

function Leads() {
  const { data } = useQuery<List>({ queryKey: PAGE, queryFn: () => read() })
  useQuery({ queryKey: OTHER, queryFn: () => readOther() })
  const { mutate } = useOptimisticMutation<Move, object>({
    send: (input) => send(input),
    ...(record !== undefined && { record }),
    changes: [
      changeOf<List, Move>(KEY, ({ leads }, { id, stage }) => ({
        leads: leads.map((lead) => (lead.id === id ? { ...lead, stage } : lead)),
      })),
    ],
    invalidates: [OTHER],
    done: ({ stage }) => ({ title: `Moved to ${stage}` }),
    describeCurrent: (current) => `It is ${(current as Lead).stage} now.`,
  })
  useEffect(() => {
    move = mutate
  }, [mutate])
  return <output id="stages">{data?.leads.map(({ stage }) => stage).join(' ')}</output>
}

const leadsIn = (a: string, b: string): List => ({
  leads: [
    { id: 'a', stage: a },
    { id: 'b', stage: b },
  ],
})

const never = () => new Promise<never>(() => undefined)
const stages = () => document.querySelector('#stages')?.textContent
const said = () => document.querySelector('[data-slot=toasts]')?.textContent ?? ''

function awaited() {
  const { promise, resolve, reject } = Promise.withResolvers<object>()
  return { promise, answer: (body: object) => settled(() => resolve(body)), fail: () => settled(reject) }
}

async function book() {
  const { promise, ...ends } = awaited()
  send = () => promise
  await settled(() => move({ id: 'a', stage: 'booked' }))
  return ends
}

const renderLeads = () => screen.show(<Leads />)

beforeEach(async () => {
  record = undefined
  confirms = () => true
  read = async () => onServer
  readOther = async () => ({})
  onServer = leadsIn('new', 'new')
  await renderLeads()
})

describe('optimistic mutation', () => {
  it('appears at once and is replaced by the server data', async () => {
    const { answer } = await book()
    expect(stages()).toBe('booked new')
    onServer = leadsIn('booked', 'lost')
    await answer({})
    expect(stages()).toBe('booked lost')
    expect(said()).toContain('Moved to booked')
  })

  it.each([
    ['is denied', { error: 'Your role does not.', reason: 'missing-permission' }, 'Your role does not.'],
    ['failed', { error: 'The database is unavailable.', reason: 'unavailable' }, 'The database is unavailable.'],
  ])('rolls back with the reason when it %s', async (_what, body, sentence) => {
    read = never
    const { answer } = await book()
    expect(stages()).toBe('booked new')
    await answer(body)
    expect(stages()).toBe('new new')
    expect(said()).toContain('Couldn’t save your change')
    expect(said()).toContain(sentence)
  })

  it('rolls back if there is no response', async () => {
    read = never
    const { fail } = await book()
    await fail()
    expect(stages()).toBe('new new')
    expect(said()).toContain('Check your connection')
  })

  it('shows the current server data after a conflict', async () => {
    const { answer } = await book()
    onServer = leadsIn('lost', 'new')
    await answer({ error: 'It was changed.', reason: 'conflict', current: { id: 'a', stage: 'lost' } })
    expect(stages()).toBe('lost new')
    expect(said()).toContain('Someone else edited this')
    expect(said()).toContain('It is lost now.')
  })

  it('is retried after Clerk reverifies the user', async () => {
    const tries: Move[] = []
    send = async (input) => {
      tries.push(input)
      return tries.length === 1 ? { error: 'Confirm your identity first.', reason: 'reverify', clerk_error: {} } : {}
    }
    onServer = { leads: [{ id: 'a', stage: 'booked' }] }
    await settled(() => move({ id: 'a', stage: 'booked' }))
    expect(tries).toHaveLength(2)
    expect(stages()).toBe('booked')
  })

  it('rolls back silently if the user cancels reverification', async () => {
    read = never
    confirms = () => false
    send = async () => ({ error: 'Confirm your identity first.', reason: 'reverify', clerk_error: {} })
    await settled(() => move({ id: 'a', stage: 'booked' }))
    expect(stages()).toBe('new new')
    expect(said()).toBe('')
  })

  it('stays visible while an earlier mutation finishes', async () => {
    const [first, second] = [awaited(), awaited()]
    send = ({ id }) => (id === 'a' ? first.promise : second.promise)
    await settled(() => move({ id: 'a', stage: 'booked' }))
    await settled(() => move({ id: 'b', stage: 'lost' }))
    onServer = leadsIn('booked', 'new')
    await first.answer({})
    expect(stages()).toBe('booked lost')
    onServer = leadsIn('booked', 'lost')
    await second.answer({})
    expect(stages()).toBe('booked lost')
  })

  it('of a versioned record appears at once and is sent after the previous one', async () => {
    record = 'leads/a'
    await renderLeads()
    const [first, second] = [awaited(), awaited()]
    const sent: string[] = []
    send = ({ stage }) => {
      sent.push(stage)
      return sent.length === 1 ? first.promise : second.promise
    }
    await settled(() => move({ id: 'a', stage: 'booked' }))
    await settled(() => move({ id: 'a', stage: 'lost' }))
    expect(stages()).toBe('lost new')
    expect(sent).toEqual(['booked'])
    await first.answer({})
    expect(sent).toEqual(['booked', 'lost'])
    await second.answer({})
  })

  it('of a versioned record does not wait for refetches', async () => {
    record = 'leads/a'
    await renderLeads()
    readOther = never
    const sent: string[] = []
    send = async ({ stage }) => {
      sent.push(stage)
      return {}
    }
    await settled(() => move({ id: 'a', stage: 'booked' }))
    await settled(() => move({ id: 'a', stage: 'lost' }))
    expect(sent).toEqual(['booked', 'lost'])
  })

  it('rolls back independently of other pending mutations', async () => {
    read = never
    const [first, second] = [awaited(), awaited()]
    send = ({ id }) => (id === 'a' ? first.promise : second.promise)
    await settled(() => move({ id: 'a', stage: 'booked' }))
    await settled(() => move({ id: 'b', stage: 'lost' }))
    expect(stages()).toBe('booked lost')
    await first.fail()
    expect(stages()).toBe('new lost')
    await second.fail()
    expect(stages()).toBe('new new')
  })

  it('does not change the cache of another organization', async () => {
    const theirs = queryKeyOf('leads', { ...READER, organizationId: 'org_2' })
    screen.cache.setQueryData(theirs, onServer)
    send = async () => ({})
    await settled(() => move({ id: 'a', stage: 'booked' }))
    expect(screen.cache.getQueryData(theirs)).toEqual(onServer)
  })
})

describe('sendChange', () => {
  it("sends JSON and returns the server's response, including errors", async () => {
    const fetched = vi.fn<typeof fetch>(async () =>
      Response.json({ error: 'No.', reason: 'conflict' }, { status: 409 }),
    )
    vi.stubGlobal('fetch', fetched)
    expect(await sendChange('leads/a', 'PATCH', { stage: 'lost' })).toEqual({ error: 'No.', reason: 'conflict' })
    expect(fetched).toHaveBeenCalledWith('/api/dashboard/leads/a', {
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
