import { z } from 'zod'
import { withAccess } from '@/lib/auth/with-access.ts'
import { readInput } from '@/lib/http/json-input.ts'
import { connectWithKey } from '@/lib/integrations/connect.ts'
import { providerOf } from '@/lib/integrations/providers.ts'
import { connectionRequest, failureResponse, type ProviderParams, refusal } from '../../request.ts'

const MAX_FIELD = 500

/** Connects a system by a key, `{ <field>: <value> }` as its table has them, which is tried first: see `testAnswer`. */
export const PUT = withAccess(
  { permission: 'org:integrations:manage', reverification: 'moderate' },
  async (member, request, params: ProviderParams) => {
    const { context, provider, person } = await connectionRequest(member, params)
    const way = providerOf(provider).connect
    const fields = way.method === 'key' ? way.fields : []
    const form = z.strictObject(
      Object.fromEntries(
        fields.map(({ name, label }) => [
          name,
          z.string().trim().min(1, `${label} is missing.`).max(MAX_FIELD, `${label} is too long.`),
        ]),
      ),
    )
    const input = await readInput(request, form)
    const connected = await connectWithKey(context, person, provider, input)
    if ('refused' in connected) return refusal(connected.refused)
    return 'failure' in connected
      ? failureResponse(provider, connected.failure)
      : Response.json({ sample: connected.sample })
  },
)
