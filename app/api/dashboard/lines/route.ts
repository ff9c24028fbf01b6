import { z } from 'zod'
import { withAccess } from '@/lib/auth/with-access.ts'
import { withDatabase } from '@/lib/db/client.ts'
import { env } from '@/lib/env.ts'
import { withNames } from '@/lib/lines/named.ts'
import { readAllLines } from '@/lib/lines/read-all.ts'

const pageNumber = z.coerce.number().int().min(1).catch(1)

/** For the staff of the site: the lines that companies have asked for, as `StaffLines`; `page` is counted from 1. */
export const GET = withAccess({ permission: 'org:lines:manage' }, async (_member, request) => {
  const page = pageNumber.parse(new URL(request.url).searchParams.get('page') ?? 1)
  const { lines, total } = await withDatabase(env().databaseUrl, (db) => readAllLines(db, page))
  return Response.json({ lines: await withNames(lines), total })
})
