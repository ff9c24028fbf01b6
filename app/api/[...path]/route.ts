const NOT_FOUND = 404

/** Returns a JSON 404 for unknown endpoints. Without this route, Next.js would return an HTML page. */
function buildNotFoundResponse(): Response {
  return Response.json({ error: 'Endpoint not found. See the reference at /api.' }, { status: NOT_FOUND })
}

export {
  buildNotFoundResponse as GET,
  buildNotFoundResponse as POST,
  buildNotFoundResponse as PUT,
  buildNotFoundResponse as PATCH,
  buildNotFoundResponse as DELETE,
}
