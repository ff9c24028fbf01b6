import { CodeBlockIcon } from '@sanity/icons/CodeBlock'
import { defineField, defineType } from 'sanity'
import { CodeInput } from '../inputs/code-input.tsx'

const LANGUAGES = [
  { title: 'Plain text', value: 'text' },
  { title: 'Shell', value: 'bash' },
  { title: 'CSS', value: 'css' },
  { title: 'HTML', value: 'html' },
  { title: 'HTTP', value: 'http' },
  { title: 'JavaScript', value: 'javascript' },
  { title: 'JSON', value: 'json' },
  { title: 'Python', value: 'python' },
  { title: 'TypeScript', value: 'typescript' },
  { title: 'YAML', value: 'yaml' },
]

export const codeBlockType = defineType({
  name: 'codeBlock',
  title: 'Code',
  type: 'object',
  icon: CodeBlockIcon,
  fieldsets: [{ name: 'about', title: 'Language and file', options: { columns: 2 } }],
  fields: [
    defineField({
      name: 'language',
      title: 'Language',
      type: 'string',
      fieldset: 'about',
      options: { list: LANGUAGES },
      initialValue: 'text',
    }),
    defineField({
      name: 'filename',
      title: 'File name',
      type: 'string',
      fieldset: 'about',
      description: 'Shown above the code. May stay empty.',
      validation: (rule) => rule.max(80),
    }),
    defineField({
      name: 'code',
      title: 'Code',
      type: 'text',
      components: { input: CodeInput },
      validation: (rule) => rule.required().max(8000),
    }),
  ],
  preview: {
    select: { filename: 'filename', language: 'language', code: 'code' },
    prepare: ({ filename, language, code }) => ({
      title: filename || String(code ?? '').split('\n')[0] || 'Code',
      subtitle: LANGUAGES.find(({ value }) => value === language)?.title ?? 'Code',
    }),
  },
})
