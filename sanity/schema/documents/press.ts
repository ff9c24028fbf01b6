import { BulbOutlineIcon } from '@sanity/icons/BulbOutline'
import { DownloadIcon } from '@sanity/icons/Download'
import { PackageIcon } from '@sanity/icons/Package'
import { PRESS_ROOT } from '../../../lib/routes.ts'
import { defineSlugField } from '../fields/address.ts'
import * as article from '../fields/article.ts'
import { headingField } from '../fields/text.ts'
import { defineDocument, defineObject } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { formatShortDate, joinSubtitle } from '../shared/preview.ts'
import { check, getMissingFileError } from '../validation/rules.ts'

export const pressDownloadType = defineObject(
  'pressDownload',
  'Download',
  { icon: DownloadIcon, preview: { select: { title: 'label', subtitle: 'file.asset.originalFilename' } } },
  [
    field.text('label', 'Label', 80),
    field.optionalText('description', 'Description', 200, {
      description: 'Contents of the file and how it may be used.',
    }),
    field.image('picture', 'Picture', {
      description: 'Preview of the file, such as a logo on its background. Optional.',
    }),
    field.ofType('file', 'file', 'File', {
      validation: (rule) => rule.required().custom(check(getMissingFileError)),
    }),
    field.ofType('file', 'otherFile', 'File in another format', {
      description: 'For example, the same file as PNG. Optional.',
    }),
  ],
)

const pressFact = defineObject('pressFact', 'Fact', { preview: { select: { title: 'title', subtitle: 'text' } } }, [
  field.text('title', 'Title', 40),
  field.text('text', 'Text', 160, { description: '{price} is the lowest plan price.' }),
])

export const pressKitType = defineDocument('pressKit', 'Press kit', PackageIcon, {
  fields: [
    headingField,
    field.optionalText('shortBoilerplate', 'About the company, in one sentence', 240, {
      description: 'About 25 words, ready to print. Facts only.',
      lines: 2,
    }),
    field.text('boilerplate', 'About the company', 1200, {
      description: 'About 60 words, ready to print. Also shown below each announcement. Facts only.',
      lines: 6,
    }),
    field.list('facts', 'Facts', [pressFact], {
      description: 'Basics for journalists: what the product is, who it’s for, what it costs, what it doesn’t do.',
      max: 8,
    }),
    field.list('downloads', 'Downloads', [{ type: 'pressDownload' }], {
      description: 'Logos and pictures, one file each.',
      max: 12,
    }),
    field.ofType('string', 'contactEmail', 'Press email', {
      validation: (rule) => rule.required().email(),
    }),
  ],
  preview: { select: { title: 'heading', subtitle: 'contactEmail' } },
})

export const pressItemType = defineDocument('pressItem', 'Press item', BulbOutlineIcon, {
  groups: article.groups,
  fields: article.addSeoField([
    article.title,
    defineSlugField({ source: 'title', example: `${PRESS_ROOT}/spanish-speaking-assistant` }),
    article.publishedAt,
    article.defineSummaryField({ description: 'The news in one or two sentences a journalist can quote.' }),
    field.image('cover', 'Picture', {
      description: 'Optional. At least 1200 pixels wide. Cropped to 3:2 in lists, around the hotspot.',
    }),
    article.body,
  ]),
  orderings: article.datedOrderings,
  preview: {
    select: { title: 'title', date: 'publishedAt', slug: 'slug.current', media: 'cover' },
    prepare: ({ title, date, slug, media }) => ({
      title,
      media,
      subtitle: joinSubtitle(formatShortDate(date), slug && `${PRESS_ROOT}/${slug}`),
    }),
  },
})
