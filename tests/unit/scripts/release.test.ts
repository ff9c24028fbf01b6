import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildPlaceholderEnv } from '../../../scripts/build/release/placeholders.ts'
import { root } from '../../../scripts/support/settings.ts'
import { parseEnv } from '../../../lib/platform/env/env.ts'

const PUBLIC_ENV = { SITE_URL: 'https://www.example.com', SANITY_PROJECT_ID: 'abc' }

describe('build without secrets', () => {
  it('has placeholders for all required variables of a public site', () => {
    const source = { ...PUBLIC_ENV, NODE_ENV: 'production' }
    expect(() => parseEnv(source)).toThrow(/SANITY_API_READ_TOKEN/)
    expect(parseEnv({ ...source, ...buildPlaceholderEnv(source) })).toMatchObject({ siteUrl: PUBLIC_ENV.SITE_URL })
  })

  it('keeps variables that are set', () => {
    const mailEnv = { SMTP_URL: 'smtps://mail.example.com' }
    expect(buildPlaceholderEnv({ ...PUBLIC_ENV, ...mailEnv })).toMatchObject(mailEnv)
  })

  it.each(['SITE_URL', 'SANITY_PROJECT_ID'])('fails if %s is missing, because it is compiled in', (name) => {
    expect(() => buildPlaceholderEnv({ ...PUBLIC_ENV, [name]: '' })).toThrow(name)
  })
})

describe('systemd units', () => {
  const readUnit = (name: string) =>
    readFileSync(resolve(root, 'deploy', name), 'utf8')
      .split('\n')
      .slice(3)
      .join('\n')

  it('are equal for one and several processes except for the port', () => {
    const singleUnit = readUnit('ductwise.service')
    expect(singleUnit).toContain('--port 3000')
    const templateUnit = singleUnit
      .replace('Ductwise site', 'Ductwise site on port %i')
      .replace('--port 3000', '--port %i')
      .replaceAll(/(?<!etc\/)ductwise\/site/g, 'ductwise/%i')
    expect(readUnit('ductwise@.service')).toBe(templateUnit)
  })
})
