import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const VALID_MS = 60 * 60 * 1000

/** One file of a backup. */
export type FileLink = { backup: string; position: number }

export type BackupLinks = {
  /** Path and query that lead to the file without a token, for an hour or until the lake ends. */
  pathOf(link: FileLink): string
  /** Undefined when the address was not given out, or lately enough. */
  read(pathname: string, query: URLSearchParams): FileLink | undefined
}

const PATH = /^\/backups\/([\w-]+)\/(\d{1,9})$/

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
    read(pathname, query) {
      const [, backup, position] = PATH.exec(pathname) ?? []
      const expires = query.get('expires') ?? ''
      const given = Buffer.from(query.get('signature') ?? '', 'hex')
      const expected = sign(pathname, expires)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      if (backup === undefined || Number(expires) < now()) return undefined
      return { backup, position: Number(position) }
    },
  }
}
