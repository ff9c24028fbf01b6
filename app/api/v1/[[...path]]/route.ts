import { createApiRoute } from '@/lib/dashboard/api/operation.ts'
import { hasApi } from '@/lib/dashboard/api/plan.ts'
import { findOperations } from '@/lib/dashboard/api/resource-operations.ts'

const handler = createApiRoute(findOperations, { hasApi })

/** Each method has a handler, so that unknown endpoints return a JSON 404 or 405 instead of an HTML page. */
export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
