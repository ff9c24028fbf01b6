import type { ObjectDefinition } from 'sanity'

export const menuGroups = {
  open: 'Opening and closing',
  show: 'Show',
  tell: 'Tell',
  prove: 'Prove',
  list: 'Lists from elsewhere',
}

type MenuGroup = keyof typeof menuGroups

type BlockDefinition<Name extends string> = Pick<ObjectDefinition, 'icon' | 'fields' | 'fieldsets'> & {
  name: Name
  title: string
  description?: string
  menu: [MenuGroup, ...MenuGroup[]]
  /** GROQ projection without `_key` and `_type`. */
  projection: string
}

const preview = (kind: string) => ({
  select: { title: 'heading', media: 'image' },
  prepare: ({ title, media }: Record<string, unknown>) => ({
    title: typeof title === 'string' ? title : kind,
    subtitle: kind,
    media: media as undefined,
  }),
})

/** Schema and projection of a block. `components/site/blocks` has its component. */
export const defineBlock = <const Name extends string>({ menu, projection, ...schema }: BlockDefinition<Name>) => ({
  menu,
  projection,
  schema: { ...schema, type: 'object' as const, preview: preview(schema.title) },
})
