const NOT_FOUND = 404

/** Programs that call an endpoint which does not exist get an answer they can read, not a page. */
function missing(): Response {
  return Response.json({ error: 'There is no such endpoint: see /api' }, { status: NOT_FOUND })
}

export { missing as GET, missing as POST, missing as PUT, missing as PATCH, missing as DELETE }
