import { z } from 'zod'
import { env } from '@/lib/platform/env/env.ts'
import { buildOpenApiDocument, type Operation } from '@/lib/site/api-reference/openapi.ts'
import { buildReference, buildWebhookReference } from '@/lib/site/api-reference/reference.ts'
import { buildContactOperation, contactTicketOperation } from './contact.ts'
import { buildHookOperations } from './hooks.ts'
import { buildNewsletterOperation } from './newsletter.ts'
import { buildResourceOperations } from './resources.ts'
import { revalidate } from './revalidate.ts'
import { voiceOperation } from './voice.ts'
import { voiceStartOperation } from './voice-start.ts'
import { getWebhooks } from './webhooks.ts'

/**
 * API version. A new endpoint or response increases the minor version; a breaking change increases the major version.
 */
const API_VERSION = '1.4.0'

export const REFERENCE_PATH = '/api/openapi.json'

const referenceOperation: Operation = {
  id: 'reference',
  group: 'Reference',
  method: 'GET',
  path: REFERENCE_PATH,
  summary: 'Get this reference as OpenAPI',
  description: ['An OpenAPI 3.1 document of all endpoints, for client and test generators.'],
  responses: [
    {
      status: 200,
      description: 'The OpenAPI document.',
      schema: z.looseObject({ openapi: z.string().describe('OpenAPI version') }),
      examples: { document: { openapi: '3.1.1', info: { version: API_VERSION } } },
    },
  ],
}

export function getPublicOperations(): Operation[] {
  const { siteUrl } = env()
  return [
    ...buildResourceOperations(siteUrl),
    ...buildHookOperations(siteUrl),
    contactTicketOperation,
    buildContactOperation(siteUrl),
    buildNewsletterOperation(siteUrl),
    voiceOperation,
    voiceStartOperation,
    revalidate,
    referenceOperation,
  ]
}

export const buildPublicDocument = () =>
  buildOpenApiDocument(
    {
      title: 'Public API',
      description: `Calls, leads and appointments of an organization, read and edited with its API key. Readable version: ${env().siteUrl}/api`,
      version: API_VERSION,
      siteUrl: env().siteUrl,
    },
    getPublicOperations(),
    getWebhooks(),
  )

/** Returns the groups of endpoints that accept API keys. Only the OpenAPI document lists the other endpoints. */
export const getKeyedGroups = () =>
  buildReference(buildPublicDocument()).filter(({ operations }) => operations.some(({ scope }) => scope))

export const getWebhookReference = () => buildWebhookReference(buildPublicDocument())
