import { Hono } from 'hono'
import { requireUser } from '../access/permissions.ts'
import type { LakeDocument } from '../store/document.ts'
import type { Env, Services } from './services.ts'

/**
 * GET /data/export/:dataset: every document, drafts included, one JSON object a line. All of it comes in one stream, so a client
 * that asks by cursor (`nextCursor`) gets no further cursor.
 */
export function exportRoutes({ store }: Services): Hono<Env> {
  return new Hono<Env>().get('/data/export/:dataset', (c) => {
    requireUser(c.get('user'))
    const types = c.req.query('types')?.split(',')
    const { all } = store.dataset(c.req.param('dataset')).snapshot()
    // The documents of this moment: stored ones are never changed in place, so later commits do not show.
    const documents = [...all()].filter(({ _type }) => !types || types.includes(_type))
    return c.body(lines(documents), 200, { 'Content-Type': 'application/x-ndjson' })
  })
}

const CHUNK = 200

function lines(documents: LakeDocument[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let at = 0
  return new ReadableStream({
    pull(controller) {
      const chunk = documents.slice(at, (at += CHUNK))
      if (chunk.length === 0) controller.close()
      else controller.enqueue(encoder.encode(chunk.map((document) => `${JSON.stringify(document)}\n`).join('')))
    },
  })
}
