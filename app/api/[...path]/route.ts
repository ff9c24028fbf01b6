const NOT_FOUND = 404

/** Returns a JSON 404 for unknown endpoints. Without this route, Next.js would return an HTML page. */
function missing(): Response {
  return Response.json({ error: 'Endpoint not found. See the reference at /api.' }, { status: NOT_FOUND })
}

export { missing as GET, missing as POST, missing as PUT, missing as PATCH, missing as DELETE }
