import { z } from 'zod'
import { env } from '@/lib/env.ts'
import { openApiDocument, type Operation } from '@/lib/docs/openapi.ts'
import { contact, contactTicket } from './contact.ts'
import { revalidate } from './revalidate.ts'

/** Grows when an endpoint or an answer is added; its first number when something that worked stops working. */
const VERSION = '1.0.0'

export const REFERENCE_PATH = '/api/openapi.json'

const reference: Operation = {
  id: 'reference',
  method: 'GET',
  path: REFERENCE_PATH,
  summary: 'Read this reference as OpenAPI',
  description: ['An OpenAPI 3.1 document of every endpoint on this page, for tools that make clients and tests.'],
  answers: [
    {
      status: 200,
      description: 'The document.',
      schema: z.looseObject({ openapi: z.string().describe('Version of OpenAPI') }),
      example: { openapi: '3.1.1', info: { version: VERSION } },
    },
  ],
}

/** Every endpoint that is public today. */
export function publicOperations(): Operation[] {
  return [contactTicket, contact(env().siteUrl), revalidate, reference]
}

/** The OpenAPI document of the public endpoints. */
export const publicDocument = () =>
  openApiDocument(
    {
      title: 'Public API',
      description: `Every endpoint of this site that is public today. For people: ${env().siteUrl}/api`,
      version: VERSION,
      siteUrl: env().siteUrl,
    },
    publicOperations(),
  )
