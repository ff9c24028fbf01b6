import { asc, gt } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { inOrganization } from '../../platform/db/organization.ts'
import { organizations } from '../../platform/db/organizations.ts'
import type { IntegrationContext } from './context.ts'
import type { IntegrationSettings } from './environment.ts'
import { isSealedWithOlder, SealError } from './secrets.ts'
import { changeConnection, listConnections, sealSecret, unsealSecret } from './repository.ts'

export type Rotation = { resealed: number; unreadable: number }

const BATCH = 100

/** Encrypts all secrets with the first key. Idempotent. Safe while the site runs, because it uses the first key too. */
export async function rotateSecrets(db: Database, settings: IntegrationSettings): Promise<Rotation> {
  const done: Rotation = { resealed: 0, unreadable: 0 }
  for (let after = ''; ;) {
    const batch = await db
      .select({ id: organizations.id })
      .from(organizations)
      .where(gt(organizations.id, after))
      .orderBy(asc(organizations.id))
      .limit(BATCH)
    for (const { id } of batch) await rotateOne(db, settings, id, done)
    const last = batch.at(-1)
    if (!last) return done
    after = last.id
  }
}

async function rotateOne(db: Database, settings: IntegrationSettings, organizationId: string, done: Rotation) {
  const context: IntegrationContext = {
    organizationId,
    settings,
    transaction: (work) => inOrganization(db, organizationId, work),
    now: () => new Date(),
  }
  await context.transaction(async (tx) => {
    for (const row of await listConnections(tx)) {
      try {
        if (!isSealedWithOlder(settings.keys, row.secret)) continue
        const secret = await unsealSecret(context, row.provider, row.secret)
        const sealed = await sealSecret(context, row.provider, secret)
        if (await changeConnection(tx, row, { secret: sealed })) done.resealed += 1
      } catch (error) {
        if (!(error instanceof SealError)) throw error
        done.unreadable += 1
      }
    }
  })
}
