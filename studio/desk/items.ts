import { DocumentIcon } from '@sanity/icons/Document'
import { orderableDocumentListDeskItem } from '@sanity/orderable-document-list'
import type { ComponentType } from 'react'
import type { ConfigContext } from 'sanity'
import type { ListItem, ListItemBuilder, MenuItem, StructureBuilder } from 'sanity/structure'

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

/** A list in the order of the site, changed by dragging. Its pane is named like its item, not like the type. */
export const draggable = (S: StructureBuilder, context: ConfigContext, ordered: Ordered): ListItem => {
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

/** Lists that belong together. */
export const folder = (
  S: StructureBuilder,
  { id, title, icon, items }: Named & { id: string; items: (ListItem | ListItemBuilder)[] },
): ListItemBuilder => S.listItem().id(id).title(title).icon(icon).child(S.list().id(id).title(title).items(items))
