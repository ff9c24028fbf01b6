import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { OFFERED_PLANS } from '../../lib/platform/auth/access-table.ts'
import { trials } from '../../lib/dashboard/schema/lines.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { stubSiteEnv } from '../support/site-env.ts'
import { startTcpRelay, type TcpRelay } from '../support/stack/tcp-relay.ts'
import { resetPool } from '../support/reset-pool.ts'

vi.mock('server-only', () => ({}))

const ORGANIZATION = 'org_trial'
const FRESH_MS = 30_000
const [PLAN] = OFFERED_PLANS

describe('getCurrentTrialPlan', () => {
  const database = setUpDatabase()
  let connection: TcpRelay
  let currentTrialPlan: (organizationId: string) => Promise<string | undefined>

  beforeAll(async () => {
    connection = await startTcpRelay(Number(new URL(database.url).port))
    stubSiteEnv({ DATABASE_URL: Object.assign(new URL(database.url), { port: String(connection.port) }).href })
    ;({ getCurrentTrialPlan: currentTrialPlan } = await import('../../lib/dashboard/trials/current-trial.ts'))
    await database.within(ORGANIZATION, ({ db, organizationId }) =>
      db.insert(trials).values({ organizationId, plan: PLAN, chosenAt: new Date() }),
    )
    return async () => {
      await resetPool()
      await connection.close()
    }
  })
  afterEach(() => void vi.restoreAllMocks())

  it('returns the cached plan while the database exceeds the request timeout', async () => {
    await vi.waitFor(async () => expect(await currentTrialPlan(ORGANIZATION)).toBe(PLAN), { timeout: 15_000 })
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + FRESH_MS + 1)
    connection.mute()
    expect(await currentTrialPlan(ORGANIZATION)).toBe(PLAN)
    // Waits until the background query has timed out. The plan must still be cached after that.
    await wait(3_500)
    expect(await currentTrialPlan(ORGANIZATION)).toBe(PLAN)
  })
})
