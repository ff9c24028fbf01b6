import type { Change } from '../../support/defences/check.ts'

/** A package that nobody has looked at: from another host, without a hash, with an install script and a licence of its own. */
const unlocked: Change = {
  file: 'package-lock.json',
  from: '    "node_modules/zod": {\n',
  to: `    "node_modules/unlocked": {
      "version": "1.0.0",
      "resolved": "https://packages.evil.example/unlocked-1.0.0.tgz",
      "hasInstallScript": true,
      "license": "SSPL-1.0"
    },
    "node_modules/zod": {
      "dependencies": {
        "unlocked": "^1.0.0"
      },
`,
}

/** What keeps foreign code out of the packages, and how it is taken away. */
export const supply = {
  lock: [unlocked],
  installScripts: [unlocked, { file: '.npmrc', from: 'ignore-scripts=true', to: 'ignore-scripts=false' }],
  licences: [unlocked],
  versions: [
    { file: 'package.json', from: '  "dependencies": {\n', to: '  "dependencies": {\n    "unlocked": "^1.0.0",\n' },
  ],
  sbom: [
    { file: 'scripts/build/release/sbom.ts', from: "'--package-lock-only'", to: "'--package-lock-only', '--omit=dev'" },
  ],
  advisories: [unlocked],
} satisfies Record<string, Change[]>
