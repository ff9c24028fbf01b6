import { createClient, type ClientConfig, type SanityClient } from 'next-sanity'
import { env } from '../lib/env.ts'
import { apiVersion } from './api-version.ts'

/** Fields that are compared or used as identifiers, so they never carry click-to-edit characters. */
const NOT_PROSE = new Set(['kind', 'platform', 'speaker', 'imageSide', 'icon', 'href', 'phone', 'email'])

const stega: ClientConfig['stega'] = {
  studioUrl: '/studio',
  filter: (field) => !NOT_PROSE.has(String(field.sourcePath.at(-1))) && field.filterDefault(field),
}

let cached: SanityClient | undefined

/**
 * The client of the public site: published documents, no token, and never the CDN, whose copies may be older than
 * the edit a webhook has just announced. It repeats a failed read once: a visitor is waiting.
 */
export function client(): SanityClient {
  const { projectId, dataset, apiHost } = env()
  cached ??= createClient({
    projectId,
    dataset,
    apiVersion,
    useCdn: false,
    perspective: 'published',
    maxRetries: 1,
    ...(apiHost && { apiHost, useProjectHostname: false }),
    stega,
  })
  return cached
}

/** The client that reads drafts and preview secrets with the viewer token. Never hand its configuration to a browser. */
export function previewClient(): SanityClient {
  return client().withConfig({ token: env().readToken, perspective: 'drafts' })
}
