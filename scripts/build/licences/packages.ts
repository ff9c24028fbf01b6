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

export type Lock = { packages: Record<string, LockEntry> }

export type Package = {
  folder: string
  name: string
  version: string
  /** License from the manifest, not always a valid SPDX expression. */
  licence: string
  /** Whether the package is platform-specific and thus possibly not installed here. */
  isForSomeSystems: boolean
}

/** Workspaces whose dependencies are shipped: the site and the Studio, not the local servers and tools. */
const ROOTS = ['', 'studio']

/** Build tools of `sanity`, which are not shipped. */
const TOOLS = /^(@sanity\/(cli|codegen|runtime-cli)|@vitejs\/.*|typescript|vite)$/

const MODULES = 'node_modules/'

function find({ packages }: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = parentOf(folder)) {
    const path = `${folder && `${folder}/`}${MODULES}${name}`
    const entry = packages[path]
    if (entry) return entry.link ? entry.resolved : path
    if (!folder) return undefined
  }
}

function parentOf(folder: string): string {
  const end = folder.lastIndexOf(`/${MODULES}`)
  return end === -1 ? '' : folder.slice(0, end)
}

function dependenciesOf(entry: LockEntry): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers]
}

const isForSomeSystems = ({ os, cpu }: LockEntry): boolean => os !== undefined || cpu !== undefined

export function shippedPackages(lock: Lock): Package[] {
  const systems = new Map<string, boolean>()
  const visit = (folder: string, isForSome: boolean): void => {
    const entry = lock.packages[folder]
    if (!entry) return
    for (const name of dependenciesOf(entry).filter((each) => !TOOLS.test(each))) {
      const found = find(lock, folder, name)
      const next = found === undefined ? undefined : lock.packages[found]
      if (found === undefined || !next) continue
      const isSome = isForSome || isForSomeSystems(next)
      // Visits a package again if it is also reachable without a platform restriction.
      if (systems.has(found) && (systems.get(found) === false || isSome)) continue
      systems.set(found, isSome)
      visit(found, isSome)
    }
  }
  for (const folder of ROOTS) visit(folder, false)
  return [...systems]
    .filter(([folder]) => folder.includes(MODULES))
    .map(([folder, isSome]) => ({
      folder,
      name: folder.slice(folder.lastIndexOf(MODULES) + MODULES.length),
      version: lock.packages[folder]?.version ?? '',
      licence: lock.packages[folder]?.license ?? '',
      isForSomeSystems: isSome,
    }))
    .toSorted((one, other) => compare(one.name, other.name) || compare(one.version, other.version))
}

/** Compares strings independently of the locale. */
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
