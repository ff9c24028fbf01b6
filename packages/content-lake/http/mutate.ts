import { Hono } from 'hono'
import { mayComment, requireUser, requireWrite } from '../access/permissions.ts'
import { performActions } from '../actions/perform.ts'
import { jsonLimit } from './middleware.ts'
import { type Env, type Services, badRequest, isTrue, jsonBody } from './services.ts'

/** POST /data/mutate/:dataset. `visibility` is accepted; every commit is visible at once (`sync`). */
export function mutateRoutes({ store }: Services): Hono<Env> {
  return new Hono<Env>().post('/data/mutate/:dataset', jsonLimit, async (c) => {
    const user = requireUser(c.get('user'))
    const dataset = store.dataset(c.req.param('dataset'))
    if (!store.keepsComments(dataset.name) || !mayComment(user)) requireWrite(user, 'mutationError')
    const { mutations, transactionId } = await jsonBody(c)
    if (!Array.isArray(mutations)) throw badRequest('Request body must have an array of mutations')
    const returnDocuments = isTrue(c.req.query('returnDocuments'))
    const committed = dataset.mutate(mutations, {
      author: user.id,
      transactionId: (transactionId as string | undefined) ?? c.req.query('transactionId'),
      dryRun: isTrue(c.req.query('dryRun')),
      generateArrayKeys: isTrue(c.req.query('autoGenerateArrayKeys')),
    })
    const results = committed.results.map(({ document, ...result }) =>
      returnDocuments ? { ...result, ...(document && { document }) } : result,
    )
    const withResults = returnDocuments || isTrue(c.req.query('returnIds'))
    return c.json({ transactionId: committed.transactionId, ...(withResults && { results }) })
  })
}

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
