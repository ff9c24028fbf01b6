import { Hono } from 'hono'
import { requireWrite } from '../access/permissions.ts'
import { performActions } from '../actions/perform.ts'
import { jsonLimit } from './middleware.ts'
import { badRequest, jsonBody, type Env, type Services } from './services.ts'

/** POST /data/actions/:dataset: what the Studio does instead of mutations. */
export function actionRoutes({ store }: Services): Hono<Env> {
  return new Hono<Env>().post('/data/actions/:dataset', jsonLimit, async (c) => {
    const user = requireWrite(c.get('user'), 'actionError')
    const dataset = store.dataset(c.req.param('dataset'))
    const { actions, transactionId, dryRun } = await jsonBody(c)
    if (!Array.isArray(actions) || actions.length === 0) throw badRequest('Request body must have an array of actions')
    const committed = performActions(dataset, actions, {
      author: user.id,
      transactionId: (transactionId as string | undefined) ?? undefined,
      dryRun: dryRun === true,
    })
    return c.json({ transactionId: committed.transactionId })
  })
}
