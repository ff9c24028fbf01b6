import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect } from 'vitest'
import { findLicenseProblems } from '../../scripts/build/licenses/allowed.ts'
import { type PackageLock, type LockEntry, listShippedPackages } from '../../scripts/build/licenses/packages.ts'
import { type Sbom, writeSbom } from '../../scripts/build/release/sbom.ts'
import { root } from '../../scripts/support/settings.ts'
import { check } from '../support/check.ts'

/** Entry of a lock file. `name` is only set if it differs from the folder name. */
type Entry = LockEntry & { name?: string; integrity?: string; inBundle?: boolean; hasInstallScript?: boolean }

const LOCK_FILES = ['package-lock.json', 'scripts/tools/package-lock.json']

const readText = (file: string): string => readFileSync(resolve(root, file), 'utf8')
const readJson = (file: string): unknown => JSON.parse(readText(file))

const MODULES_FOLDER = 'node_modules/'

/** Returns the third-party packages of a lock file. */
const listThirdPartyPackages = (file: string): [path: string, entry: Entry][] =>
  Object.entries((readJson(file) as { packages: Record<string, Entry> }).packages).filter(
    ([path, { link }]) => path.includes(MODULES_FOLDER) && !link,
  )

const getPackageName = (path: string): string => path.slice(path.lastIndexOf(MODULES_FOLDER) + MODULES_FOLDER.length)

check(
  {
    what: 'Lock files',
    tried: 'read the hash and the source host of every package in both files',
    expected: 'have SHA-512 for each archive and name no host, so that npm uses its configured registry',
  },
  async () => {
    const entries = LOCK_FILES.flatMap(listThirdPartyPackages)
    // A bundled package has no hash, because the hash of its parent's archive covers it.
    const archives = entries.filter(([, { inBundle }]) => !inBundle)
    const hasIntegrity = ({ integrity }: Entry) => /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')
    expect(archives.filter(([, entry]) => !hasIntegrity(entry)).map(([path]) => path)).toEqual([])
    expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
    return `${archives.length} archives with SHA-512, no host named`
  },
)

const ALLOWED_INSTALL_SCRIPTS = [
  '@mdn/mdn-http-observatory',
  'browser-tabs-lock',
  'core-js',
  'esbuild',
  'node_extra_ca_certs_mozilla_bundle',
]

check(
  {
    what: 'Install scripts',
    tried: 'listed packages with install scripts and the npm settings',
    expected: 'match the five reviewed packages, and npm runs none',
  },
  async () => {
    const packagesWithScripts = LOCK_FILES.flatMap(listThirdPartyPackages).filter(
      ([, { hasInstallScript }]) => hasInstallScript,
    )
    expect([...new Set(packagesWithScripts.map(([path]) => getPackageName(path)))].toSorted()).toEqual(
      ALLOWED_INSTALL_SCRIPTS,
    )
    expect(readText('.npmrc').split('\n')).toContain('ignore-scripts=true')
    expect(readText('scripts/support/tools.ts')).toContain("'ci', '--ignore-scripts'")
    return `${ALLOWED_INSTALL_SCRIPTS.length} packages, scripts are off`
  },
)

check(
  {
    what: 'Licenses',
    tried: 'compared every shipped package with the allowlist',
    expected: 'have been reviewed for every package',
  },
  async () => {
    const packages = listShippedPackages(readJson('package-lock.json') as PackageLock)
    expect(findLicenseProblems(packages)).toEqual([])
    return `${packages.length} packages, all on the allowlist`
  },
)

