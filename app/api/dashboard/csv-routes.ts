import type { z } from 'zod'
import { withAccess } from '@/lib/dashboard/access/with-access.ts'
import type { Transact } from '@/lib/dashboard/exports/csv.ts'
import type { Actor } from '@/lib/dashboard/model/event.ts'
import { type SearchParamsSchema, readSearchParams } from '@/lib/dashboard/query/search-params.ts'
import { withOrganization } from '@/lib/platform/db/organization.ts'
import { env } from '@/lib/platform/env/env.ts'

const ACCESS_RULE = { permission: 'org:leads:manage', reverification: 'moderate' } as const

/**
 * Creates the routes of a CSV export. The page sends POST first to check access and reverification, which a download
 * link cannot handle. GET streams all pages as CSV.
 * @param name start of the file name
 */
export const createCsvRoutes = <Schema extends SearchParamsSchema, Filter>(
  name: string,
  schema: Schema,
  toFilter: (state: z.output<Schema>, personId: string) => Filter,
  exportRows: (transact: Transact, actor: Actor, filter: Filter) => Promise<ReadableStream<Uint8Array>>,
) => ({
  POST: withAccess(ACCESS_RULE, async () => Response.json({})),
  GET: withAccess(ACCESS_RULE, async ({ organization, userId }, request) => {
    const state = readSearchParams(schema, new URL(request.url).searchParams)
    const transact: Transact = (operation) => withOrganization(env().databaseUrl, organization.id, operation)
    const file = await exportRows(transact, { kind: 'person', id: userId }, toFilter(state, userId))
    const day = new Date().toISOString().slice(0, 10)
    return new Response(file, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}-${day}.csv"`,
      },
    })
  }),
})
