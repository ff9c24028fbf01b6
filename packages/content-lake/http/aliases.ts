import { Hono } from 'hono'
import { requirePermission, requireUser } from '../access/permissions.ts'
import { badRequest, type Env, jsonBody, type LakeContext, type Services } from './services.ts'

/** /aliases: other names for datasets, which data URLs take with a tilde (`/data/query/~staging`). */
export function aliasRoutes({ store }: Services): Hono<Env> {
  const manage = (c: LakeContext): string => {
    requirePermission(c.get('user'), 'manage')
    return (c.req.param('name') ?? '').replace(/^~/, '')
  }
  return new Hono<Env>()
    .get('/aliases', (c) => {
      requireUser(c.get('user'))
      return c.json(store.aliases())
    })
    .put('/aliases/:name', async (c) => {
      const name = manage(c)
      const { datasetName } = store.createAlias(name, await linkedDataset(c))
      return c.json({ aliasName: name, datasetName })
    })
    .patch('/aliases/:name', async (c) => {
      const name = manage(c)
      const datasetName = await linkedDataset(c)
      if (datasetName === null) throw badRequest('"datasetName" is required')
      store.linkAlias(name, datasetName)
      return c.json({ aliasName: name, datasetName })
    })
    .patch('/aliases/:name/unlink', (c) => {
      const name = manage(c)
      // The CLI says from which dataset.
      const { datasetName } = store.linkAlias(name, null)
      return c.json({ aliasName: name, datasetName })
    })
    .delete('/aliases/:name', (c) => {
      const name = manage(c)
      store.removeAlias(name)
      return c.json({ aliasName: name, deleted: true })
    })
}

/** `{datasetName}`; no body for an alias that is linked later. */
async function linkedDataset(c: LakeContext): Promise<string | null> {
  if ((await c.req.text()) === '') return null
  const { datasetName = null } = await jsonBody(c)
  if (datasetName !== null && typeof datasetName !== 'string') throw badRequest('"datasetName" must be a string')
  return datasetName
}
