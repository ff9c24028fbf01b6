import { Hono } from 'hono'
import { requirePermission, requireUser } from '../access/permissions.ts'
import type { BackupFile } from '../backups/index.ts'
import { LakeError } from '../errors.ts'
import { badRequest, type Env, jsonBody, type LakeContext, type Services } from './services.ts'

const DEFAULT_LIMIT = 30
const MAX_LIMIT = 100
const FILES_OF_A_PAGE = 500
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Backups of a dataset, as `sanity backups` enables, lists and downloads them. */
export function backupRoutes({ backupLinks, backups, publicUrl, store }: Services): Hono<Env> {
  const base = '/projects/:project/datasets/:name'
  // The CLI puts what these addresses lead to into an archive for `sanity datasets import`; it presents no token to them.
  const link = (backup: string, position: number, { type, name, content }: BackupFile) => ({
    name,
    type,
    url: publicUrl + (type === 'document' ? backupLinks.pathOf({ backup, position }) : `/${content}`),
  })
  return new Hono<Env>()
    .put(`${base}/settings/backups`, async (c) => {
      requirePermission(c.get('user'), 'manage')
      const dataset = store.dataset(c.req.param('name'))
      const { enabled } = await jsonBody(c)
      if (typeof enabled !== 'boolean') throw badRequest('"enabled" must be true or false')
      if (store.keepsComments(dataset.name)) throw badRequest('There are no backups of comments')
      backups.setEnabled(dataset, enabled)
      return c.body(null, 204)
    })
    .get(`${base}/backups`, (c) => {
      requireUser(c.get('user'))
      const limit = Math.min(wholeNumber(c, 'limit') ?? DEFAULT_LIMIT, MAX_LIMIT)
      const range = { after: date(c, 'after'), before: date(c, 'before'), limit }
      return c.json({ backups: backups.list(store.dataset(c.req.param('name')).name, range), limit })
    })
    .get(`${base}/backups/:id`, (c) => {
      requireUser(c.get('user'))
      const { name } = store.dataset(c.req.param('name'))
      const id = c.req.param('id')
      const from = wholeNumber(c, 'nextCursor') ?? 0
      const page = backups.read(name, id, from, FILES_OF_A_PAGE)
      if (!page) throw notFound(`Backup "${id}" not found`)
      const { createdAt, files, totalFiles } = page
      const next = from + files.length
      return c.json({
        createdAt,
        totalFiles,
        files: files.map((file, index) => link(id, from + index, file)),
        ...(next < totalFiles && { nextCursor: String(next) }),
      })
    })
}

/** GET /backups/:backup/:position: one document of a backup, outside the versioned API, by a signed address. */
export function backupFileRoutes({ backupLinks, backups }: Services): Hono<Env> {
  return new Hono<Env>().get('/backups/:backup/:position', (c) => {
    if (!backupLinks.isValid(new URL(c.req.url).pathname, c.req.query())) {
      const message = 'The address of this file is wrong or has expired: list the backup again'
      throw new LakeError(403, { statusCode: 403, error: 'Forbidden', message })
    }
    const json = backups.document(c.req.param('backup'), Number(c.req.param('position')))
    if (json === undefined) throw notFound('This backup is gone')
    return c.body(json, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  })
}

/** Of the query string. Throws 400 for anything but a whole number above 0. */
function wholeNumber(c: LakeContext, name: string): number | undefined {
  const text = c.req.query(name)
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(text)) throw badRequest(`"${name}" must be a whole number above 0`)
  return Number(text)
}

/** Of the query string. Throws 400 for anything but a day (YYYY-MM-DD). */
function date(c: LakeContext, name: string): string | undefined {
  const text = c.req.query(name)
  if (text === undefined || (DATE.test(text) && !Number.isNaN(Date.parse(text)))) return text
  throw badRequest(`"${name}" must be a day, as in 2026-01-31`)
}

const notFound = (message: string): LakeError => new LakeError(404, { statusCode: 404, error: 'Not Found', message })
