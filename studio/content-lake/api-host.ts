import { createClient } from '@sanity/client'
import type { ClientConfig } from '@sanity/client'
import type { WorkspaceOptions } from 'sanity'

import { fetchFromLake } from './lake-fetch.ts'
import { redirectRequests } from './redirect-requests.ts'

type ApiHostOptions = Pick<
  WorkspaceOptions,
  | 'apiHost'
  | 'unstable_clientFactory'
  | 'auth'
  | 'tasks'
  | 'scheduledPublishing'
  | 'scheduledDrafts'
  | 'mediaLibrary'
  | 'apps'
  | 'announcements'
> & { document?: WorkspaceOptions['document'] }

const disabledFeature = { enabled: false }

/** Returns workspace options that disable features of hosted Sanity if `apiHost` is set. Otherwise returns none. */
export const buildApiHostOptions = ({
  apiHost,
  projectId,
}: {
  apiHost?: string
  projectId: string
}): ApiHostOptions => {
  if (!apiHost) return {}
  globalThis.fetch = redirectRequests(globalThis.fetch.bind(globalThis), { apiHost, projectId })
  return {
    apiHost,
    unstable_clientFactory: (config: ClientConfig) =>
      createClient({ ...config, apiHost, useProjectHostname: false, resolveFetch: () => fetchFromLake }),
    auth: {
      loginMethod: 'token',
      redirectOnSingle: true,
      providers: [{ name: 'local', title: 'Local login', url: `${apiHost}/v1/auth/login/local` }],
    },
    tasks: disabledFeature,
    scheduledPublishing: { enabled: false, inputDateTimeFormat: undefined },
    scheduledDrafts: disabledFeature,
    mediaLibrary: disabledFeature,
    apps: { canvas: disabledFeature },
    announcements: disabledFeature,
    document: { askToEdit: disabledFeature },
  }
}
