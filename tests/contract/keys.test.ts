import { beforeEach, describe, expect, it } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { apiKeys } from '../support/tables.ts'
import { keyRecord, MAX_KEYS } from '../../lib/dashboard/keys/input.ts'
import { READING_SCOPES, type Scope, SCOPE_NAMES } from '../../lib/platform/auth/scopes.ts'
import { createKey, listKeys, revokeKey, TooManyKeysError } from '../../lib/dashboard/keys/repository.ts'
import { apiOf, type Kind, SAMPLES } from './api-fixtures.ts'
import { newOrganization, openedDatabase } from '../support/opened-database.ts'
import { manualClock } from './contact-fixtures.ts'

const OWNER = { kind: 'person', id: 'user_1' } as const

describe('API key', () => {
  const clock = manualClock()
  const opened = openedDatabase()
  const { within } = opened
  const api = apiOf(opened, { now: clock.now })
  const make = (scopes: readonly Scope[] = SCOPE_NAMES) =>
    within(organization, (tx) => createKey(tx, OWNER, { name: 'Office', scopes: [...scopes] }))
  let organization: string
  beforeEach(() => void (organization = newOrganization()))

  const keysOf = () => within(organization, listKeys)
  const revoke = (id: string, of = organization) => within(of, (tx) => revokeKey(tx, OWNER, id))

  it('is returned once, and stored only as a hash with its last characters', async () => {
    const { key, record } = await make()
    expect(key).toMatch(/^dw_[\w-]{43}$/)
    expect(record).toMatchObject({ name: 'Office', ending: key.slice(-4), createdById: 'user_1', lastUsedAt: null })
    expect(keyRecord.parse(record)).toEqual(record)
    expect(await keysOf()).toEqual([record])
    const [row] = await within(organization, ({ db }) =>
      db.execute<{ row: string }>(sql`select api_keys::text as row from api_keys`),
    )
    expect(row?.row).not.toContain(key.slice(3))
    expect((await make()).key).not.toBe(key)
  })

  it('gives access to its own organization only, and invalid keys to nothing', async () => {
    const { key } = await make()
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

  it.each(SCOPE_NAMES)('needs the scope %s for its operations, and no other scope', async (needed) => {
    const [kind, action] = needed.split(':') as [Kind, 'read' | 'write']
    const all = await make()
    const { body } = await api.send('POST', `/api/v1/${kind}`, { key: all.key, body: SAMPLES[kind] })
    const path = `/api/v1/${kind}/${String(body.id)}`
    const tries = {
      read: (key: string) => [api.send('GET', `/api/v1/${kind}`, { key }), api.send('GET', path, { key })],
      write: (key: string) => [
        api.send('POST', `/api/v1/${kind}`, { key, body: SAMPLES[kind] }),
        api.send('PATCH', path, { key, body: {} }),
      ],
    }[action]
    const others = await make(SCOPE_NAMES.filter((tx) => tx !== needed))
    for (const refused of await Promise.all(tries(others.key))) {
      expect(refused).toMatchObject({ status: 403, body: { scope: needed, detail: expect.stringContaining(needed) } })
      expect(refused.headers.get('www-authenticate')).toContain(`scope="${needed}"`)
    }
    const only = await make([needed])
    for (const allowed of await Promise.all(tries(only.key))) expect(allowed.status).toBeLessThan(300)
  })

  it('gives no access after it is revoked', async () => {
    const { key, record } = await make()
    const other = await make()
    expect((await api.send('GET', '/api/v1/leads', { key })).status).toBe(200)
    expect(await revoke(record.id)).toMatchObject({ revokedAt: expect.any(String) })
    const refused = await api.send('GET', '/api/v1/leads', { key })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain('invalid_token')
    expect((await api.send('GET', '/api/v1/leads', { key: other.key })).status).toBe(200)
    expect((await keysOf()).map(({ id }) => id)).toEqual([other.record.id, record.id])
  })

  it('can be revoked once, by its own organization only', async () => {
    const stranger = newOrganization()
    const { key, record } = await make()
    for (const id of [record.id, 'x', '', '00000000-0000-4000-8000-000000000000'])
      expect(await revoke(id, stranger)).toBeUndefined()
    expect((await api.send('GET', '/api/v1/leads', { key })).status).toBe(200)
    const first = await revoke(record.id)
    expect(await revoke(record.id)).toEqual(first)
    const actions = (await opened.events(organization)).map(({ action }) => action)
    expect(actions.toSorted()).toEqual(['key.created', 'key.revoked'])
  })

  it('records its last use at most once a minute', async () => {
    const { key } = await make(READING_SCOPES)
    const lastUsed = async () => (await keysOf())[0]?.lastUsedAt
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

  it('is the actor of its events in the audit log', async () => {
    const { key, record } = await make()
    const { body } = await api.send('POST', '/api/v1/leads', { key, body: SAMPLES.leads })
    await api.send('GET', `/api/v1/leads/${String(body.id)}`, { key })
    await api.send('GET', '/api/v1/leads', { key })
    const log = await opened.events(organization)
    expect(log.toSorted((one, other) => (one.action < other.action ? -1 : 1))).toMatchObject([
      { action: 'key.created', actorKind: 'person', actorId: 'user_1', subjectId: record.id },
      { action: 'lead.created', actorKind: 'key', actorId: record.id, subjectId: body.id },
      { action: 'lead.read', actorKind: 'key', actorId: record.id, subjectId: body.id },
      { action: 'leads.listed', actorKind: 'key', actorId: record.id, details: { count: 1 } },
    ])
    // The regex has no short digit groups, because random ids may contain them.
    expect(JSON.stringify(log)).not.toMatch(/Ada|5550142|Office/)
  })

  it('is limited in number per organization', async () => {
    await within(organization, ({ db }) =>
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
    await expect(make()).rejects.toThrow(TooManyKeysError)
    const [{ id } = { id: '' }] = await keysOf()
    await revoke(id)
    await expect(make()).resolves.toBeDefined()
    await within(organization, ({ db }) => db.delete(apiKeys).where(eq(apiKeys.organizationId, organization)))
  })
})
