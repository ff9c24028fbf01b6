import type { ObjectDefinition } from 'sanity'

/** Groups of the menu in which editors choose a block. */
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
  /** The groups of the menu that it is in. */
  menu: [MenuGroup, ...MenuGroup[]]
  /** GROQ of what the page query selects of it, beside `_key` and `_type`. */
  projection: string
}

/** How a block appears in a page's list: its heading, and which kind of block it is. */
const preview = (kind: string) => ({
  select: { title: 'heading', media: 'image' },
  prepare: ({ title, media }: Record<string, unknown>) => ({
    title: typeof title === 'string' ? title : kind,
    subtitle: kind,
    media: media as undefined,
  }),
})

/**
 * A block of a page: its schema and what a page reads of it. The component of the same name in `components/blocks`
 * shows it.
 */
export const defineBlock = <const Name extends string>({ menu, projection, ...schema }: BlockDefinition<Name>) => ({
  menu,
  projection,
  schema: { ...schema, type: 'object' as const, preview: preview(schema.title) },
})
