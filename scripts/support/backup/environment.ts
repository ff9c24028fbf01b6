import { resolve } from 'node:path'
import { z } from 'zod'
import { UserError } from '../progress.ts'

const blankIsUnset = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)

const KEY_REMEDY = 'is not a key of 32 bytes in base64: make one with `openssl rand -base64 32`'

/* Not in lib/env.ts: the site has no use for these, and its process is not to hold the key of the backups. */
const variables = z.object({
  BACKUP_FOLDER: z.preprocess(blankIsUnset, z.string().optional()),
  BACKUP_KEY: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^[A-Za-z0-9+/]{43}=$/, KEY_REMEDY)
      .optional(),
  ),
  BACKUP_KEEP_DAYS: z.preprocess(
    blankIsUnset,
    z.coerce.number('is not a number of days').int('is not a whole number of days').min(1).max(3_650).default(30),
  ),
})

/** Where backups are, what they are sealed with, and how long they are kept. */
export type BackupEnv = {
  folder: string
  /** 32 bytes; undefined for backups that are not sealed. */
  key: Buffer | undefined
  keepDays: number
}

/**
 * Reads the variables of backups.
 * @param defaultFolder of the backups, where BACKUP_FOLDER is not set
 * @throws {UserError} naming what is wrong, never its value
 */
export function backupEnv(source: Record<string, string | undefined>, defaultFolder: string): BackupEnv {
  const parsed = variables.safeParse(source)
  if (!parsed.success)
    throw new UserError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'))
  const { BACKUP_FOLDER, BACKUP_KEY, BACKUP_KEEP_DAYS } = parsed.data
  return {
    folder: resolve(BACKUP_FOLDER ?? defaultFolder),
    key: BACKUP_KEY ? Buffer.from(BACKUP_KEY, 'base64') : undefined,
    keepDays: BACKUP_KEEP_DAYS,
  }
}
