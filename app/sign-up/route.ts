import { REGISTER_PATH } from '@/lib/routes.ts'
import { keepQuery } from '@/lib/platform/http/keep-query.ts'

/** Stable link; the form's path may change. */
export const GET = (request: Request) => keepQuery(request, REGISTER_PATH)
