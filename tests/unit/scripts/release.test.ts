import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withPlaceholders } from '../../../scripts/build/release/placeholders.ts'
import { root } from '../../../scripts/support/settings.ts'
import { parseEnv } from '../../../lib/platform/env/env.ts'

const PUBLIC = { SITE_URL: 'https://www.example.com', SANITY_PROJECT_ID: 'abc' }

describe('build without secrets', () => {
  it('has placeholders for all required variables of a public site', () => {
    const source = { ...PUBLIC, NODE_ENV: 'production' }
    expect(() => parseEnv(source)).toThrow(/SANITY_API_READ_TOKEN/)
    expect(parseEnv({ ...source, ...withPlaceholders(source) })).toMatchObject({ siteUrl: PUBLIC.SITE_URL })
  })

  it('keeps variables that are set', () => {
    const mail = { SMTP_URL: 'smtps://mail.example.com' }
    expect(withPlaceholders({ ...PUBLIC, ...mail })).toMatchObject(mail)
  })

  it.each(['SITE_URL', 'SANITY_PROJECT_ID'])('fails if %s is missing, because it is compiled in', (name) => {
    expect(() => withPlaceholders({ ...PUBLIC, [name]: '' })).toThrow(name)
  })
})

describe('systemd units', () => {
  const unit = (name: string) =>
    readFileSync(resolve(root, 'deploy', name), 'utf8')
      .split('\n')
      .slice(3)
      .join('\n')

  it('are equal for one and several processes except for the port', () => {
    const one = unit('ductwise.service')
    expect(one).toContain('--port 3000')
    const several = one
      .replace('Ductwise site', 'Ductwise site on port %i')
      .replace('--port 3000', '--port %i')
      .replaceAll(/(?<!etc\/)ductwise\/site/g, 'ductwise/%i')
    expect(unit('ductwise@.service')).toBe(several)
  })
})
