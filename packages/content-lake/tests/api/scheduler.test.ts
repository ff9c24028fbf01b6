import type { SanityClient } from '@sanity/client'
import { describe, expect, it, vi } from 'vitest'
import { startLake } from '../../server.ts'
import {
  createTestClient,
  createVersion,
  createManualClock,
  temporaryFolder,
  startTestLake,
  TOKENS,
} from '../fixtures.ts'

const createRelease = (client: SanityClient, releaseId: string) =>
  client.releases.create({ releaseId, metadata: { releaseType: 'scheduled' } })

describe('scheduled releases', () => {
  it('are published at their scheduled time, not before', async () => {
    const clock = createManualClock('2026-03-01T00:00:00Z')
    const client = createTestClient(await startTestLake({ clock }), TOKENS.editor)
    await createRelease(client, 'timed')
    await createVersion(client, 'versions.timed.a')
    await client.releases.schedule({ releaseId: 'timed', publishAt: '2026-03-01T12:00:00Z' })
    clock.moveTo('2026-03-01T11:59:59Z')
    expect(await client.getDocument('a')).toBeUndefined()
    clock.moveTo('2026-03-01T12:00:00Z')
    expect(await client.getDocument('a')).toMatchObject({ _type: 'page' })
    expect(await client.getDocument('_.releases.timed')).toMatchObject({ state: 'published' })
  })

  it('are published days later, each at its own time', async () => {
    const clock = createManualClock('2026-03-01T00:00:00Z')
    const client = createTestClient(await startTestLake({ clock }), TOKENS.editor)
    for (const [releaseId, publishAt] of Object.entries({
      third: '2026-03-03T12:00:00Z',
      fifth: '2026-03-05T12:00:00Z',
    })) {
      await createRelease(client, releaseId)
      await client.releases.schedule({ releaseId, publishAt })
    }
    const fetchState = async (name: string) => (await client.getDocument(`_.releases.${name}`))?.state
    const moveTo = async (day: string) => {
      clock.moveTo(day)
      return [await fetchState('third'), await fetchState('fifth')]
    }
    expect(await moveTo('2026-03-02T00:00:00Z')).toEqual(['scheduled', 'scheduled'])
    expect(await moveTo('2026-03-03T00:00:00Z')).toEqual(['scheduled', 'scheduled'])
    expect(await moveTo('2026-03-03T12:00:00Z')).toEqual(['published', 'scheduled'])
    expect(await moveTo('2026-03-04T12:00:00Z')).toEqual(['published', 'scheduled'])
    expect(await moveTo('2026-03-05T12:00:00Z')).toEqual(['published', 'published'])
  })

  it('are published on startup if they became due while the lake was down', async () => {
    const dataDir = temporaryFolder()
    const firstLake = await startLake({ port: 0, dataDir, clock: createManualClock('2026-03-01T00:00:00Z') })
    const client = createTestClient(firstLake, TOKENS.editor)
    await createRelease(client, 'off')
    await createVersion(client, 'versions.off.b')
    await client.releases.schedule({ releaseId: 'off', publishAt: '2026-03-01T12:00:00Z' })
    await firstLake.close()
    const restartedClient = createTestClient(await startTestLake({ dataDir }), TOKENS.editor)
    await vi.waitFor(async () => expect(await restartedClient.getDocument('b')).toBeDefined(), { timeout: 5000 })
  })

  it('become active again with an error when publishing fails', async () => {
    const clock = createManualClock('2026-03-01T00:00:00Z')
    const client = createTestClient(await startTestLake({ clock }), TOKENS.editor)
    await createRelease(client, 'broken')
    const to = { _type: 'reference', _ref: 'nothing', _weak: true, _strengthenOnPublish: { type: 'page' } }
    await createVersion(client, 'versions.broken.c', { to })
    await client.releases.schedule({ releaseId: 'broken', publishAt: '2026-03-02T00:00:00Z' })
    clock.moveTo('2026-03-02T00:00:00Z')
    expect(await client.getDocument('c')).toBeUndefined()
    expect(await client.getDocument('_.releases.broken')).toMatchObject({
      state: 'active',
      error: { message: expect.stringContaining('non-existent document "nothing"') },
    })
  })
})
