import { BlockContentIcon } from '@sanity/icons/BlockContent'
import { CodeBlockIcon } from '@sanity/icons/CodeBlock'
import { InfoOutlineIcon } from '@sanity/icons/InfoOutline'
import { ThListIcon } from '@sanity/icons/ThList'
import { TableRowsInput, ComparisonRowsInput } from '../inputs/grid-input.tsx'
import { CodeInput } from '../inputs/text-inputs.tsx'
import { toChoiceList, defineArrayMember, defineObject, defineType } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { check, getTableRowsError } from '../validation/rules.ts'
import { linkAnnotation } from './links.ts'

type Choices = Record<string, string>

const defineTextBlock = ({ headings, decorators }: { headings?: Choices; decorators?: Choices } = {}) =>
  defineArrayMember({
    type: 'block',
    styles: toChoiceList({ normal: 'Text', h2: 'Heading', h3: 'Smaller heading', ...headings, blockquote: 'Quote' }),
    lists: toChoiceList({ bullet: 'Bullets', number: 'Numbers' }),
    marks: {
      decorators: toChoiceList({ strong: 'Strong', em: 'Emphasis', ...decorators }),
      annotations: [linkAnnotation],
    },
  })

export const portableTextType = defineType({
  name: 'portableText',
  title: 'Text',
  type: 'array',
  icon: BlockContentIcon,
  of: [defineTextBlock()],
})

export const articleBodyType = defineType({
  name: 'articleBody',
  title: 'Article text',
  type: 'array',
  icon: BlockContentIcon,
  of: [
    defineTextBlock({ headings: { h4: 'Smallest heading' }, decorators: { code: 'Code' } }),
    ...['imageWithAlt', 'codeBlock', 'callout', 'table'].map((type) => defineArrayMember({ type })),
  ],
})

const TONES: Choices = { note: 'Note', tip: 'Tip', warning: 'Warning' }

export const calloutType = defineObject(
  'callout',
  'Callout',
  {
    icon: InfoOutlineIcon,
    preview: {
      select: { tone: 'tone', text: 'body.0.children.0.text' },
      prepare: ({ tone, text }) => ({ title: text ?? 'Empty callout', subtitle: TONES[tone] ?? 'Callout' }),
    },
  },
  [
    field.choice('tone', 'Type', TONES, {
      description: 'Use Warning for anything that can cost money or data.',
      initialValue: 'note',
      isRequired: true,
    }),
    field.richText('body', 'Text', { isRequired: true }),
  ],
)

const LANGUAGES: Choices = {
  text: 'Plain text',
  bash: 'Shell',
  css: 'CSS',
  html: 'HTML',
  http: 'HTTP',
  javascript: 'JavaScript',
  json: 'JSON',
  python: 'Python',
  typescript: 'TypeScript',
  yaml: 'YAML',
}

export const codeBlockType = defineObject(
  'codeBlock',
  'Code',
  {
    icon: CodeBlockIcon,
    fieldsets: [{ name: 'about', title: 'Language and file', options: { columns: 2 } }],
    preview: {
      select: { filename: 'filename', language: 'language', code: 'code' },
      prepare: ({ filename, language, code }) => ({
        title: filename || String(code ?? '').split('\n')[0] || 'Code',
        subtitle: LANGUAGES[language] ?? 'Code',
      }),
    },
  },
  [
    field.choice('language', 'Language', LANGUAGES, { fieldset: 'about', initialValue: 'text', layout: 'menu' }),
    field.optionalText('filename', 'File name', 80, {
      fieldset: 'about',
      description: 'Shown above the code. Optional.',
    }),
    field.ofType('text', 'code', 'Code', {
      components: { input: CodeInput },
      validation: (rule) => rule.required().max(8000),
    }),
  ],
)

const joinCells = (cells: object | undefined) => Object.values(cells ?? {}).join(' · ')

export const tableRowType = defineObject(
  'tableRow',
  'Row',
  {
    icon: ThListIcon,
    preview: { select: { cells: 'cells' }, prepare: ({ cells }) => ({ title: joinCells(cells) || 'Empty row' }) },
  },
  [
    field.ofType('array', 'cells', 'Cells', {
      of: [{ type: 'string' }],
      validation: (rule) => rule.required(),
    }),
  ],
)

export const tableType = defineObject(
  'table',
  'Table',
  {
    icon: ThListIcon,
    preview: {
      select: { caption: 'caption', header: 'rows.0.cells', rows: 'rows' },
      prepare: ({ caption, header, rows }) => ({
        title: caption || joinCells(header) || 'Empty table',
        subtitle: `Table, ${Object.keys(rows ?? {}).length} rows`,
      }),
    },
  },
  [
    field.optionalText('caption', 'Caption', 140, {
      description: 'Table summary in one line. Screen readers read it first.',
    }),
    field.ofType('array', 'rows', 'Rows', {
      of: [{ type: 'tableRow' }],
      description: 'The first row is the header.',
      components: { input: TableRowsInput },
      validation: (rule) => rule.required().custom(check(getTableRowsError)),
    }),
  ],
)

export const comparisonRowType = defineObject(
  'comparisonRow',
  'Row',
  {
    icon: ThListIcon,
    preview: {
      select: { title: 'feature', cells: 'cells' },
      prepare: ({ title, cells }) => ({ title, subtitle: joinCells(cells) }),
    },
  },
  [
    field.text('feature', 'Feature', 80),
    field.ofType('array', 'cells', 'Cells', {
      of: [defineArrayMember({ type: 'string', validation: (rule) => rule.max(120) })],
      description: 'One per column, from left to right.',
    }),
  ],
)

export const comparisonRowsType = defineType({
  name: 'comparisonRows',
  title: 'Rows',
  type: 'array',
  of: [{ type: 'comparisonRow' }],
  components: { input: ComparisonRowsInput },
})
