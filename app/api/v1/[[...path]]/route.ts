import { apiRoute } from '@/lib/dashboard/api/operation.ts'
import { hasApi } from '@/lib/dashboard/api/plan.ts'
import { operationsAt } from '@/lib/dashboard/api/resource-operations.ts'

const answer = apiRoute(operationsAt, { hasApi })

/** Each method has a handler, so that an unknown endpoint returns a JSON 404 or 405 instead of an HTML page. */
export {
  answer as GET,
  answer as HEAD,
  answer as POST,
  answer as PUT,
  answer as PATCH,
  answer as DELETE,
  answer as OPTIONS,
}
