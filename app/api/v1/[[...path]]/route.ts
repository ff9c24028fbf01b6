import { missingRoute } from '@/lib/api/operation.ts'

/** Programs that call an endpoint which does not exist get an answer they can read, not a page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = missingRoute()
