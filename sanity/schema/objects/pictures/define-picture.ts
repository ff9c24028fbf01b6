import type { ObjectDefinition } from 'sanity'
import { defineField } from '../../define.ts'

type PictureDefinition<Name extends string> = Pick<ObjectDefinition, 'icon' | 'fields'> & {
  name: Name
  title: string
  description: string
}

/** What is said below every picture, and to those who do not see it. */
const captionField = defineField({
  name: 'caption',
  title: 'Caption',
  type: 'string',
  description: 'What is seen, in a few words. The site puts “Example” before it.',
  validation: (rule) => rule.required().max(120),
})

/** A picture of the product: what it shows, and a caption. The component of its name in `components/product` draws it. */
export const definePicture = <const Name extends string>({ fields, ...schema }: PictureDefinition<Name>) => ({
  ...schema,
  type: 'object' as const,
  fields: [...fields, captionField],
  preview: {
    select: { caption: 'caption' },
    prepare: ({ caption }: Record<string, unknown>) => ({
      title: schema.title,
      subtitle: typeof caption === 'string' ? caption : schema.description,
    }),
  },
})

type TextOptions = { description?: string; max?: number; isRequired?: boolean; lines?: number }

/** A short text of a picture. */
export const textField = (name: string, title: string, options: TextOptions = {}) => {
  const { description, max = 60, isRequired = true, lines } = options
  return defineField({
    name,
    title,
    type: lines ? ('text' as const) : ('string' as const),
    ...(lines && { rows: lines }),
    ...(description && { description }),
    validation: (rule) => (isRequired ? rule.required().max(max) : rule.max(max)),
  })
}
