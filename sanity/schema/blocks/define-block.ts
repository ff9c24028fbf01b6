import type { ObjectDefinition } from 'sanity'

export const menuGroups = {
  open: 'Opening and closing',
  show: 'Product',
  tell: 'Text',
  prove: 'Proof',
  list: 'Lists',
}

type MenuGroup = keyof typeof menuGroups

type BlockDefinition<Name extends string> = Pick<ObjectDefinition, 'icon' | 'fields' | 'fieldsets'> & {
  name: Name
  title: string
  description?: string
  menu: [MenuGroup, ...MenuGroup[]]
  /** GROQ projection of the block's fields, excluding `_key` and `_type`. */
  projection: string
}

const buildPreview = (kind: string) => ({
  select: { title: 'heading', media: 'image' },
  prepare: ({ title, media }: Record<string, unknown>) => ({
    title: typeof title === 'string' ? title : kind,
    subtitle: kind,
    media: media as undefined,
  }),
})

/** Defines a block's schema and projection. The component is in `components/site/blocks`. */
export const defineBlock = <const Name extends string>({ menu, projection, ...schema }: BlockDefinition<Name>) => ({
  menu,
  projection,
  schema: { ...schema, type: 'object' as const, preview: buildPreview(schema.title) },
})
