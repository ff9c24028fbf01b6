import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { inOrganization } from '../../lib/db/organization.ts'
import { apiKeys, events } from '../../lib/db/schema/index.ts'
import { keyRecord, MAX_KEYS } from '../../lib/keys/input.ts'
import { READING_SCOPES, type Scope, SCOPE_NAMES } from '../../lib/keys/scopes.ts'
import { createKey, listKeys, revokeKey, TooManyKeysError } from '../../lib/keys/store.ts'
import type { KINDS } from './api-fixtures.ts'
import { type Api, newOrganization, SAMPLES, startApi } from './api-fixtures.ts'
import { manualClock } from './contact-fixtures.ts'
import { startDatabase } from '../support/test-database.ts'

const OWNER = { kind: 'person', id: 'user_1' } as const

describe('an API key', () => {
  const clock = manualClock()
  let api: Api
  beforeAll(async () => {
    api = await startApi(await startDatabase(), { now: clock.now })
  })
  afterAll(() => api.close())

  const inside = <Result>(organization: string, work: Parameters<typeof inOrganization<Result>>[2]) =>
    inOrganization(api.db, organization, work)
  const make = (organization: string, scopes: readonly Scope[] = SCOPE_NAMES) =>
    inside(organization, (tx) => createKey(tx, OWNER, { name: 'Office', scopes: [...scopes] }))
  const keysOf = (organization: string) => inside(organization, listKeys)
  const revoke = (organization: string, id: string) => inside(organization, (tx) => revokeKey(tx, OWNER, id))
  const logOf = (organization: string) => inside(organization, ({ db }) => db.select().from(events).orderBy(events.at))

  it('is given once: of it only the hash, and its end, are stored', async () => {
    const organization = newOrganization()
    const { key, record } = await make(organization)
    expect(key).toMatch(/^dw_[\w-]{43}$/)
    expect(record).toMatchObject({ name: 'Office', ending: key.slice(-4), createdById: 'user_1', lastUsedAt: null })
    expect(keyRecord.parse(record)).toEqual(record)
    expect(await keysOf(organization)).toEqual([record])
    const [row] = await inside(organization, ({ db }) =>
      db.execute<{ row: string }>(sql`select api_keys::text as row from api_keys`),
    )
    expect(row?.row).not.toContain(key.slice(3))
    expect((await make(organization)).key).not.toBe(key)
  })

  it('opens the data of its organization, and nothing without one or with another', async () => {
    const { key } = await make(newOrganization())
    expect(await api.send('GET', '/api/v1/leads', { key })).toMatchObject({ status: 200, body: { data: [] } })
    const wrong = [undefined, `${key}x`, key.slice(0, -1), `dw_${'A'.repeat(43)}`, 'dw_', "dw_' or true --"]
    for (const other of wrong) {
      const refused = await api.send('GET', '/api/v1/leads', other === undefined ? {} : { key: other })
      expect({ other, ...refused }).toMatchObject({ other, status: 401, body: { status: 401 } })
      expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer realm="api"/)
    }
    const basic = await api.send('GET', '/api/v1/leads', { headers: { authorization: `Basic ${key}` } })
    expect(basic.status).toBe(401)
  })

  it.each(SCOPE_NAMES)('without %s may not do what that is for, and with nothing else it may', async (needed) => {
    const organization = newOrganization()
    const [kind, action] = needed.split(':') as [(typeof KINDS)[number], 'read' | 'write']
    const all = await make(organization)
    const { body } = await api.send('POST', `/api/v1/${kind}`, { key: all.key, body: SAMPLES[kind] })
    const path = `/api/v1/${kind}/${String(body.id)}`
    const tries = {
      read: (key: string) => [api.send('GET', `/api/v1/${kind}`, { key }), api.send('GET', path, { key })],
      write: (key: string) => [
        api.send('POST', `/api/v1/${kind}`, { key, body: SAMPLES[kind] }),
        api.send('PATCH', path, { key, body: {} }),
      ],
    }[action]
    const others = await make(
      organization,
      SCOPE_NAMES.filter((tx) => tx !== needed),
    )
    for (const refused of await Promise.all(tries(others.key))) {
      expect(refused).toMatchObject({ status: 403, body: { scope: needed, detail: expect.stringContaining(needed) } })
      expect(refused.headers.get('www-authenticate')).toContain(`scope="${needed}"`)
    }
    const only = await make(organization, [needed])
    for (const allowed of await Promise.all(tries(only.key))) expect(allowed.status).toBeLessThan(300)
  })

  it('opens nothing from the moment on that it is revoked', async () => {
    const organization = newOrganization()
    const { key, record } = await make(organization)
    const other = await make(organization)
    expect((await api.send('GET', '/api/v1/leads', { key })).status).toBe(200)
    expect(await revoke(organization, record.id)).toMatchObject({ revokedAt: expect.any(String) })
    const refused = await api.send('GET', '/api/v1/leads', { key })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain('invalid_token')
    expect((await api.send('GET', '/api/v1/leads', { key: other.key })).status).toBe(200)
    expect((await keysOf(organization)).map(({ id }) => id)).toEqual([other.record.id, record.id])
  })

  it('is revoked once, by its own organization only', async () => {
    const [organization, stranger] = [newOrganization(), newOrganization()]
    const { key, record } = await make(organization)
    for (const id of [record.id, 'x', '', '00000000-0000-4000-8000-000000000000']) {
      expect(await revoke(stranger, id)).toBeUndefined()
    }
    expect((await api.send('GET', '/api/v1/leads', { key })).status).toBe(200)
    const first = await revoke(organization, record.id)
    expect(await revoke(organization, record.id)).toEqual(first)
    const actions = (await logOf(organization)).map(({ action }) => action)
    expect(actions.toSorted()).toEqual(['key.created', 'key.revoked'])
  })

  it('says when it was last used, to the minute', async () => {
    const organization = newOrganization()
    const { key } = await make(organization, READING_SCOPES)
    const lastUsed = async () => (await keysOf(organization))[0]?.lastUsedAt
    const use = () => api.send('GET', '/api/v1/leads', { key })
    expect(await lastUsed()).toBeNull()
    const first = clock.now().toISOString()
    await use()
    expect(await lastUsed()).toBe(first)
    clock.advance(59_000)
    await use()
    expect(await lastUsed()).toBe(first)
    clock.advance(1_000)
    await use()
    expect(await lastUsed()).toBe(clock.now().toISOString())
    clock.advance(60_000)
    await api.send('POST', '/api/v1/leads', { key, body: SAMPLES.leads })
    expect(await lastUsed()).toBe(clock.now().toISOString())
  })

  it('is named in the log as who did what was done with it', async () => {
    const organization = newOrganization()
    const { key, record } = await make(organization)
    const { body } = await api.send('POST', '/api/v1/leads', { key, body: SAMPLES.leads })
    await api.send('GET', `/api/v1/leads/${String(body.id)}`, { key })
    await api.send('GET', '/api/v1/leads', { key })
    const log = await logOf(organization)
    expect(log.toSorted((one, other) => (one.action < other.action ? -1 : 1))).toMatchObject([
      { action: 'key.created', actorKind: 'person', actorId: 'user_1', subjectId: record.id },
      { action: 'lead.created', actorKind: 'key', actorId: record.id, subjectId: body.id },
      { action: 'lead.read', actorKind: 'key', actorId: record.id, subjectId: body.id },
      { action: 'leads.listed', actorKind: 'key', actorId: record.id, details: { count: 1 } },
    ])
    // Three digits alone are in many an id.
    expect(JSON.stringify(log)).not.toMatch(/Ada|5550142|Office/)
  })

  it('is one of a limited number', async () => {
    const organization = newOrganization()
    await inside(organization, ({ db }) =>
      db.insert(apiKeys).values(
        Array.from({ length: MAX_KEYS }, (_, number) => ({
          organizationId: organization,
          name: 'Office',
          ending: 'abcd',
          hash: `${organization}-${number}`,
          scopes: ['leads:read'],
        })),
      ),
    )
    await expect(make(organization)).rejects.toThrow(TooManyKeysError)
    const [{ id } = { id: '' }] = await keysOf(organization)
    await revoke(organization, id)
    await expect(make(organization)).resolves.toBeDefined()
    await inside(organization, ({ db }) => db.delete(apiKeys).where(eq(apiKeys.organizationId, organization)))
  })
})
