import { AddIcon } from '@sanity/icons/Add'
import { DocumentIcon } from '@sanity/icons/Document'
import { orderableDocumentListDeskItem } from '@sanity/orderable-document-list'
import type { ComponentType } from 'react'
import type { ConfigContext } from 'sanity'
import type { ListItem, ListItemBuilder, MenuItem, StructureBuilder } from 'sanity/structure'

import { apiVersion } from '../../sanity/api-version.ts'
import { canWrite } from '../access/roles.ts'
import { contentType, type TypeName } from '../../sanity/content-types.ts'

type Named = { title: string; icon?: ComponentType }
type Ordered = Named & {
  type: TypeName
  id: string
  icon: ComponentType
  filter?: string
  params?: Record<string, string>
  /** Set to `false` if the list has its own create button. */
  createIntent?: boolean
  menuItems?: MenuItem[]
}

const fixed = (S: StructureBuilder, { type, id, title, icon, filter, params, createIntent }: Ordered) => {
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
const draggable = (S: StructureBuilder, context: ConfigContext, ordered: Ordered): ListItem => {
  if (!canWrite(context.currentUser)) return fixed(S, ordered)
  const list = orderableDocumentListDeskItem({ ...ordered, S, context })
  return { ...list, child: { ...list.child, title: ordered.title } as ListItem['child'] }
}

type Part = Omit<Ordered, 'createIntent' | 'menuItems'> & {
  create: { title: string; template: string; params: Record<string, string> }
}

/** Builds a filtered, draggable list. New documents match its filter. */
export function draggablePart(S: StructureBuilder, context: ConfigContext, { create, ...part }: Part): ListItem {
  const { title, template, params } = create
  const menuItem = S.menuItem()
    .title(title)
    .icon(AddIcon)
    .intent({ type: 'create', params: [{ type: part.type, template }, params] })
    .serialize()
  const list = draggable(S, context, { ...part, createIntent: false, menuItems: [menuItem] })
  return { ...list, child: { ...list.child, initialValueTemplates: [] } as ListItem['child'] }
}

const iconOf = ({ schema }: ConfigContext, type: TypeName) => (schema.get(type)?.icon ?? DocumentIcon) as ComponentType

const singleton = (S: StructureBuilder, type: TypeName, { title, icon }: Named): ListItemBuilder =>
  S.listItem().id(type).title(title).icon(icon).child(S.document().schemaType(type).documentId(type).title(title))

export const documents = (
  S: StructureBuilder,
  context: ConfigContext,
  { type, id = type, icon = iconOf(context, type) }: { type: TypeName; id?: string; icon?: ComponentType },
): ListItem | ListItemBuilder => {
  const { title = type, isSingleton, order } = contentType(type) ?? {}
  if (isSingleton) return singleton(S, type, { title, icon })
  if (order === 'dragged') return draggable(S, context, { type, id, title, icon })
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
export const chooser = (S: StructureBuilder, { type, id, title }: { type: TypeName; id: string; title: string }) =>
  S.documentList()
    .id(id)
    .title(title)
    .schemaType(type)
    .apiVersion(apiVersion)
    .filter(`_type == "${type}"`)
    .canHandleIntent(() => false)

export const item = (
  S: StructureBuilder,
  { id, title, icon }: Named & { id: string },
  child: Parameters<ListItemBuilder['child']>[0],
): ListItemBuilder => S.listItem().id(id).title(title).icon(icon).child(child)

export const folder = (
  S: StructureBuilder,
  { items, ...named }: Named & { id: string; items: (ListItem | ListItemBuilder)[] },
): ListItemBuilder => item(S, named, S.list().id(named.id).title(named.title).items(items))
