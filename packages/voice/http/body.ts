import type { Context } from 'hono'
import type { z } from 'zod'
import { parseJson } from '../../local-server/index.ts'
import { ValidationError, VoiceError } from '../errors.ts'

/** The body of a request, as its schema says. @throws {VoiceError} 400 for what is no JSON, 422 for what does not fit */
export async function readBody<Body>(c: Context, schema: z.ZodType<Body>): Promise<Body> {
  const text = await c.req.text().catch((error: unknown) => {
    if (error instanceof VoiceError) throw error
    throw new VoiceError(400, 'invalid_body', 'The connection was closed.')
  })
  const value = parseJson(text, () => new VoiceError(400, 'invalid_body', 'The body is not JSON.'))
  const { data, error } = schema.safeParse(value)
  if (error) throw new ValidationError(error)
  return data as Body
}
