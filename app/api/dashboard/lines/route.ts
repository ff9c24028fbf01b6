import { z } from 'zod'
import { withAccess } from '@/lib/dashboard/access/with-access.ts'
import { withDatabase } from '@/lib/platform/db/client.ts'
import { env } from '@/lib/platform/env/env.ts'
import { addNames } from '@/lib/dashboard/lines/company-names.ts'
import { readAllLines } from '@/lib/dashboard/lines/read-all.ts'

const pageNumber = z.coerce.number().int().min(1).catch(1)

/** Returns a page of requested lines as `{ lines, total }`. For staff only. The first `page` is 1. */
export const GET = withAccess({ permission: 'org:lines:manage' }, async (_member, request) => {
  const page = pageNumber.parse(new URL(request.url).searchParams.get('page') ?? 1)
  const { lines, total } = await withDatabase(env().databaseUrl, (db) => readAllLines(db, page))
  return Response.json({ lines: await addNames(lines), total })
})
