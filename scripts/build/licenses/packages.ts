export type LockEntry = {
  version?: string
  license?: string
  link?: boolean
  resolved?: string
  os?: string[]
  cpu?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export type PackageLock = { packages: Record<string, LockEntry> }

export type Package = {
  folder: string
  name: string
  version: string
  /** License from the manifest, not always a valid SPDX expression. */
  license: string
  /** Whether the package is platform-specific and thus possibly not installed here. */
  isPlatformSpecific: boolean
}

/** Workspaces whose dependencies are shipped: the site and the Studio, not the local servers and tools. */
const ROOT_WORKSPACES = ['', 'studio']

/** Build tools of `sanity`, which are not shipped. */
const BUILD_TOOL_PATTERN = /^(@sanity\/(cli|codegen|runtime-cli)|@vitejs\/.*|typescript|vite)$/

const MODULES_DIR = 'node_modules/'

function resolveDependency({ packages }: PackageLock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = getParentFolder(folder)) {
    const path = `${folder && `${folder}/`}${MODULES_DIR}${name}`
    const entry = packages[path]
    if (entry) return entry.link ? entry.resolved : path
    if (!folder) return undefined
  }
}

function getParentFolder(folder: string): string {
  const end = folder.lastIndexOf(`/${MODULES_DIR}`)
  return end === -1 ? '' : folder.slice(0, end)
}

function listDependencies(entry: LockEntry): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers]
}

const isPlatformSpecific = ({ os, cpu }: LockEntry): boolean => os !== undefined || cpu !== undefined

export function listShippedPackages(lock: PackageLock): Package[] {
  const visited = new Map<string, boolean>()
  const visit = (folder: string, isParentRestricted: boolean): void => {
    const entry = lock.packages[folder]
    if (!entry) return
    for (const name of listDependencies(entry).filter((dependency) => !BUILD_TOOL_PATTERN.test(dependency))) {
      const path = resolveDependency(lock, folder, name)
      const next = path === undefined ? undefined : lock.packages[path]
      if (path === undefined || !next) continue
      const isRestricted = isParentRestricted || isPlatformSpecific(next)
      // Visits a package again if it is also reachable without a platform restriction.
      if (visited.has(path) && (visited.get(path) === false || isRestricted)) continue
      visited.set(path, isRestricted)
      visit(path, isRestricted)
    }
  }
  for (const folder of ROOT_WORKSPACES) visit(folder, false)
  return [...visited]
    .filter(([folder]) => folder.includes(MODULES_DIR))
    .map(([folder, isRestricted]) => ({
      folder,
      name: folder.slice(folder.lastIndexOf(MODULES_DIR) + MODULES_DIR.length),
      version: lock.packages[folder]?.version ?? '',
      license: lock.packages[folder]?.license ?? '',
      isPlatformSpecific: isRestricted,
    }))
    .toSorted((a, b) => compareStrings(a.name, b.name) || compareStrings(a.version, b.version))
}

/** Compares strings independently of the locale. */
const compareStrings = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
