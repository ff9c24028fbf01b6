import { OPERATIONS } from '@/lib/auth/areas.ts'
import { refusalResponse, requireOperation } from '@/lib/auth/require-operation.ts'
import { withDatabase } from '@/lib/db/client.ts'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'
import { copyOrganization, listExports } from '@/lib/organizations/store.ts'
import { isSameOrigin } from '@/lib/http/same-origin.ts'

const NO_STORE = { 'Cache-Control': 'no-store' }

const problem = (status: number, error: string) => Response.json({ error }, { status, headers: NO_STORE })

function unavailable(error: unknown): Response {
  log.error({ err: error }, 'The data of an organization could not be read')
  return problem(503, 'The database does not answer: try again in a minute')
}

/** The latest copies that were taken of the organization's data: `{ exports: [{ id, at, own }] }`, or 401, 403, 503. */
export async function GET(): Promise<Response> {
  const access = await requireOperation(OPERATIONS.listExports)
  if ('refused' in access) return refusalResponse(access.refused)
  const { organization, userId } = access.member
  try {
    const exports = await withDatabase(env().databaseUrl, (db) => listExports(db, organization.id, userId))
    return Response.json({ exports }, { headers: NO_STORE })
  } catch (error) {
    return unavailable(error)
  }
}

/** A program says who it is in a header of its own; a browser sends its cookie from wherever it is told to. */
const mayCome = (request: Request) =>
  request.headers.has('authorization') || isSameOrigin(request.headers, env().siteUrl)

/**
 * A copy of everything that is kept for the organization, as a file of JSON. Asks for a fresh confirmation of who it is.
 * Answers 401, 403 (also in the form that makes Clerk ask for that), 410 for an organization that is gone, or 503.
 */
export async function POST(request: Request): Promise<Response> {
  const access = await requireOperation(OPERATIONS.exportData)
  if ('refused' in access) return refusalResponse(access.refused)
  if (!mayCome(request)) return problem(403, 'The request comes from another site')
  const { organization, userId } = access.member
  try {
    const copy = await withDatabase(env().databaseUrl, (db) => copyOrganization(db, organization.id, userId))
    if (!copy) return problem(410, 'The organization was deleted')
    const name = `${organization.slug ?? organization.id}-${copy.exports.at(-1)?.at.slice(0, 10)}.json`
    return Response.json(copy, {
      headers: { ...NO_STORE, 'Content-Disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '-')}"` },
    })
  } catch (error) {
    return unavailable(error)
  }
}
