import type { DocumentActionComponent, DocumentActionsContext } from 'sanity'

import { openPublicPage } from './open-public-page.ts'
import { hasPublicPage } from '../../sanity/content-types.ts'
import { publishWithRedirect } from './publish-with-redirect.ts'
import { allowedActions } from './singletons.ts'
import { unpublishAnywhere } from './unpublish-anywhere.ts'

type Context = Pick<DocumentActionsContext, 'schemaType' | 'documentId'>

type Wrap = (action: DocumentActionComponent) => DocumentActionComponent

/** Actions depend on the component's identity, so each wrapper is made once. */
const once = (wrap: Wrap): Wrap => {
  const wrapped = new Map<DocumentActionComponent, DocumentActionComponent>()
  return (action) => {
    const known = wrapped.get(action) ?? wrap(action)
    wrapped.set(action, known)
    return known
  }
}

const unpublish = once(unpublishAnywhere)
const publish = once(publishWithRedirect)

/** What an editor can do with a document, given Sanity's own actions and the public origin of the site. */
export const documentActions = (siteUrl: string) => {
  const OpenPublicPage = openPublicPage(siteUrl)
  return (actions: DocumentActionComponent[], context: Context): DocumentActionComponent[] => {
    const hasPage = hasPublicPage(context.schemaType)
    const allowed = allowedActions(actions, context).map((action) => {
      if (action.action === 'unpublish') return unpublish(action)
      return action.action === 'publish' && hasPage ? publish(action) : action
    })
    return hasPage ? [...allowed, OpenPublicPage] : allowed
  }
}
