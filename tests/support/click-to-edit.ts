import { stegaEncodeSourceMap } from '@sanity/client/stega'

/** A text as a preview has it, with the invisible characters that lead to its field in the Studio. */
export function clickToEdit(text: string): string {
  const source = { type: 'documentValue' as const, document: 0, path: 0 }
  const mappings = { "$['text']": { type: 'value' as const, source } }
  const map = { documents: [{ _id: 'a', _type: 'page' }], paths: ["$['text']"], mappings }
  return stegaEncodeSourceMap({ text }, map, { enabled: true, studioUrl: '/studio' }).text
}
