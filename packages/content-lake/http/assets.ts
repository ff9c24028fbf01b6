import { Hono } from 'hono'
import { requireWrite } from '../access/permissions.ts'
import type { UploadMeta } from '../assets/types.ts'
import { assetLimit } from './middleware.ts'
import { badRequest, type Env, type LakeContext, type Services } from './services.ts'

/** POST /assets/:kind/:dataset, the bytes as the body. The same bytes give the same asset document. */
export function assetUploadRoutes({ assets, store }: Services): Hono<Env> {
  return new Hono<Env>().post('/assets/:kind/:dataset', assetLimit, async (c) => {
    const user = requireWrite(c.get('user'), 'mutationError')
    const dataset = store.dataset(c.req.param('dataset'))
    const kind = c.req.param('kind')
    if (kind !== 'images' && kind !== 'files') throw badRequest('Asset type must be "images" or "files"')
    const bytes = Buffer.from(await c.req.arrayBuffer())
    if (bytes.length === 0) throw badRequest('Asset is empty')
    const described = await assets.describeUpload(kind, bytes, uploadMeta(c), dataset.name)
    dataset.mutate([{ createIfNotExists: described }], { author: user.id })
    return c.json({ document: dataset.get(described._id) })
  })
}

/** GET and HEAD of stored assets, outside the versioned API, as on cdn.sanity.io. */
export function assetRoutes({ assets }: Services): Hono<Env> {
  const serve = (c: LakeContext): Promise<Response> => assets.serve(c.req.raw)
  return new Hono<Env>().get('/images/*', serve).get('/files/*', serve)
}

function uploadMeta(c: LakeContext): UploadMeta {
  const { filename, label, title, description, creditLine, sourceId, sourceName, sourceUrl } = c.req.query()
  const meta = c.req.queries('meta')?.flatMap((names) => names.split(','))
  const source = { id: sourceId, name: sourceName, url: sourceUrl }
  return {
    filename,
    label,
    title,
    description,
    creditLine,
    contentType: c.req.header('content-type'),
    ...(sourceId && { source }),
    ...(meta && { meta }),
  }
}
