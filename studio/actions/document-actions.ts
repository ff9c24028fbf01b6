import { LaunchIcon } from '@sanity/icons/Launch'
import type { DuplicateDocumentActionComponent, DocumentActionComponent, DocumentActionsContext } from 'sanity'
import { typesWhere, publicPath, hasPublicPage } from '../../sanity/content-types.ts'
import { createDeleteUnused } from './delete-unused.tsx'
import { createPublishWithRedirect } from './publish-with-redirect.ts'
import { createUnpublishAnywhere } from './unpublish-anywhere.ts'

/** Types with a single document. The document's id equals the type name. */
const SINGLETON_TYPES: ReadonlySet<string> = new Set(typesWhere(({ isSingleton }) => isSingleton === true))

/** Ids of documents that the site requires. Editors can edit but not remove them. */
const PERMANENT_IDS: ReadonlySet<string> = new Set([...SINGLETON_TYPES, 'page-home'])

const REMOVING_ACTIONS: ReadonlySet<string> = new Set(['delete', 'unpublish', 'unpublishVersion'])

type NamedAction = { action?: string }

/** Filters document actions: no duplicates of singletons, no removal of permanent documents. */
export const filterActions = <Action extends NamedAction>(
  actions: Action[],
  context: { schemaType: string; documentId?: string },
): Action[] => {
  const isSingleton = SINGLETON_TYPES.has(context.schemaType)
  const isPermanent = isSingleton || PERMANENT_IDS.has(context.documentId ?? '')
  return actions.filter(
    ({ action = '' }) => !(isSingleton && action === 'duplicate') && !(isPermanent && REMOVING_ACTIONS.has(action)),
  )
}

/** Excludes singletons from the create menu. Editors open them from the desk. */
export const filterTemplates = <Item extends { templateId: string }>(items: Item[]): Item[] =>
  items.filter(({ templateId }) => !SINGLETON_TYPES.has(templateId))

const ADDRESS_FIELDS: ReadonlySet<string> = new Set(['path', 'slug', 'source'])

const NAME_FIELDS: ReadonlySet<string> = new Set(['title', 'name', 'question'])

const markAsCopy = ([field, value]: [string, unknown]): [string, unknown] =>
  NAME_FIELDS.has(field) && typeof value === 'string' ? [field, `Copy of ${value}`] : [field, value]

/** Prepares a duplicate: changes its name and removes its path or slug. */
export const prepareCopy = <Document extends object>(document: Document): Document =>
  Object.fromEntries(
    Object.entries(document)
      .filter(([field]) => !ADDRESS_FIELDS.has(field))
      .map(markAsCopy),
  ) as Document

const createDuplicateAsCopy = (useDuplicate: DuplicateDocumentActionComponent): DuplicateDocumentActionComponent => {
  const DuplicateAsCopy: DuplicateDocumentActionComponent = (props) =>
    useDuplicate({ ...props, mapDocument: prepareCopy })
  return Object.assign(DuplicateAsCopy, { action: useDuplicate.action, displayName: 'DuplicateAsCopy' })
}

export const createOpenPublicPage = (siteUrl: string): DocumentActionComponent => {
  const OpenPublicPage: DocumentActionComponent = ({ published }) => {
    const path = published ? publicPath(published) : undefined
    return {
      label: 'Open public page',
      icon: LaunchIcon,
      disabled: !path,
      title: path ? `${siteUrl}${path}` : 'Publish it first. Visitors can’t see it yet.',
      onHandle: () => window.open(`${siteUrl}${path ?? '/'}`, '_blank', 'noopener'),
    }
  }
  OpenPublicPage.displayName = 'OpenPublicPage'
  return OpenPublicPage
}

type Context = Pick<DocumentActionsContext, 'schemaType' | 'documentId'>

const WRAPPERS: Record<string, (action: DocumentActionComponent) => DocumentActionComponent> = {
  delete: createDeleteUnused,
  duplicate: createDuplicateAsCopy,
  publish: createPublishWithRedirect,
  unpublish: createUnpublishAnywhere,
}

/** Cache of wrapped actions. Sanity compares actions by identity, so each wrapper is created once. */
const wrappedActions = new Map<DocumentActionComponent, DocumentActionComponent>()

const wrapAction = (action: DocumentActionComponent): DocumentActionComponent => {
  const wrappedAction = wrappedActions.get(action) ?? WRAPPERS[action.action ?? '']?.(action) ?? action
  wrappedActions.set(action, wrappedAction)
  return wrappedAction
}

export const createDocumentActions = (siteUrl: string) => {
  const OpenPublicPage = createOpenPublicPage(siteUrl)
  return (actions: DocumentActionComponent[], context: Context): DocumentActionComponent[] => {
    const permittedActions = filterActions(actions, context).map(wrapAction)
    return hasPublicPage(context.schemaType) ? [...permittedActions, OpenPublicPage] : permittedActions
  }
}
