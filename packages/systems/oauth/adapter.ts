import type { Store } from '../store.ts'
import type { SystemName } from '../systems.ts'

type Payload = Record<string, unknown>

/** Where oidc-provider keeps a kind of its things for one system: see its documentation on adapters. */
export function adapterFor({ kept }: Store, system: SystemName, model: string) {
  const find = async (by: 'id' | 'uid', value: string) => kept.find(system, model, by, value)?.payload
  return {
    upsert: async (id: string, payload: Payload, seconds?: number) => kept.put(system, model, id, payload, seconds),
    find: (id: string) => find('id', id),
    findByUid: (uid: string) => find('uid', uid),
    // Of the flow for devices, which none of these systems is asked for.
    findByUserCode: async () => undefined,
    destroy: async (id: string) => kept.remove(system, model, id),
    revokeByGrantId: async (grantId: string) => kept.endGrant(system, grantId),
    consume: async (id: string) => kept.consume(system, model, id),
  }
}
