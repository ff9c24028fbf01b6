'use client'

import { queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import type { KeyInput, KeyList, KeyRecord, MadeKey } from '@/lib/keys/input.ts'
import { mayWrite } from '@/lib/keys/scopes.ts'
import { changeOf, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'

/** Makes keys. One that writes asks for a more recent confirmation of who somebody is. */
export function useNewKey(reader: Reader) {
  return useOptimisticMutation({
    send: (input: KeyInput) => sendChange<MadeKey>(mayWrite(input.scopes) ? 'keys/writing' : 'keys', 'POST', input),
    changes: [],
    invalidates: [queryKeyOf('keys', reader)],
  })
}

/** Revokes keys. */
export function useRevoke(reader: Reader) {
  return useOptimisticMutation({
    send: ({ id }: KeyRecord) => sendChange<KeyRecord>(`keys/${id}`, 'DELETE'),
    changes: [
      changeOf(queryKeyOf('keys', reader), (list: KeyList, revoked: KeyRecord) => ({
        ...list,
        keys: list.keys.map((key) => (key.id === revoked.id ? { ...key, revokedAt: new Date().toISOString() } : key)),
      })),
    ],
    done: ({ name }) => ({ title: `“${name}” is revoked`, tone: 'accent' as const }),
  })
}
