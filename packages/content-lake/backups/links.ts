import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const VALID_MS = 60 * 60 * 1000

/** One file of a backup. */
type FileLink = { backup: string; position: number }

export type BackupLinks = {
  /** Path and query that lead to the file without a token, for an hour or until the lake ends. */
  pathOf(link: FileLink): string
  /** Whether the address was given out, lately enough. */
  isValid(pathname: string, query: { expires?: string; signature?: string }): boolean
}

/** Signed links, as those of hosted Sanity's backups: whoever downloads one presents no token. */
export function createBackupLinks(now: () => number): BackupLinks {
  const key = randomBytes(32)
  const sign = (pathname: string, expires: string): Buffer =>
    createHmac('sha256', key).update(`${pathname}?${expires}`).digest()

  return {
    pathOf({ backup, position }) {
      const pathname = `/backups/${backup}/${position}`
      const expires = String(now() + VALID_MS)
      return `${pathname}?expires=${expires}&signature=${sign(pathname, expires).toString('hex')}`
    },
    isValid(pathname, { expires = '', signature = '' }) {
      const given = Buffer.from(signature, 'hex')
      const expected = sign(pathname, expires)
      return given.length === expected.length && timingSafeEqual(given, expected) && Number(expires) >= now()
    },
  }
}
