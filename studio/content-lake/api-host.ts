import { createClient } from '@sanity/client'
import type { ClientConfig } from '@sanity/client'
import type { WorkspaceOptions } from 'sanity'

import { lakeFetch } from './lake-fetch.ts'
import { ownRequests } from './own-requests.ts'

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

const off = { enabled: false }

/** Returns workspace options that disable features of hosted Sanity if `apiHost` is set. Otherwise returns none. */
export const apiHostOptions = ({ apiHost, projectId }: { apiHost?: string; projectId: string }): ApiHostOptions => {
  if (!apiHost) return {}
  globalThis.fetch = ownRequests(globalThis.fetch.bind(globalThis), { apiHost, projectId })
  return {
    apiHost,
    unstable_clientFactory: (config: ClientConfig) =>
      createClient({ ...config, apiHost, useProjectHostname: false, resolveFetch: () => lakeFetch }),
    auth: {
      loginMethod: 'token',
      redirectOnSingle: true,
      providers: [{ name: 'local', title: 'Local login', url: `${apiHost}/v1/auth/login/local` }],
    },
    tasks: off,
    scheduledPublishing: { enabled: false, inputDateTimeFormat: undefined },
    scheduledDrafts: off,
    mediaLibrary: off,
    apps: { canvas: off },
    announcements: off,
    document: { askToEdit: off },
  }
}
