import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cleanUpAfter } from '../../../local-server/tests/servers.ts'
import { createEvents } from '../../services/services.ts'
import { type Nonce, openStore, type Session, type Store, type User } from '../../services/store.ts'

const { whenDone, temporaryFolder } = cleanUpAfter(afterEach)

let folder = ''
let store: Store
beforeEach(() => {
  folder = temporaryFolder()
  store = openStore(folder)
  whenDone(() => store.close())
})

const buildNonce = (id: string): Nonce => ({ id, directives: [], expiresAt: 0 })
const buildSession = (id: string, userId: string): Session => ({ id, userId, clientId: `client_${id}` }) as Session
const listIds = (records: { id: string }[]): string[] => records.map(({ id }) => id)

describe('store collection', () => {
  it('replaces records in place and finds them in creation order', () => {
    for (const each of [buildSession('b', '1'), buildSession('a', '1'), buildSession('c', '2')])
      store.sessions.put(each)
    store.sessions.put({ ...buildSession('b', '1'), lastActiveAt: 5 })
    expect(store.sessions.where('userId', '1')).toEqual([
      { ...buildSession('b', '1'), lastActiveAt: 5 },
      buildSession('a', '1'),
    ])
    expect(store.sessions.first('userId', '2')?.id).toBe('c')
    expect(store.sessions.countWhere('userId', '1')).toBe(2)
    expect(listIds(store.sessions.all({ limit: 1, offset: 1 }))).toEqual(['a'])
    store.sessions.delete('b')
    expect(listIds(store.sessions.all())).toEqual(['a', 'c'])
    expect(store.sessions.get('b')).toBeUndefined()
  })

  it('distinguishes a null field from the string "null"', () => {
    store.users.put({ id: 'a', externalId: null } as User)
    store.users.put({ id: 'b', externalId: 'null' } as User)
    expect(listIds(store.users.where('externalId', 'null'))).toEqual(['b'])
    expect(listIds(store.users.where('externalId', null))).toEqual(['a'])
  })

  it('prunes the oldest records except retained ones', () => {
    for (const id of 'abcdef') store.nonces.put(buildNonce(id))
    store.nonces.prune(6)
    expect(store.nonces.count()).toBe(6)
    store.nonces.prune(4)
    expect(listIds(store.nonces.all())).toEqual(['c', 'd', 'e', 'f'])
    store.nonces.prune(2, ({ id }) => id === 'c')
    expect(listIds(store.nonces.all())).toEqual(['c', 'e', 'f'])
  })

  it('persists records after reopening the file', () => {
    store.nonces.put(buildNonce('a'))
    store.close()
    store = openStore(folder)
    expect(store.nonces.get('a')).toEqual(buildNonce('a'))
  })
})

describe('store transaction', () => {
  it('rolls back on failure and skips its commit callbacks', () => {
    const called: string[] = []
    const failTransaction = () =>
      store.transaction(() => {
        store.nonces.put(buildNonce('a'))
        store.transaction(() => store.nonces.put(buildNonce('b')))
        store.onCommit(() => called.push('failed'))
        throw new Error('no')
      })
    expect(failTransaction).toThrow('no')
    expect(store.nonces.count()).toBe(0)
    store.transaction(() => {
      store.nonces.put(buildNonce('c'))
      store.onCommit(() => called.push(`committed with ${store.nonces.count()}`))
      expect(called).toEqual([])
    })
    expect(called).toEqual(['committed with 1'])
  })

  it('rolls back when an event listener throws', () => {
    const events = createEvents()
    events.listen(({ type }) => {
      if (type === 'user.created') throw new Error('queue is full')
    })
    const create = () =>
      store.transaction(() => {
        const user = store.users.put({ id: 'user_1' } as User)
        events.emit({ type: 'user.created', user })
      })
    expect(create).toThrow('queue is full')
    expect(store.users.count()).toBe(0)
  })
})
