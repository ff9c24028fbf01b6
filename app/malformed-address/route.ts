import { failurePolicy, malformedPathPage } from '@/lib/csp/failure-page.ts'

const BAD_REQUEST = 400

/** Where lib/http/malformed-path.ts leads requests whose path cannot be decoded. */
function refuse(): Response {
  return new Response(malformedPathPage, {
    status: BAD_REQUEST,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': failurePolicy,
      'cache-control': 'no-store',
    },
  })
}

export { refuse as GET, refuse as POST, refuse as PUT, refuse as PATCH, refuse as DELETE }
