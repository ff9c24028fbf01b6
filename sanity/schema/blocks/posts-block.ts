import { ComposeIcon } from '@sanity/icons/Compose'
import { OPEN_SLUG, POST_CARD } from '../../fragments.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { referenceTo } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

const MAX_POSTS = 6

const isChosen = (block: unknown) => (block as { choice?: string } | undefined)?.choice === 'chosen'

const newest = (filter: string) =>
  `*[_type == "post" && ${OPEN_SLUG}${filter}] | order(publishedAt desc, _id asc)[0...${MAX_POSTS}]{ ${POST_CARD} }`

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
      hidden: ({ parent }) => isChosen(parent),
    }),
    field.of('number', 'count', 'Number of posts', {
      options: field.numberChoices({ Three: 3, Six: MAX_POSTS }),
      initialValue: 3,
      hidden: ({ parent }) => isChosen(parent),
    }),
    field.of('array', 'posts', 'Posts', {
      of: [referenceTo('post')],
      description: 'Shown in this order, three per row.',
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
