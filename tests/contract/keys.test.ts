import { beforeEach, describe, expect, it } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { apiKeys } from '../support/tables.ts'
import { keyRecord, MAX_KEYS } from '../../lib/dashboard/keys/input.ts'
import { READ_SCOPES, type Scope, SCOPE_NAMES } from '../../lib/platform/auth/scopes.ts'
import { createKey, listKeys, revokeKey, TooManyKeysError } from '../../lib/dashboard/keys/repository.ts'
import { setUpApi, type Kind, SAMPLES } from './api-fixtures.ts'
import { createOrganizationId, setUpDatabase } from '../support/opened-database.ts'
import { createManualClock } from './contact-fixtures.ts'

const OWNER = { kind: 'person', id: 'user_1' } as const

describe('API key', () => {
  const clock = createManualClock()
  const database = setUpDatabase()
  const { within } = database
  const api = setUpApi(database, { now: clock.now })
  const createTestKey = (scopes: readonly Scope[] = SCOPE_NAMES) =>
    within(organization, (tx) => createKey(tx, OWNER, { name: 'Office', scopes: [...scopes] }))
  let organization: string
  beforeEach(() => void (organization = createOrganizationId()))

  const listTestKeys = () => within(organization, listKeys)
  const revokeById = (id: string, owningOrganization = organization) =>
    within(owningOrganization, (tx) => revokeKey(tx, OWNER, id))

  it('is returned once, and stored only as a hash with its last characters', async () => {
    const { key, record } = await createTestKey()
    expect(key).toMatch(/^dw_[\w-]{43}$/)
    expect(record).toMatchObject({ name: 'Office', ending: key.slice(-4), createdById: 'user_1', lastUsedAt: null })
    expect(keyRecord.parse(record)).toEqual(record)
    expect(await listTestKeys()).toEqual([record])
    const [row] = await within(organization, ({ db }) =>
      db.execute<{ row: string }>(sql`select api_keys::text as row from api_keys`),
    )
    expect(row?.row).not.toContain(key.slice(3))
    expect((await createTestKey()).key).not.toBe(key)
  })

  it('gives access only to its own organization; invalid keys give none', async () => {
    const { key } = await createTestKey()
    expect(await api.send('GET', '/api/v1/leads', { key })).toMatchObject({ status: 200, body: { data: [] } })
    const invalidKeys = [undefined, `${key}x`, key.slice(0, -1), `dw_${'A'.repeat(43)}`, 'dw_', "dw_' or true --"]
    for (const invalidKey of invalidKeys) {
      const response = await api.send('GET', '/api/v1/leads', invalidKey === undefined ? {} : { key: invalidKey })
      expect({ other: invalidKey, ...response }).toMatchObject({
        other: invalidKey,
        status: 401,
        body: { status: 401 },
      })
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="api"/)
    }
    const basicResponse = await api.send('GET', '/api/v1/leads', { headers: { authorization: `Basic ${key}` } })
    expect(basicResponse.status).toBe(401)
  })

  it.each(SCOPE_NAMES)('requires the scope %s for its operations, and no other scope', async (requiredScope) => {
    const [kind, action] = requiredScope.split(':') as [Kind, 'read' | 'write']
    const fullKey = await createTestKey()
    const { body } = await api.send('POST', `/api/v1/${kind}`, { key: fullKey.key, body: SAMPLES[kind] })
    const path = `/api/v1/${kind}/${String(body.id)}`
    const sendAll = {
      read: (key: string) => [api.send('GET', `/api/v1/${kind}`, { key }), api.send('GET', path, { key })],
      write: (key: string) => [
        api.send('POST', `/api/v1/${kind}`, { key, body: SAMPLES[kind] }),
        api.send('PATCH', path, { key, body: {} }),
      ],
    }[action]
    const otherScopesKey = await createTestKey(SCOPE_NAMES.filter((tx) => tx !== requiredScope))
    for (const rejected of await Promise.all(sendAll(otherScopesKey.key))) {
      expect(rejected).toMatchObject({
        status: 403,
        body: { scope: requiredScope, detail: expect.stringContaining(requiredScope) },
      })
      expect(rejected.headers.get('www-authenticate')).toContain(`scope="${requiredScope}"`)
    }
    const singleScopeKey = await createTestKey([requiredScope])
    for (const allowed of await Promise.all(sendAll(singleScopeKey.key))) expect(allowed.status).toBeLessThan(300)
  })

  it('gives no access after it is revoked', async () => {
    const { key, record } = await createTestKey()
    const otherKey = await createTestKey()
    expect((await api.send('GET', '/api/v1/leads', { key })).status).toBe(200)
    expect(await revokeById(record.id)).toMatchObject({ revokedAt: expect.any(String) })
    const response = await api.send('GET', '/api/v1/leads', { key })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('invalid_token')
    expect((await api.send('GET', '/api/v1/leads', { key: otherKey.key })).status).toBe(200)
    expect((await listTestKeys()).map(({ id }) => id)).toEqual([otherKey.record.id, record.id])
  })

  it('can be revoked once, by its own organization only', async () => {
    const otherOrganization = createOrganizationId()
    const { key, record } = await createTestKey()
    for (const id of [record.id, 'x', '', '00000000-0000-4000-8000-000000000000'])
      expect(await revokeById(id, otherOrganization)).toBeUndefined()
    expect((await api.send('GET', '/api/v1/leads', { key })).status).toBe(200)
    const first = await revokeById(record.id)
    expect(await revokeById(record.id)).toEqual(first)
    const actions = (await database.events(organization)).map(({ action }) => action)
    expect(actions.toSorted()).toEqual(['key.created', 'key.revoked'])
  })

  it('records its last use at most once a minute', async () => {
    const { key } = await createTestKey(READ_SCOPES)
    const getLastUsed = async () => (await listTestKeys())[0]?.lastUsedAt
    const sendWithKey = () => api.send('GET', '/api/v1/leads', { key })
    expect(await getLastUsed()).toBeNull()
    const first = clock.now().toISOString()
    await sendWithKey()
    expect(await getLastUsed()).toBe(first)
    clock.advance(59_000)
    await sendWithKey()
    expect(await getLastUsed()).toBe(first)
    clock.advance(1_000)
    await sendWithKey()
    expect(await getLastUsed()).toBe(clock.now().toISOString())
    clock.advance(60_000)
    await api.send('POST', '/api/v1/leads', { key, body: SAMPLES.leads })
    expect(await getLastUsed()).toBe(clock.now().toISOString())
  })

  it('is the actor of its events in the audit log', async () => {
    const { key, record } = await createTestKey()
    const { body } = await api.send('POST', '/api/v1/leads', { key, body: SAMPLES.leads })
    await api.send('GET', `/api/v1/leads/${String(body.id)}`, { key })
    await api.send('GET', '/api/v1/leads', { key })
    const log = await database.events(organization)
    expect(log.toSorted((a, b) => (a.action < b.action ? -1 : 1))).toMatchObject([
      { action: 'key.created', actorKind: 'person', actorId: 'user_1', subjectId: record.id },
      { action: 'lead.created', actorKind: 'key', actorId: record.id, subjectId: body.id },
      { action: 'lead.read', actorKind: 'key', actorId: record.id, subjectId: body.id },
      { action: 'leads.listed', actorKind: 'key', actorId: record.id, details: { count: 1 } },
    ])
    // The regex has no short digit groups, because random ids may contain them.
    expect(JSON.stringify(log)).not.toMatch(/Ada|5550142|Office/)
  })

  it('is limited to a number of keys per organization', async () => {
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
    await expect(createTestKey()).rejects.toThrow(TooManyKeysError)
    const [{ id } = { id: '' }] = await listTestKeys()
    await revokeById(id)
    await expect(createTestKey()).resolves.toBeDefined()
    await within(organization, ({ db }) => db.delete(apiKeys).where(eq(apiKeys.organizationId, organization)))
  })
})
