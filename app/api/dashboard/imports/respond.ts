import type { ImportResult } from '@/lib/dashboard/imports/repository.ts'
import { buildNotFoundResponse } from '@/lib/platform/http/json-input.ts'

const RECORD_NAME = 'This import'

/** Builds the response to a change of an import: the import, 404, or 409 if its state does not allow the change. */
export function buildImportResponse(result: ImportResult): Response {
  if (!result) return buildNotFoundResponse(RECORD_NAME)
  if ('reason' in result) return Response.json({ error: result.reason, reason: 'state' }, { status: 409 })
  return Response.json({ import: result.record })
}
