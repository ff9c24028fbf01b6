import { z } from 'zod'
import { readInput } from '@/lib/platform/http/json-input.ts'
import { connectWithKey } from '@/lib/dashboard/integrations/connect.ts'
import { getProvider } from '@/lib/dashboard/integrations/providers.ts'
import { buildFailureResponse, buildRefusedResponse, withConnection } from '../../request.ts'

const MAX_FIELD_LENGTH = 500

/**
 * Connects with an API key after a successful test request. The body is `{ <field>: <value> }`. Returns the result of
 * the test (`testResponse`).
 */
export const PUT = withConnection(
  { permission: 'org:integrations:manage', reverification: 'moderate' },
  async ({ context, provider, person }, request) => {
    const connectMethod = getProvider(provider).connect
    const fields = connectMethod.method === 'key' ? connectMethod.fields : []
    const form = z.strictObject(
      Object.fromEntries(
        fields.map(({ name, label }) => [
          name,
          z.string().trim().min(1, `${label} is missing.`).max(MAX_FIELD_LENGTH, `${label} is too long.`),
        ]),
      ),
    )
    const input = await readInput(request, form)
    const result = await connectWithKey(context, person, provider, input)
    if ('refused' in result) return buildRefusedResponse(result.refused)
    return 'failure' in result
      ? buildFailureResponse(provider, result.failure)
      : Response.json({ sample: result.sample })
  },
)
