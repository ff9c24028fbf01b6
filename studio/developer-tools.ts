type User = { roles: { name: string }[] } | null

const DEVELOPER_ROLES: ReadonlySet<string> = new Set(['administrator', 'developer'])
const DEVELOPER_TOOLS: ReadonlySet<string> = new Set(['vision'])

/** Tools a user sees: query tools only for who develops the site. Convenience, not protection: the Content Lake checks permissions. */
export const toolsFor = <Tool extends { name: string }>(tools: Tool[], user: User): Tool[] => {
  const isDeveloper = user?.roles.some(({ name }) => DEVELOPER_ROLES.has(name)) ?? false
  return isDeveloper ? tools : tools.filter(({ name }) => !DEVELOPER_TOOLS.has(name))
}
