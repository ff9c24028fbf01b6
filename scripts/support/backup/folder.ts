import { millisecondsInDay } from 'date-fns/constants'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Matches UTC times that are safe for file names and sorting: 2026-11-26T19-25-03.120Z. */
const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/

const PARTIAL = 'partial-'

export const MANIFEST = 'manifest.json'

export const nameOf = (time: Date): string => time.toISOString().replaceAll(':', '-')

export function timeOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
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
      const takenAt = timeOf(name)
      const path = join(folder, name)
      return takenAt && existsSync(join(path, MANIFEST)) ? [{ name, path, takenAt }] : []
    })
    .toSorted((one, other) => one.takenAt.getTime() - other.takenAt.getTime())
}

export function partialFolder(folder: string, name: string): string {
  const path = join(folder, PARTIAL + name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  mkdirSync(path, { mode: 0o700 })
  return path
}

/**
 * Deletes expired backups except the newest, and incomplete ones older than a day.
 * @returns names of the deleted backups
 */
export function pruneBackups(folder: string, keepDays: number, now: Date): string[] {
  const old = listBackups(folder)
    .slice(0, -1)
    .filter(({ takenAt }) => now.getTime() - takenAt.getTime() > keepDays * millisecondsInDay)
  for (const { path } of old) rmSync(path, { recursive: true })
  for (const name of readdirSync(folder)) {
    const begun = name.startsWith(PARTIAL) ? timeOf(name.slice(PARTIAL.length)) : undefined
    if (begun && now.getTime() - begun.getTime() > millisecondsInDay) rmSync(join(folder, name), { recursive: true })
  }
  return old.map(({ name }) => name)
}
