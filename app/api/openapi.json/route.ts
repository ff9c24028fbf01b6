import { publicDocument } from '../_reference/document.ts'

/** CORS for browser tools; cached for five minutes. */
const HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' }

/** The URLs are those of the running site, unknown at build time. */
export const dynamic = 'force-dynamic'

export const GET = () => Response.json(publicDocument(), { headers: HEADERS })
