import type { DocumentActionComponent, DocumentActionsContext } from 'sanity'

import { deleteUnused } from './delete-unused.tsx'
import { duplicateAsCopy } from './duplicate-as-copy.ts'
import { openPublicPage } from './open-public-page.ts'
import { hasPublicPage } from '../../sanity/content-types.ts'
import { publishWithRedirect } from './publish-with-redirect.ts'
import { allowedActions } from './singletons.ts'
import { unpublishAnywhere } from './unpublish-anywhere.ts'

type Context = Pick<DocumentActionsContext, 'schemaType' | 'documentId'>

const WRAPPERS: Record<string, (action: DocumentActionComponent) => DocumentActionComponent> = {
  delete: deleteUnused,
  duplicate: duplicateAsCopy,
  publish: publishWithRedirect,
  unpublish: unpublishAnywhere,
}

/** Actions depend on the component's identity, so each wrapper is made once. */
const wrapped = new Map<DocumentActionComponent, DocumentActionComponent>()

const wrappedOnce = (action: DocumentActionComponent): DocumentActionComponent => {
  const known = wrapped.get(action) ?? WRAPPERS[action.action ?? '']?.(action) ?? action
  wrapped.set(action, known)
  return known
}

/** What an editor can do with a document, given Sanity's own actions and the public origin of the site. */
export const documentActions = (siteUrl: string) => {
  const OpenPublicPage = openPublicPage(siteUrl)
  return (actions: DocumentActionComponent[], context: Context): DocumentActionComponent[] => {
    const allowed = allowedActions(actions, context).map(wrappedOnce)
    return hasPublicPage(context.schemaType) ? [...allowed, OpenPublicPage] : allowed
  }
}
