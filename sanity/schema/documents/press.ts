import { BulbOutlineIcon } from '@sanity/icons/BulbOutline'
import { DownloadIcon } from '@sanity/icons/Download'
import { PackageIcon } from '@sanity/icons/Package'
import { PRESS_ROOT } from '../../../lib/routes.ts'
import { slugField } from '../fields/address.ts'
import * as article from '../fields/article.ts'
import { headingField } from '../fields/text.ts'
import { defineDocument, defineObject } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { shortDate, subtitleOf } from '../shared/preview.ts'
import { check, missingFileError } from '../validation/rules.ts'

export const pressDownloadType = defineObject(
  'pressDownload',
  'Download',
  { icon: DownloadIcon, preview: { select: { title: 'label', subtitle: 'file.asset.originalFilename' } } },
  [
    field.text('label', 'Label', 80),
    field.optionalText('description', 'Description', 200, {
      description: 'What is in the file, and what it may be used for.',
    }),
    field.image('picture', 'Picture', {
      description: 'What the file looks like, for example a logo on its background. May stay empty.',
    }),
    field.of('file', 'file', 'File', {
      validation: (rule) => rule.required().custom(check(missingFileError)),
    }),
    field.of('file', 'otherFile', 'In another format', {
      description: 'The same as PNG, for example. May stay empty.',
    }),
  ],
)

const fact = defineObject('pressFact', 'Fact', { preview: { select: { title: 'title', subtitle: 'text' } } }, [
  field.text('title', 'Title', 40),
  field.text('text', 'Text', 160, { description: '{price} is the lowest price of the plans.' }),
])

export const pressKitType = defineDocument('pressKit', 'Press kit', PackageIcon, {
  fields: [
    headingField,
    field.optionalText('shortBoilerplate', 'About the company, in one sentence', 240, {
      description: 'About 25 words that may be printed as they are. Facts only.',
      lines: 2,
    }),
    field.text('boilerplate', 'About the company', 1200, {
      description: 'About 60 words that may be printed as they are, also below each announcement. Facts only.',
      lines: 6,
    }),
    field.list('facts', 'Facts', [fact], {
      description: 'What a journalist looks up first: what it is, for whom, what it costs, what it does not do.',
      max: 8,
    }),
    field.list('downloads', 'Downloads', [{ type: 'pressDownload' }], {
      description: 'Logos and pictures, each as one file.',
      max: 12,
    }),
    field.of('string', 'contactEmail', 'Email for the press', {
      validation: (rule) => rule.required().email(),
    }),
  ],
  preview: { select: { title: 'heading', subtitle: 'contactEmail' } },
})

export const pressItemType = defineDocument('pressItem', 'Press item', BulbOutlineIcon, {
  groups: article.groups,
  fields: article.withSeo([
    article.title,
    slugField({ source: 'title', example: `${PRESS_ROOT}/spanish-speaking-assistant` }),
    article.publishedAt,
    article.summary({ description: 'What is new, in one or two sentences a journalist can quote.' }),
    field.image('cover', 'Picture', {
      description: 'May stay empty. At least 1200 pixels wide; lists cut it to 3 : 2 around the hotspot.',
    }),
    article.body,
  ]),
  orderings: article.datedOrderings,
  preview: {
    select: { title: 'title', date: 'publishedAt', slug: 'slug.current', media: 'cover' },
    prepare: ({ title, date, slug, media }) => ({
      title,
      media,
      subtitle: subtitleOf(shortDate(date), slug && `${PRESS_ROOT}/${slug}`),
    }),
  },
})
