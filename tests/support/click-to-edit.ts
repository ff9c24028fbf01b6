import { stegaEncodeSourceMap } from '@sanity/client/stega'

/** Returns a text as the preview renders it, with invisible characters that link to its Studio field. */
export function encodeClickToEdit(text: string): string {
  const source = { type: 'documentValue' as const, document: 0, path: 0 }
  const mappings = { "$['text']": { type: 'value' as const, source } }
  const map = { documents: [{ _id: 'a', _type: 'page' }], paths: ["$['text']"], mappings }
  return stegaEncodeSourceMap({ text }, map, { enabled: true, studioUrl: '/studio' }).text
}
