import { visionTool } from '@sanity/vision'
import { defineConfig } from 'sanity'
import { presentationTool } from 'sanity/presentation'
import { structureTool } from 'sanity/structure'
import { media } from 'sanity-plugin-media'

import { schemaTypes } from '../sanity/schema/index.ts'
import { apiHostOptions } from './content-lake/api-host.ts'
import { HiddenFromSearchBadge } from './actions/badges.ts'
import { toolsFor } from './access/roles.ts'
import { documentActions, creatableTemplates } from './actions/document-actions.ts'
import { studioEnv } from './env.ts'
import { DuctwiseIcon } from './icon.tsx'
import { ItemWithoutHandle, NewField, NewInput } from './form-parts.tsx'
import { withExplainedPreview } from './preview/preview-for-writers.tsx'
import { presentationOptions } from './preview/presentation.ts'
import { hasPublicPage } from '../sanity/content-types.ts'
import { viewsBadge } from './page-views/views-badge.ts'
import { viewsTool } from './page-views/views-tool.tsx'
import { structure } from './desk/structure.ts'
import { withStartingValues } from './desk/templates.ts'

const { projectId, dataset, siteUrl, apiHost } = studioEnv()
const { document: apiHostDocument, ...apiHostWorkspace } = apiHostOptions({ apiHost, projectId })

const explained = withExplainedPreview(siteUrl)
const views = { tool: viewsTool(siteUrl), Badge: viewsBadge(siteUrl) }

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
    presentationTool(presentationOptions(siteUrl)),
    media(),
    visionTool({ defaultApiVersion: '2025-02-19', defaultDataset: dataset }),
  ],
  tools: (tools, { currentUser }) => [...explained(toolsFor(tools, currentUser)), views.tool],
  schema: { types: schemaTypes, templates: withStartingValues },
  form: { components: { field: NewField, input: NewInput, item: ItemWithoutHandle } },
  document: {
    ...apiHostDocument,
    actions: documentActions(siteUrl),
    badges: (badges, { schemaType }) =>
      hasPublicPage(schemaType) ? [...badges, HiddenFromSearchBadge, views.Badge] : badges,
    newDocumentOptions: creatableTemplates,
  },
})
