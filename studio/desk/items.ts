import { DocumentIcon } from '@sanity/icons/Document'
import { orderableDocumentListDeskItem } from '@sanity/orderable-document-list'
import type { ComponentType } from 'react'
import type { ConfigContext } from 'sanity'
import type { ListItem, ListItemBuilder, MenuItem, StructureBuilder } from 'sanity/structure'

import { apiVersion } from '../../sanity/api-version.ts'
import { canWrite } from '../can-write.ts'
import { contentType, type TypeName } from '../../sanity/content-types.ts'

type Named = { title: string; icon?: ComponentType }
type Ordered = Named & {
  type: TypeName
  id: string
  icon: ComponentType
  filter?: string
  params?: Record<string, unknown>
  /** `false` when the list says itself how documents are made in it. */
  createIntent?: boolean
  menuItems?: MenuItem[]
}

/** The same list for those who may only read: without handles, which would promise that it can be changed. */
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

/** A list in the order of the site, changed by dragging. Its pane is named like its item, not like the type. */
export const draggable = (S: StructureBuilder, context: ConfigContext, ordered: Ordered): ListItem => {
  if (!canWrite(context.currentUser)) return fixed(S, ordered)
  const item = orderableDocumentListDeskItem({ ...ordered, S, context })
  return { ...item, child: { ...item.child, title: ordered.title } as ListItem['child'] }
}

const iconOf = ({ schema }: ConfigContext, type: TypeName) => (schema.get(type)?.icon ?? DocumentIcon) as ComponentType

/** The one document of a type, opened without a list. */
const singleton = (S: StructureBuilder, type: TypeName, { title, icon }: Named): ListItemBuilder =>
  S.listItem().id(type).title(title).icon(icon).child(S.document().schemaType(type).documentId(type).title(title))

/**
 * The documents of a type as the registry lists them: one, in the order that editors drag them to, or sorted by a field;
 * with the icon of its schema unless told.
 */
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
 * Documents to choose from, of which each leads to a list of others instead of its own form. An edit link to one of them
 * passes it by: the structure tool would take any list of all documents of a type for the place of their forms.
 */
export const chooser = (S: StructureBuilder, { type, id, title }: { type: TypeName; id: string; title: string }) =>
  S.documentList()
    .id(id)
    .title(title)
    .schemaType(type)
    .apiVersion(apiVersion)
    .filter(`_type == "${type}"`)
    .canHandleIntent(() => false)

/** Lists that belong together. */
export const folder = (
  S: StructureBuilder,
  { id, title, icon, items }: Named & { id: string; items: (ListItem | ListItemBuilder)[] },
): ListItemBuilder => S.listItem().id(id).title(title).icon(icon).child(S.list().id(id).title(title).items(items))
