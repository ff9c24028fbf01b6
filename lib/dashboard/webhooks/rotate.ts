import { eq } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import type { EncryptionKey } from '../integrations/environment.ts'
import type { Rotation } from '../integrations/rotate.ts'
import { SealError, usesOlderKey } from '../integrations/secrets.ts'
import { webhookEndpoints } from '../schema/webhooks.ts'
import { updateEndpoint } from './repository.ts'
import { sealEndpointSecret, unsealEndpointSecret } from './secrets.ts'

/** Encrypts the signing secrets of an organization with the first key. */
export async function resealEndpointSecrets(
  tx: OrganizationTransaction,
  keys: EncryptionKey[],
  rotation: Rotation,
): Promise<void> {
  const { db, organizationId } = tx
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.organizationId, organizationId))
    .for('update')
  for (const row of rows) {
    for (const column of ['secret', 'previousSecret'] as const) {
      const sealed = row[column]
      try {
        if (!sealed || !usesOlderKey(keys, sealed)) continue
        const secret = await unsealEndpointSecret(keys, organizationId, sealed)
        await updateEndpoint(tx, row.id, { [column]: await sealEndpointSecret(keys, organizationId, secret) })
        rotation.resealed += 1
      } catch (error) {
        if (!(error instanceof SealError)) throw error
        rotation.unreadable += 1
      }
    }
  }
}
