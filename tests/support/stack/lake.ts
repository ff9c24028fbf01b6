import { createClient } from '@sanity/client'
import { localAdminToken } from '../../../scripts/support/settings.ts'
import { apiVersion } from '../../../sanity/api-version.ts'
import { stack } from './addresses.ts'

export const lake = createClient({
  projectId: stack.env.projectId,
  dataset: stack.env.dataset,
  apiHost: stack.env.apiHost,
  useProjectHostname: false,
  useCdn: false,
  apiVersion,
  token: localAdminToken,
})
