import { createDataAttribute } from 'next-sanity'

type Field = { id: string; type: string; path: string }

/**
 * What makes a part of a page open its field in the Studio when an editor clicks on it in the preview; nothing for visitors.
 * Only for what carries no invisible mark of its own: numbers, pictures, whole blocks.
 */
export const editable = (isPreview: boolean, field: Field): { 'data-sanity'?: string } =>
  isPreview ? { 'data-sanity': createDataAttribute({ baseUrl: '/studio', ...field }).toString() } : {}
