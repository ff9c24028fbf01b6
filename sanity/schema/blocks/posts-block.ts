import { ComposeIcon } from '@sanity/icons/Compose'
import { OPEN_SLUG_FILTER, POST_CARD } from '../../fragments.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { buildReference } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

const MAX_POSTS = 6

const isManualChoice = (block: unknown) => (block as { choice?: string } | undefined)?.choice === 'chosen'

const buildNewestQuery = (filter: string) =>
  `*[_type == "post" && ${OPEN_SLUG_FILTER}${filter}] | order(publishedAt desc, _id asc)[0...${MAX_POSTS}]{ ${POST_CARD} }`

export const postsBlock = defineBlock({
  name: 'postsBlock',
  title: 'Posts',
  menu: ['list'],
  icon: ComposeIcon,
  description: 'Blog posts: the newest ones, updated automatically, or ones you choose.',
  fields: [
    headingField,
    leadTextField,
    field.choice(
      'choice',
      'Which posts',
      { newest: 'Newest', chosen: 'Chosen posts' },
      { initialValue: 'newest', isRequired: true },
    ),
    field.reference('category', 'Category', 'category', {
      description: 'If empty, all categories.',
      hidden: ({ parent }) => isManualChoice(parent),
    }),
    field.ofType('number', 'count', 'Number of posts', {
      options: field.buildNumberChoices({ Three: 3, Six: MAX_POSTS }),
      initialValue: 3,
      hidden: ({ parent }) => isManualChoice(parent),
    }),
    field.ofType('array', 'posts', 'Posts', {
      of: [buildReference('post')],
      description: 'Shown in this order, three per row.',
      hidden: ({ parent }) => !isManualChoice(parent),
      validation: (rule) =>
        rule
          .unique()
          .max(MAX_POSTS)
          .custom((posts, { parent }) =>
            isManualChoice(parent) && !posts?.length ? 'Choose at least one post.' : true,
          ),
    }),
  ],
  projection: `
    heading, text, choice, count,
    "category": select(choice != "chosen" => category->{ title, "slug": slug.current }),
    "posts": select(
      choice == "chosen" => posts[]->{ ${POST_CARD} },
      defined(category) => ${buildNewestQuery(' && category._ref == ^.category._ref')},
      ${buildNewestQuery('')}
    )
  `,
})
