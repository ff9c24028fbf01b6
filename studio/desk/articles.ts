import { AddIcon } from '@sanity/icons/Add'
import { BookIcon } from '@sanity/icons/Book'
import { ComposeIcon } from '@sanity/icons/Compose'
import { PresentationIcon } from '@sanity/icons/Presentation'
import { SearchIcon } from '@sanity/icons/Search'
import { UsersIcon } from '@sanity/icons/Users'
import type { ConfigContext } from 'sanity'
import type { ListItemBuilder, StructureBuilder } from 'sanity/structure'

import { apiVersion } from '../../sanity/api-version.ts'
import { chooser, documents, draggable, folder } from './items.ts'

/** The posts of one author or category, chosen from a list of them; a new post there starts with it. */
const postsBy = (S: StructureBuilder, by: 'author' | 'category', title: string): ListItemBuilder =>
  S.listItem()
    .id(`posts-by-${by}`)
    .title(title)
    .icon(SearchIcon)
    .child(
      chooser(S, { type: by, id: `posts-by-${by}`, title }).child((id) =>
        S.documentTypeList('post')
          .id(`posts-of-${id}`)
          .title('Posts')
          .apiVersion(apiVersion)
          .filter(`_type == "post" && ${by}._ref == $id`)
          .params({ id })
          .defaultOrdering([{ field: 'publishedAt', direction: 'desc' }])
          .initialValueTemplates([S.initialValueTemplateItem(`post-by-${by}`, { id })]),
      ),
    )

/** Posts, who writes them and what about. */
export const blogItem = (S: StructureBuilder, context: ConfigContext): ListItemBuilder =>
  folder(S, {
    id: 'blog',
    title: 'Blog',
    icon: ComposeIcon,
    items: [
      documents(S, context, { type: 'post' }),
      postsBy(S, 'category', 'Posts by category'),
      postsBy(S, 'author', 'Posts by author'),
      documents(S, context, { type: 'author', icon: UsersIcon }),
      documents(S, context, { type: 'category' }),
    ],
  })

/** What journalists come for. */
export const pressItem = (S: StructureBuilder, context: ConfigContext): ListItemBuilder =>
  folder(S, {
    id: 'press',
    title: 'Press',
    icon: PresentationIcon,
    items: [documents(S, context, { type: 'pressKit' }), documents(S, context, { type: 'pressItem' })],
  })

/** The pages of one section, dragged into their order; a new page there starts in the section. */
const pagesOf = (S: StructureBuilder, context: ConfigContext, section: string) => {
  const item = draggable(S, context, {
    type: 'docPage',
    id: `pages-of-${section}`,
    title: 'Pages of the section',
    icon: BookIcon,
    filter: 'section._ref == $section',
    params: { section },
    createIntent: false,
    menuItems: [
      S.menuItem()
        .title('New page in this section')
        .icon(AddIcon)
        .intent({ type: 'create', params: [{ type: 'docPage', template: 'docPage-in-section' }, { id: section }] })
        .serialize(),
    ],
  })
  return { ...item.child, initialValueTemplates: [] }
}

/** Sections in their order, each with its pages. */
export const documentationItem = (S: StructureBuilder, context: ConfigContext): ListItemBuilder =>
  folder(S, {
    id: 'documentation',
    title: 'Documentation',
    icon: BookIcon,
    items: [
      S.listItem()
        .id('doc-pages')
        .title('Pages by section')
        .icon(BookIcon)
        .child(
          chooser(S, { type: 'docSection', id: 'doc-pages', title: 'Pages by section' })
            .defaultOrdering([{ field: 'orderRank', direction: 'asc' }])
            .child((id) => pagesOf(S, context, id) as never),
        ),
      documents(S, context, { type: 'docSection', id: 'doc-sections' }),
      documents(S, context, { type: 'docPage', icon: SearchIcon }),
    ],
  })
