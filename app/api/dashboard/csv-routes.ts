import type { z } from 'zod'
import { withAccess } from '@/lib/dashboard/access/with-access.ts'
import type { Transact } from '@/lib/dashboard/exports/csv.ts'
import type { Actor } from '@/lib/dashboard/model/event.ts'
import { type AddressSchema, readAddress } from '@/lib/dashboard/query/address-state.ts'
import { withOrganization } from '@/lib/platform/db/organization.ts'
import { env } from '@/lib/platform/env/env.ts'

const RULE = { permission: 'org:leads:manage', reverification: 'moderate' } as const

/**
 * Creates the routes of a CSV export. The page sends POST first to check access and reverification, which a download
 * link cannot handle. GET streams all pages as CSV.
 * @param name start of the file name
 */
export const csvRoutes = <Schema extends AddressSchema, Filter>(
  name: string,
  schema: Schema,
  filterOf: (state: z.output<Schema>, personId: string) => Filter,
  exportRows: (transact: Transact, actor: Actor, filter: Filter) => Promise<ReadableStream<Uint8Array>>,
) => ({
  POST: withAccess(RULE, async () => Response.json({})),
  GET: withAccess(RULE, async ({ organization, userId }, request) => {
    const state = readAddress(schema, new URL(request.url).searchParams)
    const transact: Transact = (work) => withOrganization(env().databaseUrl, organization.id, work)
    const file = await exportRows(transact, { kind: 'person', id: userId }, filterOf(state, userId))
    const day = new Date().toISOString().slice(0, 10)
    return new Response(file, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}-${day}.csv"`,
      },
    })
  }),
})
