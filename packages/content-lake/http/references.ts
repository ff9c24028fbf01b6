import { Hono } from 'hono'
import { requireUser } from '../access/permissions.ts'
import type { Dataset } from '../store/dataset.ts'
import { isTrue, type Env, type Services } from './services.ts'

type Referrer = { projectId: string; datasetName: string; documentId: string }

/** GET /data/references/:dataset/documents/:id/to: what refers to a document, in its own dataset and from the others. */
export function referenceRoutes({ projectId, store }: Services): Hono<Env> {
  return new Hono<Env>().get('/data/references/:dataset/documents/:id/to', (c) => {
    requireUser(c.get('user'))
    const dataset = store.dataset(c.req.param('dataset'))
    const id = c.req.param('id')
    const internal = isTrue(c.req.query('excludeInternalReferences')) ? [] : [...dataset.snapshot().referencing(id)]
    const others = store.datasets().filter(({ name }) => name !== dataset.name)
    const references: Referrer[] = [
      ...internal.map(({ _id }) => ({ projectId, datasetName: dataset.name, documentId: _id })),
      ...others.flatMap(({ name }) =>
        crossReferrers(store.dataset(name), dataset.name, id).map((documentId) => ({
          projectId,
          datasetName: name,
          documentId,
        })),
      ),
    ]
    return c.json({ totalCount: references.length, references })
  })
}

function crossReferrers(from: Dataset, to: string, id: string): string[] {
  return [...from.snapshot().all()].filter((document) => refersAcross(document, to, id)).map(({ _id }) => _id)
}

function refersAcross(value: unknown, dataset: string, id: string): boolean {
  if (value === null || typeof value !== 'object') return false
  const { _dataset, _ref } = value as Record<string, unknown>
  if (_dataset === dataset && _ref === id) return true
  return Object.values(value).some((child) => refersAcross(child, dataset, id))
}
