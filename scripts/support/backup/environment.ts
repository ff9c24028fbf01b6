import { resolve } from 'node:path'
import { z } from 'zod'
import { UserError } from '../progress.ts'

const KEY_REMEDY = 'is not a base64 key of 32 bytes: generate one with `openssl rand -base64 32`'

/* These variables are not in lib/platform/env/env.ts, because the site's process must not have the backup key. */
const envSchema = z.object({
  BACKUP_FOLDER: z.string().optional(),
  BACKUP_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, KEY_REMEDY)
    .optional(),
  BACKUP_KEEP_DAYS: z.coerce
    .number('is not a number of days')
    .int('must be a whole number of days')
    .min(1)
    .max(3_650)
    .default(30),
})

export type BackupEnv = {
  folder: string
  /** Key of 32 bytes. Undefined for unencrypted backups. */
  key: Buffer | undefined
  keepDays: number
}

/**
 * Parses the backup variables.
 * @param defaultFolder used without BACKUP_FOLDER
 * @throws {UserError} with the names of invalid variables, never their values
 */
export function parseBackupEnv(source: Record<string, string | undefined>, defaultFolder: string): BackupEnv {
  const nonEmptyVariables = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const parsed = envSchema.safeParse(nonEmptyVariables)
  if (!parsed.success)
    throw new UserError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'))
  const { BACKUP_FOLDER, BACKUP_KEY, BACKUP_KEEP_DAYS } = parsed.data
  return {
    folder: resolve(BACKUP_FOLDER ?? defaultFolder),
    key: BACKUP_KEY ? Buffer.from(BACKUP_KEY, 'base64') : undefined,
    keepDays: BACKUP_KEEP_DAYS,
  }
}
