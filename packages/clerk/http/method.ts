const CHANGES = new Set(['PUT', 'PATCH', 'DELETE'])

/** clerk-js sends PUT, PATCH and DELETE as POST with `?_method=`, so that browsers ask for no preflight. */
export function withRealMethod(request: Request): Request {
  if (request.method !== 'POST') return request
  const url = new URL(request.url)
  const method = url.searchParams.get('_method')?.toUpperCase() ?? ''
  if (!url.pathname.startsWith('/fapi/v1/') || !CHANGES.has(method)) return request
  const init = { method, headers: request.headers, body: request.body, duplex: 'half' }
  return new Request(request.url, init as RequestInit)
}
