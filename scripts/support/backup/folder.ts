import { millisecondsInDay } from 'date-fns/constants'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Matches UTC times that are safe for file names and sorting: 2026-11-26T19-25-03.120Z. */
const BACKUP_NAME_PATTERN = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/

const PARTIAL_PREFIX = 'partial-'

export const MANIFEST_FILE = 'manifest.json'

export const formatBackupName = (time: Date): string => time.toISOString().replaceAll(':', '-')

export function parseBackupTime(name: string): Date | undefined {
  const [, day, hour, minute, second] = BACKUP_NAME_PATTERN.exec(name) ?? []
  return day ? new Date(`${day}T${hour}:${minute}:${second}`) : undefined
}

export type StoredBackup = { name: string; path: string; takenAt: Date }

/**
 * Returns complete backups, oldest first. A backup without a manifest is incomplete, because the manifest is written
 * last.
 */
export function listBackups(folder: string): StoredBackup[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const takenAt = parseBackupTime(name)
      const path = join(folder, name)
      return takenAt && existsSync(join(path, MANIFEST_FILE)) ? [{ name, path, takenAt }] : []
    })
    .toSorted((a, b) => a.takenAt.getTime() - b.takenAt.getTime())
}

export function createPartialFolder(folder: string, name: string): string {
  const path = join(folder, PARTIAL_PREFIX + name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  mkdirSync(path, { mode: 0o700 })
  return path
}

/**
 * Deletes expired backups except the newest, and incomplete ones older than a day.
 * @returns names of the deleted backups
 */
export function pruneBackups(folder: string, keepDays: number, now: Date): string[] {
  const expired = listBackups(folder)
    .slice(0, -1)
    .filter(({ takenAt }) => now.getTime() - takenAt.getTime() > keepDays * millisecondsInDay)
  for (const { path } of expired) rmSync(path, { recursive: true })
  for (const name of readdirSync(folder)) {
    const startedAt = name.startsWith(PARTIAL_PREFIX) ? parseBackupTime(name.slice(PARTIAL_PREFIX.length)) : undefined
    if (startedAt && now.getTime() - startedAt.getTime() > millisecondsInDay)
      rmSync(join(folder, name), { recursive: true })
  }
  return expired.map(({ name }) => name)
}
