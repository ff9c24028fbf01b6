import { apiRoute } from '@/lib/api/operation.ts'
import { hasApi } from '@/lib/api/plan.ts'
import { operationsAt } from '@/lib/api/resource-operations.ts'

const answer = apiRoute(operationsAt, { hasApi })

/** Programs that call an endpoint, or a method, which does not exist get an answer they can read, not a page. */
export {
  answer as GET,
  answer as HEAD,
  answer as POST,
  answer as PUT,
  answer as PATCH,
  answer as DELETE,
  answer as OPTIONS,
}
