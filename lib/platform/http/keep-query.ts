const TEMPORARY_REDIRECT = 307

export function keepQuery(request: Request, path: string): Response {
  const { search } = new URL(request.url)
  return new Response(null, { status: TEMPORARY_REDIRECT, headers: { Location: `${path}${search}` } })
}
