import type * as sanity from 'sanity'

/*
 * Replaces Sanity's typed helpers without loading the Studio. The site imports each block's query from its schema
 * module.
 */
const same = (definition: unknown) => definition

export const defineField = same as typeof sanity.defineField
export const defineArrayMember = same as typeof sanity.defineArrayMember
export const defineType = same as typeof sanity.defineType

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

export const inGroup = (group: string, fields: Fields): Fields =>
  fields.map((each) => ({ group, ...each }) as typeof each)

export const orderBy = (field: string, title: string, direction: 'asc' | 'desc' = 'asc', name = field) => ({
  title,
  name,
  by: [{ field, direction }],
})

export const referenceTo = (type: string) => ({ type: 'reference' as const, to: [{ type }] })

export const choicesOf = (choices: Record<string, string>) =>
  Object.entries(choices).map(([value, title]) => ({ title, value }))
