import { FORMER_MEMBER_ID } from '../model/organization-settings.ts'

/*
 * Mentions of members in notes. Notes store ids, such as `@[user_1]`, because members can change their names. The
 * database function `forget_person` replaces the id of a deleted user with `FORMER_MEMBER_ID`.
 */

const MENTION_PATTERN = /@\[(\w{1,64})\]/g

type NamedMember = { id: string; name: string }

const escapePattern = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Returns the ids of the mentioned members, each once. */
export const listMentions = (text: string): string[] => [
  ...new Set([...text.matchAll(MENTION_PATTERN)].map(([, id = '']) => id)),
]

/** Replaces names such as `@Sam Reyes` with ids. If members share a name, the first one is mentioned. */
export function encodeMentions(text: string, members: readonly NamedMember[]): string {
  const idsByName = new Map(members.toReversed().map(({ id, name }) => [name, id]))
  // Longer names come first, because the name of one member may start with the name of another.
  const names = [...idsByName.keys()].toSorted((a, b) => b.length - a.length).map(escapePattern)
  if (names.length === 0) return text
  const pattern = new RegExp(String.raw`@(${names.join('|')})(?![\p{L}\p{N}])`, 'gu')
  return text.replaceAll(pattern, (_, name: string) => `@[${idsByName.get(name)}]`)
}

/** Replaces ids with names. Members without a known name are called teammates. */
export const decodeMentions = (text: string, getName: (id: string) => string | undefined): string =>
  text.replaceAll(
    MENTION_PATTERN,
    (_, id: string) => `@${id === FORMER_MEMBER_ID ? 'former member' : (getName(id) ?? 'teammate')}`,
  )
