import type { Member } from '@/lib/platform/auth/session-claims.ts'
import { runForMember } from '@/lib/dashboard/access/with-access.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'
import { type KeyInput, keyInput } from '@/lib/dashboard/keys/input.ts'
import { createKey, TooManyKeysError } from '@/lib/dashboard/keys/repository.ts'
import type { z } from 'zod'

/** Creates an API key and returns 201 with a `createdKey`. Responds 409 at the key limit and 422 for invalid input. */
export async function issueKey(
  member: Member,
  request: Request,
  schema: z.ZodType<KeyInput> = keyInput,
): Promise<Response> {
  const input = await readInput(request, schema)
  try {
    const issuedKey = await runForMember(member, (tx, actor) => createKey(tx, actor, input))
    return Response.json(issuedKey, { status: 201 })
  } catch (error) {
    if (!(error instanceof TooManyKeysError)) throw error
    return Response.json({ error: `${error.message}.`, reason: 'too-many' }, { status: 409 })
  }
}
