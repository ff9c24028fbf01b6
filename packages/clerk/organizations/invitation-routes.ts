import { Hono } from 'hono'
import { respond } from '../http/responses.ts'
import { page, queryValues } from '../http/query.ts'
import type { ClerkContext, Env, Services } from '../http/services.ts'
import { invalidParam } from '../errors.ts'
import { invitationJson } from '../resources/organization.ts'
import { requireMembership } from './access.ts'
import { invitationsOf, inviteAll, revokeInvitation } from './invitations.ts'
import { readAddresses, readRole } from './fields.ts'

const MAX_AT_ONCE = 100

/** Invitations of an organization: list, create, revoke. */
export function invitationRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>()
  const manager = (c: ClerkContext) => requireMembership(services, c, 'org:sys_memberships:manage').organization

  const invite = async (c: ClerkContext, atMost: number) => {
    const organization = manager(c)
    const addresses = readAddresses(c.var.body)
    if (addresses.length > atMost) throw invalidParam('email_address', `At most ${atMost} at once.`)
    const role = readRole(services, c.var.body)
    const invites = addresses.map((emailAddress) => ({ emailAddress, role, inviterId: c.var.user.id }))
    return (await inviteAll(services, organization, invites)).map((invitation) =>
      invitationJson(services, invitation, 'frontend'),
    )
  }

  routes.get('/organizations/:organization/invitations', (c) => {
    const { data, total_count } = page(c, invitationsOf(services, manager(c), queryValues(c, 'status')))
    return respond(services, c, { data: data.map((item) => invitationJson(services, item, 'frontend')), total_count })
  })

  routes.post('/organizations/:organization/invitations', async (c) => respond(services, c, (await invite(c, 1))[0]))
  routes.post('/organizations/:organization/invitations/bulk', async (c) =>
    respond(services, c, await invite(c, MAX_AT_ONCE)),
  )

  routes.post('/organizations/:organization/invitations/:invitation/revoke', (c) => {
    const organization = manager(c)
    const id = c.req.param('invitation')
    const invitation = services.store.transaction(() => revokeInvitation(services, organization, id))
    return respond(services, c, invitationJson(services, invitation, 'frontend'))
  })
  return routes
}
