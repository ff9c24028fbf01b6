import { Hono } from 'hono'
import { invalidParam } from '../errors.ts'
import { json } from '../http/responses.ts'
import { page, queryValues } from '../http/query.ts'
import { type Body, metadata, text } from '../http/request-body.ts'
import type { Env, Services } from '../http/services.ts'
import { readAddresses, readCount, readRole } from '../organizations/fields.ts'
import {
  type Invite,
  readRedirectUrl,
  invitationOf,
  invitationsFor,
  invitationsOf,
  inviteAll,
  revokeInvitation,
} from '../organizations/invitations.ts'
import { ownInvitationJson } from '../organizations/own-routes.ts'
import { invitationJson } from '../resources/organization.ts'
import type { Invitation } from '../store/types.ts'
import { organizationOf, userOf } from './organization-lookup.ts'

const MAX_AT_ONCE = 100

/** Invitations of an organization, and those of a user. */
export function backendInvitationRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>()
  const shown = (invitation: Invitation) => invitationJson(services, invitation, 'backend')

  routes.get('/organizations/:organization/invitations', (c) => {
    const organization = organizationOf(services, c)
    const { data, total_count } = page(c, invitationsOf(services, organization, queryValues(c, 'status')))
    return json(c, { data: data.map(shown), total_count })
  })

  routes.post('/organizations/:organization/invitations', async (c) => {
    const organization = organizationOf(services, c)
    const [invitation] = await inviteAll(services, organization, [readInvite(services, c.var.body)])
    return json(c, shown(invitation!))
  })

  routes.post('/organizations/:organization/invitations/bulk', async (c) => {
    const organization = organizationOf(services, c)
    const bodies = itemsIn(c.var.body)
    const invites = bodies.map((body) => readInvite(services, body))
    const made = await inviteAll(services, organization, invites)
    return json(c, { data: made.map(shown), total_count: made.length })
  })

  routes.get('/organizations/:organization/invitations/:invitation', (c) =>
    json(c, shown(invitationOf(services, organizationOf(services, c), c.req.param('invitation')))),
  )

  routes.post('/organizations/:organization/invitations/:invitation/revoke', (c) => {
    const organization = organizationOf(services, c)
    const id = c.req.param('invitation')
    return json(c, shown(services.store.transaction(() => revokeInvitation(services, organization, id))))
  })

  routes.get('/users/:user/organization_invitations', (c) => {
    const user = userOf(services, c.req.param('user'))
    const { data, total_count } = page(c, invitationsFor(services, user, queryValues(c, 'status')))
    return json(c, { data: data.map((item) => ownInvitationJson(services, item)), total_count })
  })
  return routes
}

function readInvite(services: Services, body: Body): Invite {
  const [emailAddress, ...others] = readAddresses(body)
  if (others.length > 0) throw invalidParam('email_address', 'One address an invitation.')
  const inviterId = text(body, 'inviter_user_id')
  return {
    emailAddress: emailAddress!,
    role: readRole(services, body),
    inviterId: inviterId ? userOf(services, inviterId).id : null,
    redirectUrl: readRedirectUrl(services, text(body, 'redirect_url')),
    publicMetadata: metadata(body, 'public_metadata') ?? {},
    privateMetadata: metadata(body, 'private_metadata') ?? {},
    expiresInDays: readCount(body, 'expires_in_days'),
  }
}

/** The items of a body that is a list; see http/request-body.ts. */
function itemsIn({ items }: Body): Body[] {
  const isList = Array.isArray(items) && items.length > 0 && items.length <= MAX_AT_ONCE
  if (!isList || items.some((item) => typeof item !== 'object' || item === null || Array.isArray(item))) {
    throw invalidParam('body', `The body must be a list of 1 to ${MAX_AT_ONCE} invitations.`)
  }
  return items as Body[]
}
