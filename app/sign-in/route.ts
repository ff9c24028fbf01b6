import { LOGIN_PATH } from '@/lib/account-paths.ts'
import { keepQuery } from '@/lib/http/keep-query.ts'

/** The address that links name; where the form is may change. */
export const GET = (request: Request) => keepQuery(request, LOGIN_PATH)
