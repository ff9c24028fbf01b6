import { Hono } from 'hono'
import { ClerkError, missingParam } from '../errors.ts'
import { json } from '../http/responses.ts'
import { page, queryValues } from '../http/query.ts'
import { type Body, metadata, text } from '../http/request-body.ts'
import type { Env, Services } from '../http/services.ts'
import { createOrganization, deleteOrganization, updateOrganization } from '../organizations/changes.ts'
import { readCount, readName, readSlug, slugFrom } from '../organizations/fields.ts'
import { organizationJson } from '../resources/organization.ts'
import type { Organization, User } from '../store/types.ts'
import { mergeMetadata } from '../users/metadata.ts'
import { organizationOf } from './organization-lookup.ts'

/** Organizations: list, create, show, change, delete. */
export function backendProfileRoutes(services: Services): Hono<Env> {
  const { store } = services
  const routes = new Hono<Env>()
  const shown = (organization: Organization) => organizationJson(services, organization, 'backend')

  routes.get('/organizations', (c) => {
    const words = c.req.query('query')?.toLowerCase() ?? ''
    const ids = queryValues(c, 'organization_id')
    const found = store.organizations
      .all()
      .filter(({ id }) => ids.length === 0 || ids.includes(id))
      .filter(({ id, name, slug }) => [id, name.toLowerCase(), slug].some((value) => value.includes(words)))
    const { data, total_count } = page(c, sorted(found, c.req.query('order_by')))
    return json(c, { data: data.map(shown), total_count })
  })

  routes.post('/organizations', (c) => {
    const { body } = c.var
    const name = readName(body)
    if (name === undefined) throw missingParam('name')
    const creator = creatorOf(services, body)
    const organization = store.transaction(() => {
      const slug = readSlug(services, body) ?? slugFrom(services, name)
      return createOrganization(services, { name, slug, ...settingsIn(body) }, creator)
    })
    return json(c, shown(organization))
  })

  routes.get('/organizations/:organization', (c) => json(c, shown(organizationOf(services, c))))

  routes.patch('/organizations/:organization', (c) => {
    const { id } = organizationOf(services, c)
    const { body } = c.var
    const updated = store.transaction(() => {
      const name = readName(body)
      const slug = readSlug(services, body, id)
      return updateOrganization(services, id, { ...(name && { name }), ...(slug && { slug }), ...settingsIn(body) })
    })
    return json(c, shown(updated))
  })

  routes.on(['PATCH', 'PUT'], '/organizations/:organization/metadata', (c) => {
    const organization = organizationOf(services, c)
    const given = metadataIn(c.var.body)
    const merged = Object.fromEntries(
      Object.entries(given).map(([field, value]) => [
        field,
        mergeMetadata(organization[field as keyof typeof given] ?? {}, value),
      ]),
    )
    const change = c.req.method === 'PUT' ? given : merged
    return json(c, shown(store.transaction(() => updateOrganization(services, organization.id, change))))
  })

  routes.delete('/organizations/:organization', (c) => {
    const organization = organizationOf(services, c)
    store.transaction(() => deleteOrganization(services, organization))
    return json(c, { object: 'organization', id: organization.id, slug: organization.slug, deleted: true })
  })

  return routes
}

function creatorOf({ store }: Services, body: Body): User | null {
  const id = text(body, 'created_by')
  if (!id) return null
  const user = store.users.get(id)
  if (!user) {
    throw new ClerkError(400, 'organization_creator_not_found', 'creator not found', {
      long: `No users found with id ${id}.`,
    })
  }
  return user
}

function metadataIn(body: Body): Partial<Pick<Organization, 'publicMetadata' | 'privateMetadata'>> {
  const publicMetadata = metadata(body, 'public_metadata')
  const privateMetadata = metadata(body, 'private_metadata')
  return { ...(publicMetadata && { publicMetadata }), ...(privateMetadata && { privateMetadata }) }
}

function settingsIn(body: Body): Partial<Organization> {
  const maxAllowedMemberships = readCount(body, 'max_allowed_memberships')
  return { ...metadataIn(body), ...(maxAllowedMemberships !== undefined && { maxAllowedMemberships }) }
}

/** By `name` or `created_at`, descending with a minus; default: newest first. */
function sorted(organizations: Organization[], order = '-created_at'): Organization[] {
  const [, sign, field] = /^([+-]?)(name|created_at)$/.exec(order) ?? ['', '-', 'created_at']
  // The input is in order of creation, which a stable sort keeps where times are equal.
  const up = organizations.toSorted((a, b) =>
    field === 'name' ? a.name.localeCompare(b.name, 'en') : a.createdAt - b.createdAt,
  )
  return sign === '-' ? up.toReversed() : up
}
