import { exportOrganization, type RunInOrganization, listExports } from '@/lib/dashboard/organizations/data.ts'
import { withAccess } from '@/lib/dashboard/access/with-access.ts'
import { withOrganization } from '@/lib/platform/db/organization.ts'
import { env } from '@/lib/platform/env/env.ts'

const toStream = (chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(new TextEncoder().encode(value))
    },
    cancel: () => void chunks.return(undefined),
  })

const createOrganizationRunner =
  (organizationId: string): RunInOrganization =>
  (operation) =>
    withOrganization(env().databaseUrl, organizationId, operation)

export const GET = withAccess({ permission: 'org:settings:manage' }, async ({ organization, userId }) =>
  Response.json(await createOrganizationRunner(organization.id)((tx) => listExports(tx, userId))),
)

/**
 * Exports all data as a JSON stream. Responds 410 if the organization is deleted. A database error aborts the stream,
 * so that a partial file does not look complete.
 */
export const POST = withAccess(
  { permission: 'org:settings:manage', reverification: 'strict' },
  async ({ organization, userId }) => {
    const chunks = await exportOrganization(createOrganizationRunner(organization.id), userId)
    if (!chunks) return Response.json({ error: 'The organization was deleted' }, { status: 410 })
    const name = `${organization.slug ?? organization.id}-${new Date().toISOString().slice(0, 10)}.json`
    return new Response(toStream(chunks), {
      headers: {
        'Content-Type': 'application/json',
        'Content-Disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '-')}"`,
      },
    })
  },
)
