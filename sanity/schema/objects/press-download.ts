import { DownloadIcon } from '@sanity/icons/Download'
import { defineField, defineType } from 'sanity'
import { missingFileError } from '../validation/image.ts'
import { verdict } from '../validation/rules.ts'

export const pressDownloadType = defineType({
  name: 'pressDownload',
  title: 'Download',
  type: 'object',
  icon: DownloadIcon,
  fields: [
    defineField({ name: 'label', title: 'Label', type: 'string', validation: (rule) => rule.required().max(80) }),
    defineField({
      name: 'description',
      title: 'Description',
      type: 'string',
      description: 'What is in the file, and what it may be used for.',
      validation: (rule) => rule.max(200),
    }),
    defineField({
      name: 'picture',
      title: 'Picture',
      type: 'imageWithAlt',
      description: 'What the file looks like, for example a logo on its background. May stay empty.',
    }),
    defineField({
      name: 'file',
      title: 'File',
      type: 'file',
      validation: (rule) =>
        rule.required().custom((file) => verdict(missingFileError(file as { asset?: unknown } | undefined))),
    }),
    defineField({
      name: 'otherFile',
      title: 'In another format',
      type: 'file',
      description: 'The same as PNG, for example. May stay empty.',
    }),
  ],
  preview: { select: { title: 'label', subtitle: 'file.asset.originalFilename' } },
})
