import { publicDocument } from '../_reference/document.ts'

/** Tools in a browser may read it from any site, and keep it for five minutes. */
const HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' }

/** The addresses in it are those of the running site, not of its build. */
export const dynamic = 'force-dynamic'

export const GET = () => Response.json(publicDocument(), { headers: HEADERS })
