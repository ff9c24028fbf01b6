import { createDataAttribute } from 'next-sanity'

type Field = { id: string; type: string; path: string }

/**
 * Returns the attribute that opens a field in the Studio on a click. Use it only for values without stega marks, such
 * as numbers, pictures and blocks.
 */
export const getEditAttributes = (isPreview: boolean, field: Field): { 'data-sanity'?: string } =>
  isPreview ? { 'data-sanity': createDataAttribute({ baseUrl: '/studio', ...field }).toString() } : {}
