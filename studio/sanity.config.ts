import { visionTool } from '@sanity/vision'
import { defineConfig } from 'sanity'
import { presentationTool } from 'sanity/presentation'
import { structureTool } from 'sanity/structure'
import { media } from 'sanity-plugin-media'

import { schemaTypes } from '../sanity/schema/index.ts'
import { buildApiHostOptions } from './content-lake/api-host.ts'
import { HiddenFromSearchBadge } from './actions/badges.ts'
import { filterTools } from './access/roles.ts'
import { createDocumentActions, filterTemplates } from './actions/document-actions.ts'
import { readStudioEnv } from './env.ts'
import { DuctwiseIcon } from './icon.tsx'
import { ItemWithoutHandle, NewField, NewInput } from './form-parts.tsx'
import { explainPreviewAccess } from './preview/preview-for-writers.tsx'
import { createPresentationOptions } from './preview/presentation.ts'
import { hasPublicPage } from '../sanity/content-types.ts'
import { createViewsBadge } from './page-views/views-badge.ts'
import { createViewsTool } from './page-views/views-tool.tsx'
import { structure } from './desk/structure.ts'
import { addInitialValues } from './desk/templates.ts'

const { projectId, dataset, siteUrl, apiHost } = readStudioEnv()
const { document: apiHostDocument, ...apiHostWorkspace } = buildApiHostOptions({ apiHost, projectId })

const addPreviewExplanation = explainPreviewAccess(siteUrl)
const viewsPlugin = { tool: createViewsTool(siteUrl), Badge: createViewsBadge(siteUrl) }

/** Studio configuration. The base path comes from `sanity.cli.ts`. */
export default defineConfig({
  // The site authenticates editors by token. Cookie sessions do not expose the token.
  auth: { loginMethod: 'token' },
  ...apiHostWorkspace,
  name: 'default',
  title: 'Ductwise',
  icon: DuctwiseIcon,
  projectId,
  dataset,
  plugins: [
    structureTool({ title: 'Content', structure }),
    presentationTool(createPresentationOptions(siteUrl)),
    media(),
    visionTool({ defaultApiVersion: '2025-02-19', defaultDataset: dataset }),
  ],
  tools: (tools, { currentUser }) => [...addPreviewExplanation(filterTools(tools, currentUser)), viewsPlugin.tool],
  schema: { types: schemaTypes, templates: addInitialValues },
  form: { components: { field: NewField, input: NewInput, item: ItemWithoutHandle } },
  document: {
    ...apiHostDocument,
    actions: createDocumentActions(siteUrl),
    badges: (badges, { schemaType }) =>
      hasPublicPage(schemaType) ? [...badges, HiddenFromSearchBadge, viewsPlugin.Badge] : badges,
    newDocumentOptions: filterTemplates,
  },
})
