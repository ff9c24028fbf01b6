import { pictureTypes } from '../objects/pictures/index.ts'
import { defineArrayMember, defineField } from '../define.ts'

/** A fragment of the product, drawn by the site in the colours of its theme; a list, so that editors first choose which. */
export const pictureField = defineField({
  name: 'picture',
  title: 'Picture of the product',
  type: 'array',
  of: pictureTypes.map(({ name }) => defineArrayMember({ type: name })),
  description:
    'One at most. The site draws it, in light and dark; it labels it as an example. An image above comes first.',
  options: { insertMenu: { filter: false } },
  validation: (rule) => rule.max(1),
})
