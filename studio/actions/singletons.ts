import { typesWhere } from '../../sanity/content-types.ts'

/** Types of which exactly one document exists; its id equals the type's name. */
const SINGLETON_TYPES: ReadonlySet<string> = new Set(typesWhere(({ isSingleton }) => isSingleton === true))

/** Documents the site cannot do without: editable, never taken away. */
const PERMANENT_IDS: ReadonlySet<string> = new Set([...SINGLETON_TYPES, 'page-home'])

const REMOVING_ACTIONS: ReadonlySet<string> = new Set(['delete', 'unpublish', 'unpublishVersion'])

type NamedAction = { action?: string }

/** Document actions offered for a document: no duplicate of a singleton, nothing that takes a permanent document away. */
export const allowedActions = <Action extends NamedAction>(
  actions: Action[],
  context: { schemaType: string; documentId?: string },
): Action[] => {
  const isSingleton = SINGLETON_TYPES.has(context.schemaType)
  const isPermanent = isSingleton || PERMANENT_IDS.has(context.documentId ?? '')
  return actions.filter(
    ({ action = '' }) => !(isSingleton && action === 'duplicate') && !(isPermanent && REMOVING_ACTIONS.has(action)),
  )
}

/** Templates offered for a new document: a singleton is edited from the desk, never created. */
export const creatableTemplates = <Item extends { templateId: string }>(items: Item[]): Item[] =>
  items.filter(({ templateId }) => !SINGLETON_TYPES.has(templateId))
