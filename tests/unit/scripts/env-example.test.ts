import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { variableNames } from '../../../lib/platform/env/env.ts'
import { ENV_EXAMPLE_FILE, buildEnvExample } from '../../../scripts/build/env-example.ts'

it('.env.example lists every variable of the site and is up to date', () => {
  const example = readFileSync(ENV_EXAMPLE_FILE, 'utf8')
  expect(example).toBe(buildEnvExample())
  expect(variableNames.filter((name) => !example.includes(`\n# ${name}=`))).toEqual([])
})
