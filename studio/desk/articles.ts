import { BookIcon } from '@sanity/icons/Book'
import { ComposeIcon } from '@sanity/icons/Compose'
import { PresentationIcon } from '@sanity/icons/Presentation'
import { SearchIcon } from '@sanity/icons/Search'
import { UsersIcon } from '@sanity/icons/Users'
import type { ConfigContext } from 'sanity'
import type { ListItemBuilder, StructureBuilder } from 'sanity/structure'

import { apiVersion } from '../../sanity/api-version.ts'
import { buildChooser, documents, buildFilteredDraggableList, folder, item } from './items.ts'

const buildPostsByItem = (S: StructureBuilder, groupType: 'author' | 'category', title: string): ListItemBuilder =>
  item(
    S,
    { id: `posts-by-${groupType}`, title, icon: SearchIcon },
    buildChooser(S, { type: groupType, id: `posts-by-${groupType}`, title }).child((id) =>
      S.documentTypeList('post')
        .id(`posts-of-${id}`)
        .title('Posts')
        .apiVersion(apiVersion)
        .filter(`_type == "post" && ${groupType}._ref == $id`)
        .params({ id })
        .defaultOrdering([{ field: 'publishedAt', direction: 'desc' }])
        .initialValueTemplates([S.initialValueTemplateItem(`post-by-${groupType}`, { id })]),
    ),
  )

export const buildBlogItem = (S: StructureBuilder, context: ConfigContext): ListItemBuilder =>
  folder(S, {
    id: 'blog',
    title: 'Blog',
    icon: ComposeIcon,
    items: [
      documents(S, context, { type: 'post' }),
      buildPostsByItem(S, 'category', 'Posts by category'),
      buildPostsByItem(S, 'author', 'Posts by author'),
      documents(S, context, { type: 'author', icon: UsersIcon }),
      documents(S, context, { type: 'category' }),
    ],
  })

export const buildPressItem = (S: StructureBuilder, context: ConfigContext): ListItemBuilder =>
  folder(S, {
    id: 'press',
    title: 'Press',
    icon: PresentationIcon,
    items: [documents(S, context, { type: 'pressKit' }), documents(S, context, { type: 'pressItem' })],
  })

const buildSectionPages = (S: StructureBuilder, context: ConfigContext, section: string) =>
  buildFilteredDraggableList(S, context, {
    type: 'docPage',
    id: `pages-of-${section}`,
    title: 'Section pages',
    icon: BookIcon,
    filter: 'section._ref == $section',
    params: { section },
    create: { title: 'New page in this section', template: 'docPage-in-section', params: { id: section } },
  }).child

export const buildDocumentationItem = (S: StructureBuilder, context: ConfigContext): ListItemBuilder =>
  folder(S, {
    id: 'documentation',
    title: 'Documentation',
    icon: BookIcon,
    items: [
      item(
        S,
        { id: 'doc-pages', title: 'Pages by section', icon: BookIcon },
        buildChooser(S, { type: 'docSection', id: 'doc-pages', title: 'Pages by section' })
          .defaultOrdering([{ field: 'orderRank', direction: 'asc' }])
          .child((id) => buildSectionPages(S, context, id) as never),
      ),
      documents(S, context, { type: 'docSection', id: 'doc-sections' }),
      documents(S, context, { type: 'docPage', icon: SearchIcon }),
    ],
  })
