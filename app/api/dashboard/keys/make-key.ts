import type { Member } from '@/lib/auth/session-claims.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { readInput } from '@/lib/http/json-input.ts'
import { type KeyInput, keyInput } from '@/lib/keys/input.ts'
import { createKey, TooManyKeysError } from '@/lib/keys/store.ts'
import type { z } from 'zod'

/** Makes a key for the member's organization: 201 with a `madeKey`, 409 while there are too many, 422 with what is wrong. */
export async function makeKey(
  member: Member,
  request: Request,
  schema: z.ZodType<KeyInput> = keyInput,
): Promise<Response> {
  const input = await readInput(request, schema)
  try {
    const made = await forMember(member, (tx, actor) => createKey(tx, actor, input))
    return Response.json(made, { status: 201 })
  } catch (error) {
    if (!(error instanceof TooManyKeysError)) throw error
    return Response.json({ error: `${error.message}.`, reason: 'too-many' }, { status: 409 })
  }
}
