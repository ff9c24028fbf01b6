const READ_ONLY_ROLE = 'viewer'

type User = { roles: { name: string }[] } | null

export const canWrite = (user: User): boolean => user?.roles.some(({ name }) => name !== READ_ONLY_ROLE) ?? false

const DEVELOPER_ROLES: ReadonlySet<string> = new Set(['administrator', 'developer'])
const DEVELOPER_TOOLS: ReadonlySet<string> = new Set(['vision'])

/** Hides query tools from non-developers for convenience. The Content Lake enforces the permissions. */
export const filterTools = <Tool extends { name: string }>(tools: Tool[], user: User): Tool[] => {
  const isDeveloper = user?.roles.some(({ name }) => DEVELOPER_ROLES.has(name)) ?? false
  return isDeveloper ? tools : tools.filter(({ name }) => !DEVELOPER_TOOLS.has(name))
}
