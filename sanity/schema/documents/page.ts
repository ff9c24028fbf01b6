import { DocumentIcon } from '@sanity/icons/Document'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { blocks, insertMenuGroups } from '../blocks/index.ts'
import { blockPicture } from '../blocks/pictures.ts'
import { pathField } from '../fields/path.ts'
import { BlocksInput, RemovableBlock } from '../inputs/blocks-input.tsx'

export const pageType = defineType({
  name: 'page',
  title: 'Page',
  type: 'document',
  icon: DocumentIcon,
  groups: [
    { name: 'content', title: 'Content', default: true },
    { name: 'seo', title: 'Search and sharing' },
  ],
  fields: [
    defineField({
      name: 'title',
      title: 'Title',
      type: 'string',
      group: 'content',
      description: 'The page’s name in lists and in the browser tab when no search title is set.',
      validation: (rule) => rule.required().max(90),
    }),
    pathField,
    defineField({
      name: 'blocks',
      title: 'Blocks',
      type: 'array',
      group: 'content',
      description: 'The page from top to bottom. Drag to change the order.',
      components: { input: BlocksInput },
      of: blocks.map(({ schema }) => defineArrayMember({ type: schema.name, components: { item: RemovableBlock } })),
      options: {
        insertMenu: {
          filter: true,
          groups: insertMenuGroups,
          views: [{ name: 'grid', previewImageUrl: blockPicture }, { name: 'list' }],
        },
      },
      validation: (rule) => rule.min(1).warning('A page without blocks is blank.'),
    }),
    defineField({ name: 'seo', title: 'Search and sharing', type: 'seo', group: 'seo' }),
  ],
  orderings: [
    { title: 'Path', name: 'path', by: [{ field: 'path', direction: 'asc' }] },
    { title: 'Title', name: 'title', by: [{ field: 'title', direction: 'asc' }] },
  ],
  preview: { select: { title: 'title', subtitle: 'path', media: 'seo.image' } },
})
