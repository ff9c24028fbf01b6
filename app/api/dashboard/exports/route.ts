import { withAccess } from '@/lib/auth/with-access.ts'
import { exportOrganization, listExports } from '@/lib/auth/organizations/store.ts'
import { withDatabase } from '@/lib/db/client.ts'
import { env } from '@/lib/env.ts'

/** The latest exports of the organization's data: `{ exports: [{ id, at, own }] }`. */
export const GET = withAccess({ permission: 'org:settings:manage' }, async ({ organization, userId }) => {
  const exports = await withDatabase(env().databaseUrl, (db) => listExports(db, organization.id, userId))
  return Response.json({ exports })
})

/** All data of the organization, as a file of JSON; 410 for an organization that was deleted. */
export const POST = withAccess(
  { permission: 'org:settings:manage', reverification: 'strict' },
  async ({ organization, userId }) => {
    const data = await withDatabase(env().databaseUrl, (db) => exportOrganization(db, organization.id, userId))
    if (!data) return Response.json({ error: 'The organization was deleted' }, { status: 410 })
    const name = `${organization.slug ?? organization.id}-${new Date().toISOString().slice(0, 10)}.json`
    return Response.json(data, {
      headers: { 'Content-Disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '-')}"` },
    })
  },
)
