import { createDataAttribute } from 'next-sanity'

type Field = { id: string; type: string; path: string }

/** Opens the field in the Studio on click. Only for values without a stega mark: numbers, pictures, blocks. */
export const editable = (isPreview: boolean, field: Field): { 'data-sanity'?: string } =>
  isPreview ? { 'data-sanity': createDataAttribute({ baseUrl: '/studio', ...field }).toString() } : {}
