import { AddIcon } from '@sanity/icons/Add'
import { DocumentIcon } from '@sanity/icons/Document'
import { orderableDocumentListDeskItem } from '@sanity/orderable-document-list'
import type { ComponentType } from 'react'
import type { ConfigContext } from 'sanity'
import type { ListItem, ListItemBuilder, MenuItem, StructureBuilder } from 'sanity/structure'

import { apiVersion } from '../../sanity/api-version.ts'
import { canWrite } from '../access/roles.ts'
import { contentType, type TypeName } from '../../sanity/content-types.ts'

type ItemOptions = { title: string; icon?: ComponentType }
type OrderedListOptions = ItemOptions & {
  type: TypeName
  id: string
  icon: ComponentType
  filter?: string
  params?: Record<string, string>
  /** Set to `false` if the list has its own create button. */
  createIntent?: boolean
  menuItems?: MenuItem[]
}

const buildFixedList = (
  S: StructureBuilder,
  { type, id, title, icon, filter, params, createIntent }: OrderedListOptions,
) => {
  const list = S.documentTypeList(type)
    .id(id)
    .title(title)
    .apiVersion(apiVersion)
    .filter(filter ? `_type == "${type}" && ${filter}` : `_type == "${type}"`)
    .params(params ?? {})
    .defaultOrdering([{ field: 'orderRank', direction: 'asc' }])
    .canHandleIntent((intent, target) => createIntent !== false && intent === 'edit' && target.type === type)
  return S.listItem().id(id).title(title).icon(icon).schemaType(type).child(list).serialize()
}

/** Builds a draggable list. The pane title comes from the item instead of the type. */
const buildDraggableList = (S: StructureBuilder, context: ConfigContext, options: OrderedListOptions): ListItem => {
  if (!canWrite(context.currentUser)) return buildFixedList(S, options)
  const list = orderableDocumentListDeskItem({ ...options, S, context })
  return { ...list, child: { ...list.child, title: options.title } as ListItem['child'] }
}

type FilteredListOptions = Omit<OrderedListOptions, 'createIntent' | 'menuItems'> & {
  create: { title: string; template: string; params: Record<string, string> }
}

/** Builds a filtered, draggable list. New documents match its filter. */
export function buildFilteredDraggableList(
  S: StructureBuilder,
  context: ConfigContext,
  { create, ...part }: FilteredListOptions,
): ListItem {
  const { title, template, params } = create
  const menuItem = S.menuItem()
    .title(title)
    .icon(AddIcon)
    .intent({ type: 'create', params: [{ type: part.type, template }, params] })
    .serialize()
  const list = buildDraggableList(S, context, { ...part, createIntent: false, menuItems: [menuItem] })
  return { ...list, child: { ...list.child, initialValueTemplates: [] } as ListItem['child'] }
}

const getIcon = ({ schema }: ConfigContext, type: TypeName) => (schema.get(type)?.icon ?? DocumentIcon) as ComponentType

const buildSingletonItem = (S: StructureBuilder, type: TypeName, { title, icon }: ItemOptions): ListItemBuilder =>
  S.listItem().id(type).title(title).icon(icon).child(S.document().schemaType(type).documentId(type).title(title))

export const documents = (
  S: StructureBuilder,
  context: ConfigContext,
  { type, id = type, icon = getIcon(context, type) }: { type: TypeName; id?: string; icon?: ComponentType },
): ListItem | ListItemBuilder => {
  const { title = type, isSingleton, order } = contentType(type) ?? {}
  if (isSingleton) return buildSingletonItem(S, type, { title, icon })
  if (order === 'dragged') return buildDraggableList(S, context, { type, id, title, icon })
  const list = S.documentTypeList(type).title(title)
  return S.documentTypeListItem(type)
    .title(title)
    .icon(icon)
    .child(order ? list.defaultOrdering([{ field: order.field, direction: order.direction ?? 'asc' }]) : list)
}

/**
 * Builds a list whose items open other lists.
 * It rejects edit links, because the structure tool would otherwise open the documents' forms in this list.
 */
export const buildChooser = (S: StructureBuilder, { type, id, title }: { type: TypeName; id: string; title: string }) =>
  S.documentList()
    .id(id)
    .title(title)
    .schemaType(type)
    .apiVersion(apiVersion)
    .filter(`_type == "${type}"`)
    .canHandleIntent(() => false)

export const item = (
  S: StructureBuilder,
  { id, title, icon }: ItemOptions & { id: string },
  child: Parameters<ListItemBuilder['child']>[0],
): ListItemBuilder => S.listItem().id(id).title(title).icon(icon).child(child)

export const folder = (
  S: StructureBuilder,
  { items, ...options }: ItemOptions & { id: string; items: (ListItem | ListItemBuilder)[] },
): ListItemBuilder => item(S, options, S.list().id(options.id).title(options.title).items(items))
