import { LOGIN_PATH } from '@/lib/routes.ts'
import { keepQuery } from '@/lib/http/keep-query.ts'

/** The address that links name; where the form is may change. */
export const GET = (request: Request) => keepQuery(request, LOGIN_PATH)
