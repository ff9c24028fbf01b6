import type * as sanity from 'sanity'

/*
 * Replaces Sanity's typed helpers, which would load the Studio. The site imports each block's query from its schema
 * module.
 */
const identity = (definition: unknown) => definition

export const defineField = identity as typeof sanity.defineField
export const defineArrayMember = identity as typeof sanity.defineArrayMember
export const defineType = identity as typeof sanity.defineType

type Fields = sanity.ObjectDefinition['fields']

type TypeOptions = Pick<
  sanity.ObjectDefinition,
  'description' | 'groups' | 'fieldsets' | 'options' | 'components' | 'validation' | 'preview'
>

export const defineObject = <const Name extends string>(
  name: Name,
  title: string,
  options: TypeOptions & { icon?: sanity.ObjectDefinition['icon'] },
  fields: Fields,
) => defineArrayMember({ ...options, name, title, type: 'object', fields })

export const defineDocument = <const Name extends string>(
  name: Name,
  title: string,
  icon: NonNullable<sanity.DocumentDefinition['icon']>,
  definition: Omit<sanity.DocumentDefinition, 'name' | 'title' | 'type' | 'icon'>,
) => defineType({ ...definition, name, title, type: 'document', icon })

export const assignGroup = (group: string, fields: Fields): Fields =>
  fields.map((field) => ({ group, ...field }) as typeof field)

export const buildOrdering = (field: string, title: string, direction: 'asc' | 'desc' = 'asc', name = field) => ({
  title,
  name,
  by: [{ field, direction }],
})

export const buildReference = (type: string) => ({ type: 'reference' as const, to: [{ type }] })

export const toChoiceList = (choices: Record<string, string>) =>
  Object.entries(choices).map(([value, title]) => ({ title, value }))
