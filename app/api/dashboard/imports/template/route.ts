import { z } from 'zod'
import { withAccess } from '@/lib/dashboard/access/with-access.ts'
import { formatTemplate } from '@/lib/dashboard/imports/csv.ts'
import { IMPORT_KINDS } from '@/lib/dashboard/model/import.ts'
import { readSearchParams } from '@/lib/dashboard/query/search-params.ts'
import { buildCsvResponse } from '../csv-response.ts'

const templateParams = z.object({ kind: z.enum(IMPORT_KINDS).default('leads') })

export const GET = withAccess({ permission: 'org:leads:manage' }, async (_member, request) => {
  const { kind } = readSearchParams(templateParams, new URL(request.url).searchParams)
  return buildCsvResponse(formatTemplate(kind), `${kind}-template.csv`)
})
