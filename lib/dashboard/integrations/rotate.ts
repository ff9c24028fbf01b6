import { asc, gt } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { runInOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { organizations } from '../../platform/db/organizations.ts'
import type { IntegrationContext } from './context.ts'
import type { EncryptionKey, IntegrationSettings } from './environment.ts'
import { usesOlderKey, SealError } from './secrets.ts'
import { changeConnection, listConnections, sealSecret, unsealSecret } from './repository.ts'

export type Rotation = { resealed: number; unreadable: number }

/** Encrypts further secrets of an organization with the first key, and counts them. */
type Reseal = (tx: OrganizationTransaction, keys: EncryptionKey[], rotation: Rotation) => Promise<void>

const BATCH_SIZE = 100

/**
 * Encrypts all secrets with the first key. Idempotent. Safe while the site runs, because the site also encrypts with
 * the first key.
 */
export async function rotateSecrets(
  db: Database,
  settings: IntegrationSettings,
  resealOthers: Reseal[] = [],
): Promise<Rotation> {
  const rotation: Rotation = { resealed: 0, unreadable: 0 }
  for (let lastId = ''; ;) {
    const batch = await db
      .select({ id: organizations.id })
      .from(organizations)
      .where(gt(organizations.id, lastId))
      .orderBy(asc(organizations.id))
      .limit(BATCH_SIZE)
    for (const { id } of batch) {
      await rotateOrganization(db, settings, id, rotation)
      for (const reseal of resealOthers) await runInOrganization(db, id, (tx) => reseal(tx, settings.keys, rotation))
    }
    const last = batch.at(-1)
    if (!last) return rotation
    lastId = last.id
  }
}

async function rotateOrganization(
  db: Database,
  settings: IntegrationSettings,
  organizationId: string,
  rotation: Rotation,
) {
  const context: IntegrationContext = {
    organizationId,
    settings,
    transaction: (operation) => runInOrganization(db, organizationId, operation),
    now: () => new Date(),
  }
  await context.transaction(async (tx) => {
    for (const row of await listConnections(tx)) {
      try {
        if (!usesOlderKey(settings.keys, row.secret)) continue
        const secret = await unsealSecret(context, row.provider, row.secret)
        const sealedSecret = await sealSecret(context, row.provider, secret)
        if (await changeConnection(tx, row, { secret: sealedSecret })) rotation.resealed += 1
      } catch (error) {
        if (!(error instanceof SealError)) throw error
        rotation.unreadable += 1
      }
    }
  })
}
