import { stegaClean } from 'next-sanity'
import type { Graph, Thing } from 'schema-dts'

/** Matches characters that end a script element, open a comment or break a line of JavaScript. */
const UNSAFE_CHARACTER_PATTERN = /[<>&\u2028\u2029]/g

const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Serializes a JSON-LD graph. The text is safe inside a script element and has no stega characters. */
export function serialize(nodes: Thing[]): string {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': nodes }
  return JSON.stringify(stegaClean(graph)).replace(UNSAFE_CHARACTER_PATTERN, escapeCharacter)
}
