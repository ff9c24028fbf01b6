import { ZAPS } from '../data/sample-data.ts'
import { parseCount, defineApi, type ErrorResponder, createScopeGuard } from './access.ts'

/* Source: docs.zapier.com/powered-by-zapier/api-reference. */

const respondError: ErrorResponder = (c, status) =>
  c.json({ errors: [{ status, title: 'Rejected by the local server.' }] }, status)

export const zapierApi = defineApi('zapier', '/v1', respondError, (api) => {
  api.get('/profiles/me', createScopeGuard(respondError, 'profile'), (c) => {
    const { account } = c.var.access
    return c.json({ id: 1, full_name: account, email: `${account}@example.com` })
  })
  api.get('/zaps', createScopeGuard(respondError, 'zap'), (c) =>
    c.json({ objects: ZAPS.map((title) => ({ title })).slice(0, parseCount(c, 'limit', 10)) }),
  )
})
