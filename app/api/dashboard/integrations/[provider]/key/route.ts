import { z } from 'zod'
import { readInput } from '@/lib/platform/http/json-input.ts'
import { connectWithKey } from '@/lib/dashboard/integrations/connect.ts'
import { providerOf } from '@/lib/dashboard/integrations/providers.ts'
import { failureResponse, refusal, withConnection } from '../../request.ts'

const MAX_FIELD = 500

/**
 * Connects with an API key after a successful test request. The body is `{ <field>: <value> }`. Returns the result of
 * the test (`testAnswer`).
 */
export const PUT = withConnection(
  { permission: 'org:integrations:manage', reverification: 'moderate' },
  async ({ context, provider, person }, request) => {
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