check(
  {
    what: 'Versions',
    tried: 'read the dependencies of every manifest',
    expected: 'are exact, so that only lock files need a review',
  },
  async () => {
    const files = globSync(
      ['package.json', 'studio/package.json', 'packages/*/package.json', 'scripts/tools/package.json'],
      {
        cwd: root,
      },
    )
    const dependencies = files.flatMap((file) => {
      const manifest = readJson(file) as Record<string, Record<string, string> | undefined>
      const { dependencies, devDependencies, optionalDependencies } = manifest
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    })
    expect(dependencies.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
    return `${dependencies.length} in ${files.length} manifests, all exact`
  },
)

check(
  {
    what: 'Bill of materials',
    tried: 'compared the sbom.json of a release with the lock file',
    expected: 'is CycloneDX and lists every locked package',
  },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sbom-'))
    try {
      await writeSbom(root, folder)
      const sbom = JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8')) as Sbom
      expect([sbom.bomFormat, sbom.metadata.component.name]).toEqual(['CycloneDX', 'ductwise'])
      const listedPurls = new Set(sbom.components.map(({ purl }) => decodeURIComponent(purl)))
      const lockedPackages = listThirdPartyPackages('package-lock.json')
      const purls = lockedPackages.map(
        ([path, { name = getPackageName(path), version }]) => `pkg:npm/${name}@${version}`,
      )
      const missing = purls.filter((purl) => !listedPurls.has(purl))
      expect(missing).toEqual([])
      const unhashedComponents = sbom.components.filter(({ hashes }) => !hashes?.some(({ alg }) => alg === 'SHA-512'))
      return `${sbom.components.length} components, ${sbom.components.length - unhashedComponents.length} with SHA-512`
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

/** npm's audit report. Without a registry, `metadata` is missing. */
type AuditReport = { metadata?: { vulnerabilities: Record<'high' | 'critical', number> }; message?: string }

const NPM_TIMEOUT_MS = 20_000

/** Audits the shipped packages. It never rejects, although npm exits with 1 if it finds vulnerabilities. */
const runAudit = (registry?: string): Promise<AuditReport> =>
  new Promise((resolve) => {
    execFile(
      'npm',
      [
        'audit',
        '--json',
        '--omit=dev',
        '--package-lock-only',
        '--fetch-retries=0',
        ...(registry ? [`--registry=${registry}`] : []),
      ],
      { cwd: root, timeout: NPM_TIMEOUT_MS, maxBuffer: 64 * 1024 ** 2, shell: process.platform === 'win32' },
      (error, stdout) => {
        try {
          resolve(JSON.parse(stdout) as AuditReport)
        } catch {
          // npm is missing or timed out, so its error message is the result.
          resolve({ message: error?.message.split('\n')[0] ?? 'invalid JSON' })
        }
      },
    )
  })

const ADVISORY = {
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Sample advisory',
  severity: 'critical',
  vulnerable_versions: '*',
}

let registry: Server | undefined
const auditedNames = new Set<string>()

async function startTestRegistry(): Promise<string> {
  const handleRequest = async (request: IncomingMessage): Promise<object> => {
    if (request.method !== 'POST')
      return { name: 'unlocked', versions: { '1.0.0': { name: 'unlocked', version: '1.0.0' } } }
    const body = await buffer(request)
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
    const names = Object.keys(JSON.parse(text.toString()) as object)
    for (const name of names) auditedNames.add(name)
    return names.includes('unlocked') ? { unlocked: [ADVISORY] } : {}
  }
  registry = createServer((request, response) => {
    void handleRequest(request).then((body) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
    )
  })
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
  return `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
}

afterAll(() => registry?.close())

check(
  {
    what: 'Known vulnerabilities',
    tried: 'ran npm audit for shipped packages against a test registry and the configured one',
    expected: 'all packages are audited; none is high or critical',
  },
  async () => {
    const [testReport, configuredReport] = await Promise.all([startTestRegistry().then(runAudit), runAudit()])
    expect(auditedNames.size).toBeGreaterThan(300)
    expect(testReport.metadata?.vulnerabilities).toMatchObject({ high: 0, critical: 0 })
    if (!configuredReport.metadata) {
      expect(configuredReport.message).toBeTruthy()
      return `none of ${auditedNames.size}; the configured registry is unavailable (${configuredReport.message?.split(' - ')[0]})`
    }
    expect(configuredReport.metadata.vulnerabilities).toMatchObject({ high: 0, critical: 0 })
    return `none of ${auditedNames.size} in both registries`
  },
)
