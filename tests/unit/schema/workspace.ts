import type { SanityClient } from '@sanity/client'
import { createMockAuthStore, createWorkspaceFromConfig, validateDocument } from 'sanity'
import type { SanityDocument } from 'sanity'
import { schemaTypes } from '../../../sanity/schema/index.ts'

export type Finding = { level: 'error' | 'warning' | 'info'; path: string; message: string }

export async function createValidator(client: SanityClient) {
  const workspace = await createWorkspaceFromConfig({
    name: 'default',
    basePath: '/',
    projectId: 'local',
    dataset: 'production',
    auth: createMockAuthStore({ client, currentUser: null }),
    schema: { types: schemaTypes },
  })
  return async (document: object): Promise<Finding[]> => {
    const markers = await validateDocument({ document: document as SanityDocument, workspace })
    return markers.map(({ level, path, message }) => ({ level, path: path.map(formatSegment).join('.'), message }))
  }
}

const formatSegment = (part: unknown) =>
  typeof part === 'object' && part && '_key' in part ? String(part._key) : String(part)
