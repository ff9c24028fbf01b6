import { visionTool } from '@sanity/vision'
import { defineConfig } from 'sanity'
import { presentationTool } from 'sanity/presentation'
import { structureTool } from 'sanity/structure'
import { media } from 'sanity-plugin-media'

import { schemaTypes } from '../sanity/schema/index.ts'
import { apiHostOptions } from './content-lake/api-host.ts'
import { HiddenFromSearchBadge } from './actions/badges.ts'
import { toolsFor } from './developer-tools.ts'
import { documentActions } from './actions/document-actions.ts'
import { studioEnv } from './env.ts'
import { DuctwiseIcon } from './icon.tsx'
import { ItemWithoutHandle } from './item-without-handle.tsx'
import { NewField, NewInput } from './new-fields.tsx'
import { withExplainedPreview } from './preview/preview-for-writers.tsx'
import { presentationOptions } from './preview/presentation.ts'
import { hasPublicPage } from '../sanity/content-types.ts'
import { creatableTemplates } from './actions/singletons.ts'
import { viewsBadge } from './page-views/views-badge.ts'
import { viewsTool } from './page-views/views-tool.tsx'
import { structure } from './desk/structure.ts'
import { withStartingValues } from './desk/templates.ts'

const { projectId, dataset, siteUrl, apiHost } = studioEnv()
const { document: apiHostDocument, ...apiHostWorkspace } = apiHostOptions({ apiHost, projectId })

const explained = withExplainedPreview(siteUrl)
const views = { tool: viewsTool(siteUrl), Badge: viewsBadge(siteUrl) }

/** The base path is the command line's (`sanity.cli.ts`): the Studio joins the two. */
export default defineConfig({
  // The site recognizes editors by their token, and a session in a cookie of Sanity's has none to show.
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
