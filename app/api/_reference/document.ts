import { z } from 'zod'
import { env } from '@/lib/platform/env/env.ts'
import { openApiDocument, type Operation } from '@/lib/site/api-reference/openapi.ts'
import { referenceOf } from '@/lib/site/api-reference/reference.ts'
import { contact, contactTicket } from './contact.ts'
import { newsletter } from './newsletter.ts'
import { resourceOperations } from './resources.ts'
import { revalidate } from './revalidate.ts'
import { voice } from './voice.ts'
import { voiceStart } from './voice-start.ts'

/**
 * API version. A new endpoint or response increases the minor version; a breaking change increases the major version.
 */
const VERSION = '1.3.0'

export const REFERENCE_PATH = '/api/openapi.json'

const reference: Operation = {
  id: 'reference',
  group: 'Reference',
  method: 'GET',
  path: REFERENCE_PATH,
  summary: 'Get this reference as OpenAPI',
  description: ['An OpenAPI 3.1 document of all endpoints, for client and test generators.'],
  answers: [
    {
      status: 200,
      description: 'The OpenAPI document.',
      schema: z.looseObject({ openapi: z.string().describe('OpenAPI version') }),
      examples: { document: { openapi: '3.1.1', info: { version: VERSION } } },
    },
  ],
}

export function publicOperations(): Operation[] {
  const { siteUrl } = env()
  return [
    ...resourceOperations(siteUrl),
    contactTicket,
    contact(siteUrl),
    newsletter(siteUrl),
    voice,
    voiceStart,
    revalidate,
    reference,
  ]
}

export const publicDocument = () =>
  openApiDocument(
    {
      title: 'Public API',
      description: `Calls, leads and appointments of an organization, read and edited with its API key. Readable version: ${env().siteUrl}/api`,
      version: VERSION,
      siteUrl: env().siteUrl,
    },
    publicOperations(),
  )

/** Returns the groups of endpoints that accept API keys. Only the OpenAPI document lists the other endpoints. */
export const keyedGroups = () =>
  referenceOf(publicDocument()).filter(({ operations }) => operations.some(({ scope }) => scope))
