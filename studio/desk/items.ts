import { orderableDocumentListDeskItem } from '@sanity/orderable-document-list'
import type { ComponentType } from 'react'
import type { ConfigContext } from 'sanity'
import type { ListItem, ListItemBuilder, MenuItem, StructureBuilder } from 'sanity/structure'

type Named = { title: string; icon?: ComponentType }
type Ordered = Named & {
  type: string
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

/** The one document of a type, opened without a list. */
export const singleton = (S: StructureBuilder, { type, title, icon }: Named & { type: string }): ListItemBuilder =>
  S.listItem().id(type).title(title).icon(icon).child(S.document().schemaType(type).documentId(type).title(title))

/** All documents of a type, sorted by a field. */
export const sorted = (
  S: StructureBuilder,
  { type, title, icon, field, direction = 'asc' }: Named & { type: string; field: string; direction?: 'asc' | 'desc' },
): ListItemBuilder => {
  const item = S.documentTypeListItem(type)
    .title(title)
    .child(S.documentTypeList(type).title(title).defaultOrdering([{ field, direction }]))
  return icon ? item.icon(icon) : item
}

/** Lists that belong together. */
export const folder = (
  S: StructureBuilder,
  { id, title, icon, items }: Named & { id: string; items: (ListItem | ListItemBuilder)[] },
): ListItemBuilder => S.listItem().id(id).title(title).icon(icon).child(S.list().id(id).title(title).items(items))
