import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Names of backups, as UTC times that file systems and sorting take: 2026-11-26T19-25-03.120Z. */
const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/

/** A backup that is not whole yet, or never will be. */
const PARTIAL = 'partial-'

export const MANIFEST = 'manifest.json'

const DAY = 24 * 3_600_000

export const nameOf = (time: Date): string => time.toISOString().replaceAll(':', '-')

/** The time in a name; undefined for another name. */
export function timeOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  return day ? new Date(`${day}T${hour}:${minute}:${second}`) : undefined
}

export type StoredBackup = { name: string; path: string; takenAt: Date }

/** The backups of a folder, oldest first. One without a manifest is none: that is written last. */
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

/** Makes the folder in which a backup is written until it is whole. Only its owner may look into it. */
export function partialFolder(folder: string, name: string): string {
  const path = join(folder, PARTIAL + name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  mkdirSync(path, { mode: 0o700 })
  return path
}

/**
 * Deletes backups that are older than so many days, never the newest, and what of a backup that failed is a day old.
 * @returns names of the deleted backups
 */
export function pruneBackups(folder: string, keepDays: number, now: Date): string[] {
  const old = listBackups(folder)
    .slice(0, -1)
    .filter(({ takenAt }) => now.getTime() - takenAt.getTime() > keepDays * DAY)
  for (const { path } of old) rmSync(path, { recursive: true })
  for (const name of readdirSync(folder)) {
    const begun = name.startsWith(PARTIAL) ? timeOf(name.slice(PARTIAL.length)) : undefined
    if (begun && now.getTime() - begun.getTime() > DAY) rmSync(join(folder, name), { recursive: true })
  }
  return old.map(({ name }) => name)
}
