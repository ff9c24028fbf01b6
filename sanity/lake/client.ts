import { createClient, type ClientConfig, type SanityClient } from 'next-sanity'
import { env } from '../../lib/platform/env/env.ts'
import { apiVersion } from '../api-version.ts'

/** Fields that the code compares or uses as identifiers. Stega characters would break them. */
const NON_PROSE_FIELDS = new Set(['kind', 'platform', 'speaker', 'imageSide', 'icon', 'href', 'phone', 'email'])

const stega: ClientConfig['stega'] = {
  studioUrl: '/studio',
  filter: (field) => !NON_PROSE_FIELDS.has(String(field.sourcePath.at(-1))) && field.filterDefault(field),
}

let cachedClient: SanityClient | undefined

/**
 * Returns a client that reads published documents. It needs no token and retries once.
 * Bypasses the CDN, which can be older than the latest webhook.
 */
export function getClient(): SanityClient {
  const { projectId, dataset, apiHost } = env()
  cachedClient ??= createClient({
    projectId,
    dataset,
    apiVersion,
    useCdn: false,
    perspective: 'published',
    maxRetries: 1,
    ...(apiHost && { apiHost, useProjectHostname: false }),
    stega,
  })
  return cachedClient
}

/** Returns a client that reads drafts and preview secrets with the viewer token. Server-only. */
export function getPreviewClient(): SanityClient {
  return getClient().withConfig({ token: env().readToken, perspective: 'drafts' })
}
