import { createClerkClient } from '@clerk/backend'
import type { Plan } from '../../../lib/platform/auth/access-table.ts'
import { stack } from '../../support/stack/addresses.ts'

const { CLERK_SECRET_KEY: secretKey = '', CLERK_API_URL: apiUrl = '' } = stack.site

const clerk = createClerkClient({ secretKey, apiUrl })

export async function setPlan(plan: Plan): Promise<string> {
  const { id } = await clerk.organizations.createOrganization({ name: `Plan ${plan}` })
  const response = await fetch(`${apiUrl}/v1/local/organizations/${id}/plan`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ plan }),
  })
  if (!response.ok) throw new Error(`Clerk returned ${response.status} to a plan change`)
  return id
}
