import { ComposeIcon } from '@sanity/icons/Compose'
import { OPEN_SLUG, POST_CARD } from '../../queries/fragments.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { defineArrayMember, defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'
import { radioOptions } from '../fields/radio-options.ts'

/** Posts in a block at most. */
const MAX_POSTS = 6

const isChosen = (block: unknown) => (block as { choice?: string } | undefined)?.choice === 'chosen'

const newest = (filter: string) =>
  `*[_type == "post" && ${OPEN_SLUG}${filter}] | order(publishedAt desc, _id asc)[0...${MAX_POSTS}]{ ${POST_CARD} }`

export const postsBlock = defineBlock({
  name: 'postsBlock',
  title: 'Posts',
  menu: ['list'],
  icon: ComposeIcon,
  description: 'Posts of the blog: the newest, which change by themselves, or some that you choose.',
  fields: [
    headingField,
    leadTextField,
    defineField({
      name: 'choice',
      title: 'Which posts',
      type: 'string',
      options: radioOptions([
        { title: 'The newest', value: 'newest' },
        { title: 'Some that I choose', value: 'chosen' },
      ]),
      initialValue: 'newest',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'category',
      title: 'Of the category',
      type: 'reference',
      to: [{ type: 'category' }],
      description: 'Left empty, those of all categories.',
      hidden: ({ parent }) => isChosen(parent),
    }),
    defineField({
      name: 'count',
      title: 'How many',
      type: 'number',
      options: radioOptions([
        { title: 'Three', value: 3 },
        { title: 'Six', value: MAX_POSTS },
      ]),
      initialValue: 3,
      hidden: ({ parent }) => isChosen(parent),
    }),
    defineField({
      name: 'posts',
      title: 'Posts',
      type: 'array',
      of: [defineArrayMember({ type: 'reference', to: [{ type: 'post' }] })],
      description: 'In the order in which they are shown. Three in a row.',
      hidden: ({ parent }) => !isChosen(parent),
      validation: (rule) =>
        rule
          .unique()
          .max(MAX_POSTS)
          .custom((posts, { parent }) => (isChosen(parent) && !posts?.length ? 'Choose at least one post.' : true)),
    }),
  ],
  projection: `
    heading, text, choice, count,
    "category": select(choice != "chosen" => category->{ title, "slug": slug.current }),
    "posts": select(
      choice == "chosen" => posts[]->{ ${POST_CARD} },
      defined(category) => ${newest(' && category._ref == ^.category._ref')},
      ${newest('')}
    )
  `,
})
