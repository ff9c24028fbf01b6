import { z } from 'zod'
import { withAccess } from '@/lib/auth/with-access.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { conflict, readInput } from '@/lib/http/json-input.ts'
import { settingsChange } from '@/lib/settings/input.ts'
import { changeSettings, getSettings } from '@/lib/settings/store.ts'

/** The settings of the organization: `SettingsRecord`. */
export const GET = withAccess({ permission: 'org:settings:read' }, async ({ organization }) =>
  Response.json(await withOrganization(env().databaseUrl, organization.id, getSettings)),
)

const change = z.strictObject({ version: z.int().min(0), change: settingsChange })

/** Bytes of the longest change: a service area of 2,000 ZIP codes, each with the name of its crew. */
const LIMIT = 512 * 1024

/**
 * Changes how calls are answered: `{ settings }` as they are then. 409 when somebody changed any of them meanwhile, with
 * what is there; 422 for what does not fit.
 */
export const PATCH = withAccess({ permission: 'org:settings:manage' }, async ({ organization, userId }, request) => {
  const read = await readInput(request, change, LIMIT)
  if ('refused' in read) return read.refused
  const changed = await withOrganization(env().databaseUrl, organization.id, (scope) =>
    changeSettings(scope, { kind: 'person', id: userId }, read.input.change, read.input.version),
  )
  return 'conflict' in changed ? conflict(changed.conflict) : Response.json({ settings: changed.changed })
})
