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
  invitationsOf,
  inviteAll,
  revokeInvitation,
} from '../organizations/invitations.ts'
import { invitationJson } from '../resources/organization.ts'
import type { Invitation } from '../store/types.ts'
import { organizationOf, userOf } from './organization-lookup.ts'

/** Invitations of an organization. */
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

  routes.post('/organizations/:organization/invitations/:invitation/revoke', (c) => {
    const organization = organizationOf(services, c)
    const id = c.req.param('invitation')
    return json(c, shown(services.store.transaction(() => revokeInvitation(services, organization, id))))
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
