import { buildPublicDocument } from '../_reference/document.ts'

/** Headers that allow browser tools to read the document and cache it for five minutes. */
const HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' }

/** Next.js renders the document per request, because the site's URL is unknown at build time. */
export const dynamic = 'force-dynamic'

export const GET = () => Response.json(buildPublicDocument(), { headers: HEADERS })
