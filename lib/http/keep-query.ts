const TEMPORARY_REDIRECT = 307

/** Sends a request on to another path of this site, with the query it came with. */
export function keepQuery(request: Request, path: string): Response {
  const { search } = new URL(request.url)
  return new Response(null, { status: TEMPORARY_REDIRECT, headers: { Location: `${path}${search}` } })
}
