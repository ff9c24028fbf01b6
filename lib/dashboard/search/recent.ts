import { z } from 'zod'
import { MAX_RECENT_RECORDS, recordReference, type RecordReference } from './input.ts'
import type { Reader } from '../query/dashboard-query.ts'

/*
 * Recently opened records stay in the browser, because they are a convenience of one person on one device. Only their
 * ids are stored: the server resolves them on each open, with the current permissions, and deleted records disappear.
 */

const buildKey = ({ organizationId, userId }: Reader): string => `ductwise-recent-${organizationId}-${userId}`

const stored = z.array(recordReference).max(MAX_RECENT_RECORDS)

/** Returns the recently opened records, latest first. Returns none if the storage is blocked or its content is invalid. */
export function readRecent(reader: Reader): RecordReference[] {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(buildKey(reader)) ?? '[]'))
  } catch {
    // The browser blocks storage, or another version wrote another format.
    return []
  }
}

export function addRecent(reader: Reader, record: RecordReference): void {
  const others = readRecent(reader).filter(({ kind, id }) => kind !== record.kind || id !== record.id)
  try {
    localStorage.setItem(buildKey(reader), JSON.stringify([record, ...others].slice(0, MAX_RECENT_RECORDS)))
  } catch {
    // The browser blocks storage. The palette works without recent records.
  }
}
