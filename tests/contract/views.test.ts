import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_VIEWS, type ViewInput, viewInput, viewList } from '../../lib/dashboard/views/input.ts'
import { changeView, createView, deleteView, readViews, ViewError } from '../../lib/dashboard/views/repository.ts'
import { VIEWED_LISTS } from '../../lib/dashboard/model/saved-view.ts'
import { createOrganizationId, setUpDatabase } from '../support/opened-database.ts'
import { savedViews } from '../support/tables.ts'

const INPUT: ViewInput = { list: 'leads', name: 'Urgent', query: 'urgency=now', isShared: false }
const LISTS = [...VIEWED_LISTS]

describe('saved views', () => {
  const database = setUpDatabase()
  const { within } = database
  let organization: string
  beforeEach(() => void (organization = createOrganizationId()))

  const buildReader = (userId = 'user_1', canManage = false) => ({ userId, lists: LISTS, canManage })
  const toActor = (userId: string) => ({ kind: 'person', id: userId }) as const
  const create = (input: Partial<ViewInput> = {}, userId = 'user_1') =>
    within(organization, (tx) => createView(tx, toActor(userId), { ...INPUT, ...input }))
  const change = (id: string, changes: object, version = 1, reader = buildReader()) =>
    within(organization, (tx) => changeView(tx, toActor(reader.userId), reader, id, changes, version))
  const remove = (id: string, reader = buildReader()) =>
    within(organization, (tx) => deleteView(tx, toActor(reader.userId), reader, id))
  const listNames = async (reader = buildReader()) =>
    (await within(organization, (tx) => readViews(tx, reader))).views.map(({ name }) => name)

  it('are listed by name, with the private views of the user and the shared views of others', async () => {
    await create({ name: 'waiting' })
    await create({ name: 'Booked', list: 'calls', isShared: true }, 'user_2')
    await create({ name: 'Private of a colleague' }, 'user_2')
    const list = await within(organization, (tx) => readViews(tx, buildReader()))
    expect(viewList.parse(list)).toEqual(list)
    expect(list.views).toMatchObject([
      { name: 'Booked', createdById: 'user_2', isShared: true },
      { name: 'waiting', createdById: 'user_1', isShared: false, version: 1 },
    ])
  })

  it('are hidden for lists that the user may not read', async () => {
    await create({ isShared: true })
    await create({ name: 'Mine', list: 'appointments', query: 'view=list' })
    expect(await listNames({ ...buildReader(), lists: ['appointments'] })).toEqual(['Mine'])
    expect(await listNames({ ...buildReader(), lists: [] })).toEqual([])
  })

  it.each([
    [
      'calls',
      'outcome=booked&search=ada+byron&page=3&nonsense=1&counted=maybe&sort=-duration',
      'outcome=booked&sort=-duration',
    ],
    ['calls', 'show=mine&from=2026-03-01&to=2026-03-08', 'from=2026-03-01&show=mine&to=2026-03-08'],
    [
      'leads',
      'search=5550142&stage=retired&urgency=now&without=phone&period=week',
      'period=week&urgency=now&without=phone',
    ],
    ['callers', 'show=blocked&search=ada', 'show=blocked'],
    [
      'appointments',
      'view=list&when=before&visit=nonsense&new=&lead=x&technician=Ben&period=week',
      'technician=Ben&view=list&when=before',
    ],
  ] as const)('store no search, page or unknown value of %s: %s', async (list, query, stored) => {
    expect(await create({ list, query })).toMatchObject({ query: stored })
    const { id } = await create({ list, name: 'Changed', query: '' })
    expect(await change(id, { query })).toMatchObject({ changed: { query: stored } })
  })

  it('have a name of 1 to 60 characters', () => {
    for (const name of ['', '  ', 'x'.repeat(61)]) expect(viewInput.safeParse({ ...INPUT, name }).success).toBe(false)
    expect(viewInput.parse({ ...INPUT, name: ` ${'x'.repeat(60)} ` }).name).toHaveLength(60)
  })

  it('have a name that is unique per list and scope, regardless of case', async () => {
    await create()
    await expect(create({ name: 'URGENT' })).rejects.toThrow('You already have a view with this name')
    await create({}, 'user_2')
    await create({ list: 'calls' })
    const { id } = await create({ isShared: true })
    await expect(create({ isShared: true }, 'user_2')).rejects.toThrow('already has a shared view')
    await expect(change(id, { isShared: false })).rejects.toThrow(ViewError)
    expect(await change(id, { name: 'urgent' })).toMatchObject({ changed: { name: 'urgent' } })
  })

  it('are limited per list and organization', async () => {
    await within(organization, ({ db, organizationId }) =>
      db.insert(savedViews).values(
        Array.from({ length: MAX_VIEWS - 1 }, (_, number) => ({
          organizationId,
          ...INPUT,
          name: `View ${number}`,
          createdById: 'user_2',
        })),
      ),
    )
    const results = await Promise.allSettled([create({ name: 'A' }), create({ name: 'B' })])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(create({ name: 'C' })).rejects.toThrow(`already has ${MAX_VIEWS} views`)
    await expect(create({ name: 'C', list: 'calls' })).resolves.toBeDefined()
  })

  it('can be changed and deleted by their creator', async () => {
    const { id } = await create()
    expect(await change(id, { name: 'Hot', query: 'urgency=today', isShared: true })).toMatchObject({
      changed: { name: 'Hot', query: 'urgency=today', isShared: true, version: 2 },
    })
    expect(await change(id, { name: 'Stale' })).toMatchObject({ conflict: { name: 'Hot', version: 2 } })
    expect(await change(id, { name: 'Hot' }, 2)).toMatchObject({ changed: { version: 2 } })
    expect(await remove(id)).toBe(true)
    expect(await remove(id)).toBe(false)
    expect(await listNames()).toEqual([])
  })

  it('can be changed by others only if they are shared and the user manages settings', async () => {
    const [colleague, admin] = [buildReader('user_2'), buildReader('user_3', true)]
    const shared = await create({ isShared: true })
    const own = await create({ name: 'Private' })
    for (const reader of [colleague, admin]) {
      expect(await change(own.id, { name: 'Taken over' }, 1, reader)).toBeUndefined()
      expect(await remove(own.id, reader)).toBe(false)
    }
    await expect(change(shared.id, { name: 'Taken over' }, 1, colleague)).rejects.toThrow('or an admin can change it')
    await expect(remove(shared.id, colleague)).rejects.toThrow(ViewError)
    expect(await change(shared.id, { name: 'Renamed' }, 1, admin)).toMatchObject({ changed: { name: 'Renamed' } })
    await expect(change(shared.id, { isShared: false }, 2, admin)).rejects.toThrow('can make it private')
    expect(await remove(shared.id, admin)).toBe(true)
    expect(await listNames()).toEqual(['Private'])
  })

  it('are isolated between organizations', async () => {
    const { id } = await create({ isShared: true })
    const reader = buildReader('user_1', true)
    const elsewhere = createOrganizationId()
    expect((await within(elsewhere, (tx) => readViews(tx, reader))).views).toEqual([])
    expect(
      await within(elsewhere, (tx) => changeView(tx, toActor('user_1'), reader, id, { name: 'X' }, 1)),
    ).toBeUndefined()
    expect(await within(elsewhere, (tx) => deleteView(tx, toActor('user_1'), reader, id))).toBe(false)
    expect(await listNames()).toEqual(['Urgent'])
  })

  it('return nothing for an invalid id', async () => {
    expect(await change('nonsense', { name: 'X' })).toBeUndefined()
    expect(await remove('nonsense')).toBe(false)
  })

  it('are logged without their name and filters', async () => {
    const { id } = await create({ name: 'Mrs. Byron', query: 'urgency=now' })
    await change(id, { name: 'Mr. Byron', isShared: true })
    await remove(id)
    const log = await database.events(organization)
    expect(log.map(({ action, subjectId, details }) => ({ action, subjectId, details }))).toEqual(
      expect.arrayContaining([
        { action: 'view.created', subjectId: id, details: { list: 'leads', isShared: false } },
        { action: 'view.changed', subjectId: id, details: { fields: ['name', 'isShared'] } },
        { action: 'view.deleted', subjectId: id, details: { list: 'leads' } },
      ]),
    )
    expect(JSON.stringify(log)).not.toMatch(/Byron|urgency/)
  })

  it('stay without a creator if they are shared, and are deleted if they are private, when the user is deleted', async () => {
    const { id } = await create({ name: 'Shared', isShared: true }, 'user_gone')
    await create({ name: 'Private' }, 'user_gone')
    await create({ name: 'Of a colleague' })
    await database.db.execute(sql`select forget_person('user_gone')`)
    expect(await within(organization, ({ db }) => db.$count(savedViews))).toBe(2)
    expect(await listNames()).toEqual(['Of a colleague', 'Shared'])
    await expect(change(id, { name: 'X' })).rejects.toThrow(ViewError)
    expect(await change(id, { name: 'Kept' }, 1, buildReader('user_3', true))).toMatchObject({
      changed: { name: 'Kept', createdById: null },
    })
  })
})
