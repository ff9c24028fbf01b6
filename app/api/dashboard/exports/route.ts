import { exportOrganization, type RunInOrganization, listExports } from '@/lib/auth/organizations/data.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'

/** The text of the pieces in bytes, each made when the one before has been sent. */
const streamOf = (pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(new TextEncoder().encode(value))
    },
    // Nobody wants the rest.
    cancel: () => void pieces.return(undefined),
  })

const runInOrganizationOf =
  (organizationId: string): RunInOrganization =>
  (work) =>
    withOrganization(env().databaseUrl, organizationId, work)

/** The latest exports of the organization's data: `{ exports: [{ id, at, own }], timeZone }`. */
export const GET = withAccess({ permission: 'org:settings:manage' }, async ({ organization, userId }) =>
  Response.json(await runInOrganizationOf(organization.id)((tx) => listExports(tx, userId))),
)

/**
 * All data of the organization, as a file of JSON that is read while it is sent; 410 for an organization that was deleted.
 * When the database fails on the way the answer breaks off, so that nobody takes a part for the whole.
 */
export const POST = withAccess(
  { permission: 'org:settings:manage', reverification: 'strict' },
  async ({ organization, userId }) => {
    const pieces = await exportOrganization(runInOrganizationOf(organization.id), userId)
    if (!pieces) return Response.json({ error: 'The organization was deleted' }, { status: 410 })
    const name = `${organization.slug ?? organization.id}-${new Date().toISOString().slice(0, 10)}.json`
    return new Response(streamOf(pieces), {
      headers: {
        'Content-Type': 'application/json',
        'Content-Disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '-')}"`,
      },
    })
  },
)
